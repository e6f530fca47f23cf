/** A code as modules: true is dark. */
export type Squares = readonly (readonly boolean[])[];

/** Versions 1 to 10 at level M: code words, error correction words per block, and number of blocks. */
const BLOCKS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
] as const;
/** Positions of the alignment patterns, by version. */
const MARKS = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
] as const;
const MASKS: readonly ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  r => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** Decodes a QR code of level M without error correction, so that a wrong module shows. */
export function readQr(squares: Squares): string {
  const size = squares.length;
  const version = (size - 17) / 4;
  const dark = (r: number, c: number) => squares[r]?.[c] === true;
  // The mask is in bits 10 to 12 of the format beside the upper left finder, which are masked themselves.
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map(c => Number(dark(8, c)));
  const level = ((format[0] ?? 0) * 2 + (format[1] ?? 0)) ^ 0b10;
  if (level !== 0b00) throw new Error('a code of another level');
  const mask = MASKS[((format[2] ?? 0) * 4 + (format[3] ?? 0) * 2 + (format[4] ?? 0)) ^ 0b101];
  if (!mask) throw new Error('a code without a mask');
  const marks = MARKS[version - 1] ?? [];
  const isMark = (r: number, c: number) =>
    marks.some(y =>
      marks.some(x => {
        const corner = (y === 6 && x === 6) || (y === 6 && x === size - 7) || (y === size - 7 && x === 6);
        return !corner && Math.abs(r - y) <= 2 && Math.abs(c - x) <= 2;
      }),
    );
  const isApart = (r: number, c: number) =>
    (r < 9 && (c < 9 || c >= size - 8)) ||
    (r >= size - 8 && c < 9) ||
    r === 6 ||
    c === 6 ||
    isMark(r, c) ||
    (version >= 7 && ((r < 6 && c >= size - 11) || (c < 6 && r >= size - 11)));
  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let n = 0; n < size; n++) {
      const r = up ? size - 1 - n : n;
      for (const c of [right, right - 1]) if (!isApart(r, c)) bits.push(Number(dark(r, c) !== mask(r, c)));
    }
  }
  return said(words(bits, version), version);
}

/** Data words in order, as they are interleaved over the blocks. */
function words(bits: readonly number[], version: number): number[] {
  const [all, mending, blocks] = BLOCKS[version - 1] ?? [0, 0, 0];
  const data = all - mending * blocks;
  const short = Math.floor(data / blocks);
  const longer = data % blocks;
  const own: number[][] = Array.from({ length: blocks }, () => []);
  let at = 0;
  for (let n = 0; n <= short; n++)
    for (let block = 0; block < blocks; block++) {
      if (n === short && block < blocks - longer) continue;
      own[block]?.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2));
      at += 8;
    }
  return own.flat();
}

function said(bytes: readonly number[], version: number): string {
  const bits = bytes.map(byte => byte.toString(2).padStart(8, '0')).join('');
  const late = version > 9;
  let at = 0;
  const take = (count: number) => {
    const value = Number.parseInt(bits.slice(at, at + count), 2);
    at += count;
    return value;
  };
  let text = '';
  while (bits.length - at >= 4) {
    const mode = take(4);
    if (mode === 0) break;
    if (mode === 1) {
      for (let left = take(late ? 12 : 10); left > 0; left -= 3)
        text += String(take(left >= 3 ? 10 : left === 2 ? 7 : 4)).padStart(Math.min(left, 3), '0');
    } else if (mode === 2) {
      for (let left = take(late ? 11 : 9); left > 0; left -= 2) {
        const pair = take(left >= 2 ? 11 : 6);
        text += left >= 2 ? `${LETTERS[Math.floor(pair / 45)]}${LETTERS[pair % 45]}` : LETTERS[pair];
      }
    } else if (mode === 4) {
      for (let left = take(late ? 16 : 8); left > 0; left--) text += String.fromCharCode(take(8));
    } else throw new Error(`a code in mode ${mode}`);
  }
  return text;
}
