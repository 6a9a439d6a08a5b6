/* themes.c - colours
 *
 * The scale for values runs from deep blue over grey to yellow. It is a straight line in lightness and in yellow-blue
 * chroma of the colour space OKLab (Ottosson, A perceptual color space for image processing, 2020), with no red-green
 * part. Equal steps of a value are equal steps to the eye, and to an eye that does not tell red from green. */
#include "output/themes.h"

#include <math.h>

static const theme themes[] = {
    [GRUNDY_LIGHT] =
        {
            .background = 0xffffff,
            .text = 0x1f2933,
            .faint = 0x7b8794,
            .accent = 0x0b5394,
            .signal = 0xd55e00,
            .band = 0xe8eef5,
            .roles =
                {
                    [GRUNDY_ROLE_PLAIN] = {0xb9d3ee, 0x2f4a68, 0x12202e, false},
                    [GRUNDY_ROLE_EMPTY] = {0xffffff, 0x7b8794, 0x1f2933, false},
                    [GRUNDY_ROLE_SHADED] = {0xe1e4e8, 0x5f6b78, 0x1f2933, false},
                    [GRUNDY_ROLE_DEAD] = {0x4a5560, 0x4a5560, 0xffffff, false},
                    [GRUNDY_ROLE_MARKED] = {0xe69f00, 0x7a4a00, 0x1f1400, false},
                    [GRUNDY_ROLE_REMOVED] = {0xffffff, 0xd55e00, 0xa34700, true},
                    [GRUNDY_ROLE_FAINT] = {0xffffff, 0x8a95a1, 0x3e4c59, false},
                },
        },
    [GRUNDY_DARK] =
        {
            .background = 0x14181d,
            .text = 0xe6ebf0,
            .faint = 0x8e9aa7,
            .accent = 0x7db8f0,
            .signal = 0xff8c42,
            .band = 0x252d36,
            .roles =
                {
                    [GRUNDY_ROLE_PLAIN] = {0x3f6d9c, 0xbcd6f0, 0xffffff, false},
                    [GRUNDY_ROLE_EMPTY] = {0x14181d, 0x8e9aa7, 0xe6ebf0, false},
                    [GRUNDY_ROLE_SHADED] = {0x363f49, 0x9aa6b3, 0xe6ebf0, false},
                    [GRUNDY_ROLE_DEAD] = {0x9aa5b0, 0x9aa5b0, 0x14181d, false},
                    [GRUNDY_ROLE_MARKED] = {0xe69f00, 0xffd27a, 0x1f1400, false},
                    [GRUNDY_ROLE_REMOVED] = {0x14181d, 0xff8c42, 0xffb27d, true},
                    [GRUNDY_ROLE_FAINT] = {0x14181d, 0x7f8b98, 0xb4bfca, false},
                },
        },
};

const theme *theme_of(grundy_theme t)
{
    return &themes[t];
}

/* ---- the scale ---- */

/* A part of sRGB, 0 to 255, from its linear intensity. */
static int channel(double linear)
{
    double v = fmin(fmax(linear, 0), 1);
    v = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
    return (int)lround(255 * v);
}

/* OKLab without a red-green part, to sRGB: the roots of the responses of the three cones, then their mixture. */
static colour from_oklab(double lightness, double yellow)
{
    double l = pow(lightness + 0.2158037573 * yellow, 3);
    double m = pow(lightness - 0.0638541728 * yellow, 3);
    double s = pow(lightness - 1.2914855480 * yellow, 3);
    int red = channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    int green = channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    int blue = channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return red << 16 | green << 8 | blue;
}

colour theme_scale(double place)
{
    static const double dark = 0.26, light = 0.95, blue = -0.115, yellow = 0.155;
    place = fmin(fmax(place, 0), 1);
    return from_oklab(dark + (light - dark) * place, blue + (yellow - blue) * place);
}
