export type Rgb = readonly [number, number, number];

/** Changes a colour's lightness by a step (1 is from black to white). */
export function shift(color: Rgb, by: number): Rgb {
  const [hue, saturation, lightness] = toHsl(color);
  return fromHsl(hue, saturation, Math.min(1, Math.max(0, lightness + by)));
}

/** Blends a share (0 to 1) of a colour over a background. */
export function mix(color: Rgb, ground: Rgb, part: number): Rgb {
  const blend = (i: 0 | 1 | 2) => Math.round(color[i] * part + ground[i] * (1 - part));
  return [blend(0), blend(1), blend(2)];
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2). */
export function contrast(color: Rgb, other: Rgb): number {
  const [a, b] = [luminance(color), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map(v => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** Hue in degrees, saturation and lightness 0 to 1. */
export function toHsl([r, g, b]: Rgb): [number, number, number] {
  const max = Math.max(r, g, b) / 255;
  const min = Math.min(r, g, b) / 255;
  const lightness = (max + min) / 2;
  const range = max - min;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const turn =
    max === r / 255
      ? (g - b) / 255 / range + 6
      : max === g / 255
        ? (b - r) / 255 / range + 2
        : (r - g) / 255 / range + 4;
  return [(turn * 60) % 360, saturation, lightness];
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

/** Parses `#RRGGBB`. Throws RangeError for anything else. */
export function parse(hex: string): Rgb {
  const digits = /^#?([0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (!digits) throw new RangeError(`not a colour: ${hex}`);
  const at = (i: number) => Number.parseInt(digits.slice(i, i + 2), 16);
  return [at(0), at(2), at(4)];
}

/** Formats a colour as `#RRGGBB`. */
export function print(color: Rgb): string {
  return `#${color.map(v => v.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}
