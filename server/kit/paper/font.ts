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

export type Weight = 400 | 700;

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

function readFace(name: string, woff: Buffer): Face {
  const tables = tablesOf(woff);
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

const PARTS = ['latin', 'vietnamese', 'latin-ext'] as const;
const known = new Map<Weight, readonly Face[]>();

/** The faces of a weight of the house's letters; a letter is drawn by the first that has it. */
export function facesOf(weight: Weight): readonly Face[] {
  const found = known.get(weight);
  if (found) return found;
  // The letters come with the client's package.
  const { resolve } = createRequire(new URL('../../../client/package.json', import.meta.url));
  const faces = PARTS.map(part =>
    readFace(
      `BeVietnamPro${weight}${part.replace('-', '')}`,
      readFileSync(resolve(`@fontsource/be-vietnam-pro/files/be-vietnam-pro-${part}-${weight}-normal.woff`)),
    ),
  );
  known.set(weight, faces);
  return faces;
}
