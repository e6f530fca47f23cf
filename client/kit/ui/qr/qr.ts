import { create } from 'qrcode';

/** Quiet zone around a QR code in modules (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code as SVG path of its dark modules in a box of `size` modules. */
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

/** Height of a text line below a QR code, in px. */
const LINE = 96;

/** A QR code with text lines below, as PNG. */
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
  // A long line is condensed, never cut.
  for (const [index, line] of lines.entries())
    ink.fillText(line, side / 2, side + LINE / 2 + index * LINE, side - LINE);
  ink.scale(scale, scale);
  ink.fill(new Path2D(path));
  return canvas.convertToBlob({ type: 'image/png' });
}
