import type { Sheet, Size, Written } from '../../../kit/paper/pdf.ts';

/** Scales at which a copy may be drawn on half a sheet; below the last one letters are too small to read. */
export const HALF_SCALES = [0.9, 0.85, 0.8, 0.75, 0.72];

/** Half of a sheet, in the measures of what is drawn on it at a scale. */
export const halfOf = ({ width, height }: Size, scale: number): Size => ({
  width: width / scale,
  height: height / 2 / scale,
});

/** Size of text without one of its own. */
const USUAL = 10;
const scaledText = (how: Written = {}, scale: number): Written => ({ ...how, size: (how.size ?? USUAL) * scale });

/** A part of a sheet that begins at `top`, drawn smaller. */
export const scaledSheet = (sheet: Sheet, scale: number, top: number): Sheet => ({
  text: (text, x, y, how) => sheet.text(text, x * scale, top + y * scale, scaledText(how, scale)),
  line: (x1, y1, x2, y2, width = 1, color) =>
    sheet.line(x1 * scale, top + y1 * scale, x2 * scale, top + y2 * scale, width * scale, color),
  area: (x, y, { width, height }, how) =>
    sheet.area(
      x * scale,
      top + y * scale,
      { width: width * scale, height: height * scale },
      { ...how, ...(how.radius && { radius: how.radius * scale }) },
    ),
  across: text => sheet.across(text),
  squares: (dark, count, x, y, size, alt) => sheet.squares(dark, count, x * scale, top + y * scale, size * scale, alt),
  picture: (raster, x, y, { width, height }, alt) =>
    sheet.picture(raster, x * scale, top + y * scale, { width: width * scale, height: height * scale }, alt),
  part: (role, draw, of) => sheet.part(role, draw, of),
  aside: draw => sheet.aside(draw),
  lines: (text, room, how) => sheet.lines(text, room, how),
});
