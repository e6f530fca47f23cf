import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/** A face as a PDF holds it: its outlines, which letters it has, and how wide each is, in thousandths of its size. */
export interface Face {
  name: string;
  file: Buffer;
  glyphOf: (letter: string) => number | undefined;
  widthOf: (glyph: number) => number;
  ascent: number;
  descent: number;
  box: readonly number[];
}

export const WEIGHTS = [400, 600, 700] as const;
export type Weight = (typeof WEIGHTS)[number];

const HEADER = 12;
const ENTRY = 16;
const padded = (length: number) => (length + 3) & ~3;

/** The tables of a font that is packed for the web (WOFF 1.0: each table deflated by itself). */
function tablesOf(woff: Buffer): Map<string, Buffer> {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  const tables = new Map<string, Buffer>();
  for (let n = 0; n < woff.readUInt16BE(12); n++) {
    const at = 44 + n * 20;
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    tables.set(woff.toString('latin1', at, at + 4), packed < size ? inflateSync(bytes) : bytes);
  }
  return tables;
}

/** What a viewer needs to draw the letters; the rest is about typing them. */
const DRAWN = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

/** A TrueType file of the tables that draw. */
function fileOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const own = DRAWN.flatMap(tag => {
    const bytes = tables.get(tag);
    return bytes ? [{ tag, bytes }] : [];
  });
  const power = 2 ** Math.floor(Math.log2(own.length));
  const head = Buffer.alloc(HEADER + own.length * ENTRY);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(own.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(own.length * 16 - power * 16, 10);
  let at = head.length;
  for (const [n, { tag, bytes }] of own.entries()) {
    const entry = HEADER + n * ENTRY;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(sumOf(bytes), entry + 4);
    head.writeUInt32BE(at, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    at += padded(bytes.length);
  }
  return Buffer.concat([head, ...own.map(({ bytes }) => Buffer.concat([bytes], padded(bytes.length)))]);
}

function sumOf(bytes: Buffer): number {
  const whole = Buffer.concat([bytes], padded(bytes.length));
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Which glyph draws a letter: the table for the first 65,536 letters (format 4). */
function lettersOf(cmap: Buffer): Map<number, number> {
  const found = new Map<number, number>();
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const at = cmap.readUInt32BE(4 + n * 8 + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const twice = cmap.readUInt16BE(at + 6);
    const [ends, starts] = [at + 14, at + 16 + twice];
    const [deltas, ranges] = [starts + twice, starts + twice * 2];
    for (let segment = 0; segment < twice; segment += 2) {
      const [start, end] = [cmap.readUInt16BE(starts + segment), cmap.readUInt16BE(ends + segment)];
      const [delta, range] = [cmap.readUInt16BE(deltas + segment), cmap.readUInt16BE(ranges + segment)];
      for (let letter = start; letter <= end && letter < 0xffff; letter++) {
        const glyph = range === 0 ? letter : cmap.readUInt16BE(ranges + segment + range + (letter - start) * 2);
        if (glyph !== 0) found.set(letter, (glyph + delta) & 0xffff);
      }
    }
  }
  return found;
}

function readFace(name: string, tables: ReadonlyMap<string, Buffer>): Face {
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`a font without ${tag}`);
    return found;
  };
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')];
  const scale = 1000 / head.readUInt16BE(18);
  const last = hhea.readUInt16BE(34) - 1;
  const letters = lettersOf(table('cmap'));
  return {
    name,
    file: fileOf(tables),
    glyphOf: letter => letters.get(letter.codePointAt(0) ?? 0),
    widthOf: glyph => Math.round(hmtx.readUInt16BE(Math.min(glyph, last) * 4) * scale),
    ascent: Math.round(hhea.readInt16BE(4) * scale),
    descent: Math.round(hhea.readInt16BE(6) * scale),
    box: [36, 38, 40, 42].map(at => Math.round(head.readInt16BE(at) * scale)),
  };
}

const DIGITS = '0123456789';

/** A glyph that is another one, moved to the right. */
function moved(outline: Buffer, glyph: number, by: number): Buffer {
  const box = [2, 4, 6, 8].map(at => outline.readInt16BE(at));
  const numbers = [-1, ...box.map((edge, n) => (n % 2 === 0 ? edge + by : edge))];
  const WORDS_AND_PLACES = 3;
  const made = Buffer.alloc(18);
  for (const [n, value] of [...numbers, WORDS_AND_PLACES].entries()) made.writeInt16BE(value, n * 2);
  made.writeUInt16BE(glyph, 12);
  made.writeInt16BE(by, 14);
  return made;
}

/** The digits alone, each in the middle of one width: the family has no figures that stand under each other. */
function figuresOf(tables: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const table = (tag: string): Buffer => Buffer.from(tables.get(tag) ?? []);
  const [head, hmtx, loca, glyf] = [table('head'), table('hmtx'), table('loca'), table('glyf')];
  const letters = lettersOf(table('cmap'));
  const own = [...DIGITS].map(digit => letters.get(digit.charCodeAt(0)) ?? 0);
  const widest = Math.max(...own.map(glyph => hmtx.readUInt16BE(glyph * 4)));
  const long = head.readInt16BE(50) === 1;
  const count = loca.length / (long ? 4 : 2) - 1;
  const placeOf = (glyph: number) => (long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const spare = Array.from({ length: count }, (_, glyph) => glyph).filter(glyph => glyph > 0 && !own.includes(glyph));
  const kept = new Map<number, Buffer>();
  for (const [n, glyph] of own.entries()) {
    const outline = glyf.subarray(placeOf(glyph), placeOf(glyph + 1));
    const pad = Math.round((widest - hmtx.readUInt16BE(glyph * 4)) / 2);
    const drawn = spare[n] ?? 0;
    kept.set(drawn, outline);
    kept.set(glyph, moved(outline, drawn, pad));
    hmtx.writeUInt16BE(widest, glyph * 4);
    hmtx.writeInt16BE(outline.readInt16BE(2) + pad, glyph * 4 + 2);
    hmtx.writeInt16BE(outline.readInt16BE(2), drawn * 4 + 2);
  }
  const parts: Buffer[] = [];
  let at = 0;
  for (let glyph = 0; glyph <= count; glyph++) {
    if (long) loca.writeUInt32BE(at, glyph * 4);
    else loca.writeUInt16BE(at / 2, glyph * 2);
    const outline = kept.get(glyph) ?? Buffer.alloc(0);
    const whole = Buffer.concat([outline], padded(outline.length));
    parts.push(whole);
    at += whole.length;
  }
  return new Map([...tables, ['hmtx', hmtx], ['loca', loca], ['glyf', Buffer.concat(parts)]]);
}

const PARTS = ['latin', 'vietnamese', 'latin-ext'] as const;
const known = new Map<Weight, readonly Face[]>();
const figures = new Map<Weight, Face>();

// The letters come with the client's package.
const { resolve } = createRequire(new URL('../../../client/package.json', import.meta.url));
const tablesFor = (part: (typeof PARTS)[number], weight: Weight) =>
  tablesOf(readFileSync(resolve(`@fontsource/be-vietnam-pro/files/be-vietnam-pro-${part}-${weight}-normal.woff`)));

/** Digits of one width, for figures that stand under each other. */
export function figureFace(weight: Weight): Face {
  const found = figures.get(weight);
  if (found) return found;
  const whole = readFace(`BeVietnamPro${weight}figures`, figuresOf(tablesFor('latin', weight)));
  const face: Face = { ...whole, glyphOf: letter => (DIGITS.includes(letter) ? whole.glyphOf(letter) : undefined) };
  figures.set(weight, face);
  return face;
}

/** The faces of a weight of the house's letters; a letter is drawn by the first that has it. */
export function facesOf(weight: Weight): readonly Face[] {
  const found = known.get(weight);
  if (found) return found;
  const faces = PARTS.map(part => readFace(`BeVietnamPro${weight}${part.replace('-', '')}`, tablesFor(part, weight)));
  known.set(weight, faces);
  return faces;
}
