import { contrast, mix, parse, print, type Rgb, shift, toHsl } from './color.ts';

/** Colours of the accent in one mode, as `#RRGGBB`. */
export interface AccentColors {
  solid: string;
  solidHover: string;
  contrast: string;
  fg: string;
  focusRing: string;
  subtle: string;
  muted: string;
}

const ENOUGH = 4.5;
const WHITE: Rgb = [255, 255, 255];
const BG_LIGHT: Rgb = WHITE;
const BG_DARK: Rgb = [0x13, 0x17, 0x19];
const INK_DARK: Rgb = [0x0d, 0x10, 0x12];
/** Hues of the statuses in degrees: amber, blue, green, red. */
const STATUS_HUES = { waiting: 38, going: 216, done: 147, bad: 4 } as const;

/** The product's own accent, chosen by eye (look.md, Tokens); a white label with the same colour gets all of it. */
export const OWN: { light: AccentColors; dark: AccentColors } = {
  light: {
    solid: '#0B6673',
    solidHover: '#095560',
    contrast: '#FFFFFF',
    fg: '#0B6673',
    focusRing: '#0B6673',
    subtle: '#EAF4F5',
    muted: '#CFE6E9',
  },
  dark: {
    solid: '#4DBDC9',
    solidHover: '#6ACBD5',
    contrast: '#04191C',
    fg: '#5CC6D1',
    focusRing: '#5CC6D1',
    subtle: '#12272B',
    muted: '#1B3B41',
  },
};

/** Derives the accent of both modes from a white label's colour; text on or in it reaches a contrast of 4.5:1 (look.md). */
export function accentPalette(hex: string): { light: AccentColors; dark: AccentColors } {
  const color = parse(hex);
  if (print(color) === OWN.light.solid) return OWN;
  return { light: lightColors(color), dark: darkColors(color) };
}

/** The status whose hue a colour resembles, if it is saturated enough to be confused with it. */
export function nearStatus(hex: string): keyof typeof STATUS_HUES | undefined {
  const [hue, saturation, lightness] = toHsl(parse(hex));
  if (saturation < 0.25 || lightness < 0.12 || lightness > 0.92) return undefined;
  const names = Object.keys(STATUS_HUES) as (keyof typeof STATUS_HUES)[];
  return names.find(name => Math.abs(((hue - STATUS_HUES[name] + 540) % 360) - 180) <= 16);
}

function lightColors(color: Rgb): AccentColors {
  const subtle = mix(color, BG_LIGHT, 0.08);
  const solid = step(color, -1, c => contrast(c, WHITE) >= ENOUGH);
  const fg = step(solid, -1, c => contrast(c, BG_LIGHT) >= ENOUGH && contrast(c, subtle) >= ENOUGH);
  return {
    solid: print(solid),
    solidHover: print(shift(solid, -0.05)),
    contrast: print(WHITE),
    fg: print(fg),
    focusRing: print(fg),
    subtle: print(subtle),
    muted: print(mix(color, BG_LIGHT, 0.2)),
  };
}

function darkColors(color: Rgb): AccentColors {
  const subtle = mix(color, BG_DARK, 0.1);
  const solid = step(color, 1, c => contrast(c, INK_DARK) >= ENOUGH);
  const fg = step(solid, 1, c => contrast(c, BG_DARK) >= ENOUGH && contrast(c, subtle) >= ENOUGH);
  return {
    solid: print(solid),
    solidHover: print(shift(solid, 0.05)),
    contrast: print(INK_DARK),
    fg: print(fg),
    focusRing: print(fg),
    subtle: print(subtle),
    muted: print(mix(color, BG_DARK, 0.22)),
  };
}

/** Changes a colour's lightness by hundredths until it satisfies `good`. */
function step(color: Rgb, way: 1 | -1, good: (color: Rgb) => boolean): Rgb {
  let next = color;
  for (let moved = 1; !good(next) && moved <= 100; moved++) next = shift(color, (way * moved) / 100);
  return next;
}
