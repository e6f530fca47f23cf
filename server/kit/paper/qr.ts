import { create } from 'qrcode';
import type { Sheet } from './pdf.ts';

/** Quiet zone around a QR code, in modules. */
const QUIET = 4;

/** Draws a text as a QR code, including its quiet zone. */
export function drawQr(sheet: Sheet, text: string, x: number, y: number, size: number): void {
  const { size: modules, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = (row: number, column: number) => {
    const [r, c] = [row - QUIET, column - QUIET];
    return r >= 0 && c >= 0 && r < modules && c < modules && data[r * modules + c] === 1;
  };
  sheet.squares(dark, modules + QUIET * 2, x, y, size);
}
