// Colours of a heat map: lightness grows evenly from dark blue to light yellow in OKLCH (Ottosson 2020), so that equal
// steps look equal, and the scale reads the same to colour-blind eyes and in grey.

export type Colour = [r: number, g: number, b: number];

function fromOklch(l: number, c: number, h: number): Colour {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const cube = (x: number) => x * x * x;
  const long = cube(l + 0.3963377774 * a + 0.2158037573 * b);
  const middle = cube(l - 0.1055613458 * a - 0.0638541728 * b);
  const short = cube(l - 0.0894841775 * a - 1.291485548 * b);
  const linear = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
  return linear.map((x) => {
    const clipped = Math.min(1, Math.max(0, x));
    return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055));
  }) as Colour;
}

const steps = 256;

export const scale: Colour[] = Array.from({ length: steps }, (_, i) => {
  const t = i / (steps - 1);
  return fromOklch(0.32 + 0.62 * t, 0.11 + 0.03 * Math.sin(Math.PI * t), ((275 - 175 * t) * Math.PI) / 180);
});

/** The colour of a value where `most` is the greatest that is shown. */
export function colourOf(value: number, most: number): Colour {
  return scale[Math.min(steps - 1, Math.floor((value * steps) / (most + 1)))];
}

/** P-positions stand out of the scale. */
export const colourP: Colour = fromOklch(0.63, 0.24, (25 * Math.PI) / 180);
export const colourN: { light: Colour; dark: Colour } = { light: [226, 230, 235], dark: [52, 60, 70] };

export function css([r, g, b]: Colour): string {
  return `rgb(${r} ${g} ${b})`;
}
