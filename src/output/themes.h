/* themes.h - the colours of pictures and plots, for a light and a dark background
 *
 * Roles are told apart by lightness and outline too, not by hue alone. The two signal colours are orange and vermilion
 * of Okabe and Ito's palette (Color universal design, 2008), which people with any colour vision tell from blue. */
#ifndef GRUNDY_OUTPUT_THEMES_H
#define GRUNDY_OUTPUT_THEMES_H

#include "output/canvas.h"

typedef struct {
    colour fill, line, text;
    bool dashed;
} role_colours;

typedef struct {
    colour background, text, faint, accent, signal, band;
    role_colours roles[GRUNDY_ROLE_FAINT + 1];
} theme;

/* theme_of - the colours of a theme; static */
const theme *theme_of(grundy_theme t);

/* theme_scale - the colour at a place from 0 to 1 of a scale whose lightness rises evenly, for values */
colour theme_scale(double place);

#endif
