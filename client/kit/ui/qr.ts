import { create } from 'qrcode';

/** Squares kept free around a code, so that it can be told from what stands beside it (ISO/IEC 18004). */
const QUIET = 4;

/** A code as the path of its dark squares in a box of `size` squares. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue;
      let end = x + 1;
      while (end < size && data[y * size + end]) end++;
      path += `M${x + QUIET} ${y + QUIET}h${end - x}v1h${x - end}z`;
      x = end;
    }
  return { size: size + 2 * QUIET, path };
}

/** Height of a line beneath a code. */
const LINE = 96;

/** A code with lines of text beneath as a PNG to be printed, kept or sent. */
export async function qrPng(text: string, ...lines: string[]): Promise<Blob> {
  const { size, path } = qrPath(text);
  const scale = Math.floor(960 / size);
  const side = size * scale;
  const height = side + lines.length * LINE;
  const canvas = new OffscreenCanvas(side, height);
  const ink = canvas.getContext('2d');
  if (!ink) throw new Error('no canvas');
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, side, height);
  ink.fillStyle = '#000';
  ink.font = '600 64px "Be Vietnam Pro", sans-serif';
  ink.textAlign = 'center';
  // A long line is drawn narrower, and never cut.
  for (const [index, line] of lines.entries())
    ink.fillText(line, side / 2, side + LINE / 2 + index * LINE, side - LINE);
  ink.scale(scale, scale);
  ink.fill(new Path2D(path));
  return canvas.convertToBlob({ type: 'image/png' });
}
