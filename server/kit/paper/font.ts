import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/** A point of an outline: on the curve, or a control point between two. */
export interface Point {
  x: number;
  y: number;
  on: boolean;
}

/** A font face for a PDF: outlines, characters and widths in thousandths of the font size. */
export interface Face {
  name: string;
  file: Buffer;
  /** A file with only the outlines of these glyphs, for documents that use a few of thousands. */
  only?: (glyphs: Iterable<number>) => Buffer;
  /** A glyph as closed contours, with y upwards from the baseline. */
  outlineOf: (glyph: number) => Point[][];
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

/** Tables of a WOFF 1.0 font, in which each table is compressed separately. */
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

/** Tables that a viewer needs to draw glyphs; the others concern typing. */
const DRAWN = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

/** Builds a TrueType file from the tables for drawing. */
function fileOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const drawn = DRAWN.flatMap(tag => {
    const bytes = tables.get(tag);
    return bytes ? [{ tag, bytes }] : [];
  });
  const power = 2 ** Math.floor(Math.log2(drawn.length));
  const head = Buffer.alloc(HEADER + drawn.length * ENTRY);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(drawn.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(drawn.length * 16 - power * 16, 10);
  let at = head.length;
  for (const [n, { tag, bytes }] of drawn.entries()) {
    const entry = HEADER + n * ENTRY;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(sumOf(bytes), entry + 4);
    head.writeUInt32BE(at, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    at += padded(bytes.length);
  }
  return Buffer.concat([head, ...drawn.map(({ bytes }) => Buffer.concat([bytes], padded(bytes.length)))]);
}

function sumOf(bytes: Buffer): number {
  const whole = Buffer.concat([bytes], padded(bytes.length));
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Glyphs by character, from the cmap tables for the BMP (format 4) and for all of Unicode (format 12). */
function lettersOf(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const at = cmap.readUInt32BE(4 + n * 8 + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 12)
      for (let group = 0; group < cmap.readUInt32BE(at + 12); group++) {
        const [start = 0, end = 0, glyph = 0] = [0, 4, 8].map(by => cmap.readUInt32BE(at + 16 + group * 12 + by));
        for (let letter = start; letter <= end; letter++) glyphs.set(letter, glyph + letter - start);
      }
    if (format !== 4) continue;
    const twice = cmap.readUInt16BE(at + 6);
    const [ends, starts] = [at + 14, at + 16 + twice];
    const [deltas, ranges] = [starts + twice, starts + twice * 2];
    for (let segment = 0; segment < twice; segment += 2) {
      const [start, end] = [cmap.readUInt16BE(starts + segment), cmap.readUInt16BE(ends + segment)];
      const [delta, range] = [cmap.readUInt16BE(deltas + segment), cmap.readUInt16BE(ranges + segment)];
      for (let letter = start; letter <= end && letter < 0xffff; letter++) {
        const glyph = range === 0 ? letter : cmap.readUInt16BE(ranges + segment + range + (letter - start) * 2);
        if (glyph !== 0) glyphs.set(letter, (glyph + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

type Tables = ReadonlyMap<string, Buffer>;

function tableOf(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new Error(`a font without ${tag}`);
  return table;
}

/** Offsets of the glyph outlines. */
function placesOf(tables: Tables) {
  const loca = tableOf(tables, 'loca');
  const isLong = tableOf(tables, 'head').readInt16BE(50) === 1;
  const count = loca.length / (isLong ? 4 : 2) - 1;
  const at = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const glyf = tableOf(tables, 'glyf');
  return { count, isLong, outline: (glyph: number) => glyf.subarray(at(glyph), at(glyph + 1)) };
}

/** The font with only these outlines; glyph numbers are unchanged. */
function withOutlines(tables: Tables, outlines: ReadonlyMap<number, Buffer>): Map<string, Buffer> {
  const { count, isLong } = placesOf(tables);
  const loca = Buffer.alloc((count + 1) * (isLong ? 4 : 2));
  const parts: Buffer[] = [];
  let at = 0;
  for (let glyph = 0; glyph <= count; glyph++) {
    if (isLong) loca.writeUInt32BE(at, glyph * 4);
    else loca.writeUInt16BE(at / 2, glyph * 2);
    const outline = outlines.get(glyph) ?? Buffer.alloc(0);
    const whole = Buffer.concat([outline], padded(outline.length));
    parts.push(whole);
    at += whole.length;
  }
  return new Map([...tables, ['loca', loca], ['glyf', Buffer.concat(parts)]]);
}

const WORDS = 1;
const PLACES = 2;
const SCALED = 8;
const MORE = 0x20;
const SCALED_TWICE = 0x40;
const TURNED = 0x80;

/** Components of a composite glyph, each with its transformation: x, y from a, b, c, d, e, f. */
function partsOf(outline: Buffer): { glyph: number; by: readonly number[] }[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: { glyph: number; by: readonly number[] }[] = [];
  let at = 10;
  for (let flags = MORE; flags & MORE; ) {
    flags = outline.readUInt16BE(at);
    const glyph = outline.readUInt16BE(at + 2);
    const wide = Boolean(flags & WORDS);
    const placed = Boolean(flags & PLACES);
    const [x, y] = wide
      ? [outline.readInt16BE(at + 4), outline.readInt16BE(at + 6)]
      : [outline.readInt8(at + 4), outline.readInt8(at + 5)];
    at += wide ? 8 : 6;
    const numbers = flags & SCALED ? 1 : flags & SCALED_TWICE ? 2 : flags & TURNED ? 4 : 0;
    const scales = Array.from({ length: numbers }, (_, n) => outline.readInt16BE(at + n * 2) / 16_384);
    at += numbers * 2;
    const [a = 1, b = 0, c = 0, d = 1] =
      numbers === 4 ? scales : numbers === 2 ? [scales[0], 0, 0, scales[1]] : [scales[0], 0, 0, scales[0]];
    parts.push({ glyph, by: [a, b, c, d, placed ? x : 0, placed ? y : 0] });
  }
  return parts;
}

/** Contours of a simple glyph. */
function curvesOf(outline: Buffer): Point[][] {
  const contours = outline.readInt16BE(0);
  const ends = Array.from({ length: contours }, (_, n) => outline.readUInt16BE(10 + n * 2));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = 10 + contours * 2;
  at += 2 + outline.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = outline.readUInt8(at++);
    const times = flag & 8 ? outline.readUInt8(at++) + 1 : 1;
    for (let n = 0; n < times; n++) flags.push(flag);
  }
  const along = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map(flag => {
      if (flag & short) value += flag & same ? outline.readUInt8(at++) : -outline.readUInt8(at++);
      else if (!(flag & same)) {
        value += outline.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = along(2, 16);
  const ys = along(4, 32);
  return ends.map((end, n) => {
    const from = n === 0 ? 0 : (ends[n - 1] ?? 0) + 1;
    return flags
      .slice(from, end + 1)
      .map((flag, by) => ({ x: xs[from + by] ?? 0, y: ys[from + by] ?? 0, on: Boolean(flag & 1) }));
  });
}

function readFace(name: string, tables: Tables): Face {
  const [head, hhea, hmtx] = ['head', 'hhea', 'hmtx'].map(tag => tableOf(tables, tag)) as [Buffer, Buffer, Buffer];
  const scale = 1000 / head.readUInt16BE(18);
  const last = hhea.readUInt16BE(34) - 1;
  const letters = lettersOf(tableOf(tables, 'cmap'));
  const { outline } = placesOf(tables);
  const outlineOf = (glyph: number): Point[][] => {
    const shape = outline(glyph);
    if (shape.length === 0) return [];
    if (shape.readInt16BE(0) >= 0)
      return curvesOf(shape).map(curve => curve.map(({ x, y, on }) => ({ x: x * scale, y: y * scale, on })));
    return partsOf(shape).flatMap(({ glyph: part, by: [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] }) =>
      outlineOf(part).map(curve =>
        curve.map(({ x, y, on }) => ({ x: a * x + c * y + e * scale, y: b * x + d * y + f * scale, on })),
      ),
    );
  };
  return {
    name,
    file: fileOf(tables),
    outlineOf,
    glyphOf: letter => letters.get(letter.codePointAt(0) ?? 0),
    widthOf: glyph => Math.round(hmtx.readUInt16BE(Math.min(glyph, last) * 4) * scale),
    ascent: Math.round(hhea.readInt16BE(4) * scale),
    descent: Math.round(hhea.readInt16BE(6) * scale),
    box: [36, 38, 40, 42].map(at => Math.round(head.readInt16BE(at) * scale)),
  };
}

/** A face with many characters, embedded with only the glyphs used. */
export function readSparseFace(name: string, woff: Buffer): Face {
  const tables = tablesOf(woff);
  const { outline } = placesOf(tables);
  return {
    ...readFace(name, tables),
    only(glyphs) {
      const outlines = new Map<number, Buffer>();
      const keep = (glyph: number) => {
        if (outlines.has(glyph)) return;
        const shape = outline(glyph);
        outlines.set(glyph, shape);
        for (const part of partsOf(shape)) keep(part.glyph);
      };
      for (const glyph of glyphs) keep(glyph);
      return fileOf(withOutlines(tables, outlines));
    },
  };
}

const DIGITS = '0123456789';

/** A composite glyph: another glyph moved to the right. */
function moved(outline: Buffer, glyph: number, by: number): Buffer {
  const box = [2, 4, 6, 8].map(at => outline.readInt16BE(at));
  const numbers = [-1, ...box.map((edge, n) => (n % 2 === 0 ? edge + by : edge))];
  const made = Buffer.alloc(18);
  for (const [n, value] of [...numbers, WORDS | PLACES].entries()) made.writeInt16BE(value, n * 2);
  made.writeUInt16BE(glyph, 12);
  made.writeInt16BE(by, 14);
  return made;
}

/** Digits only, centred in one width, because the font family has no tabular figures. */
function figuresOf(tables: Tables): Map<string, Buffer> {
  const hmtx = Buffer.from(tableOf(tables, 'hmtx'));
  const letters = lettersOf(tableOf(tables, 'cmap'));
  const digits = [...DIGITS].map(digit => letters.get(digit.charCodeAt(0)) ?? 0);
  const widest = Math.max(...digits.map(glyph => hmtx.readUInt16BE(glyph * 4)));
  const { count, outline: outlineOf } = placesOf(tables);
  const spare = Array.from({ length: count }, (_, glyph) => glyph).filter(
    glyph => glyph > 0 && !digits.includes(glyph),
  );
  const outlines = new Map<number, Buffer>();
  for (const [n, glyph] of digits.entries()) {
    const outline = outlineOf(glyph);
    const pad = Math.round((widest - hmtx.readUInt16BE(glyph * 4)) / 2);
    const drawn = spare[n] ?? 0;
    outlines.set(drawn, outline);
    outlines.set(glyph, moved(outline, drawn, pad));
    hmtx.writeUInt16BE(widest, glyph * 4);
    hmtx.writeInt16BE(outline.readInt16BE(2) + pad, glyph * 4 + 2);
    hmtx.writeInt16BE(outline.readInt16BE(2), drawn * 4 + 2);
  }
  return new Map([...withOutlines(tables, outlines), ['hmtx', hmtx]]);
}

const PARTS = ['latin', 'vietnamese', 'latin-ext'] as const;
const faceSets = new Map<Weight, readonly Face[]>();
const figures = new Map<Weight, Face>();

// The fonts are in the client's package.
const { resolve } = createRequire(new URL('../../../client/package.json', import.meta.url));
const tablesFor = (part: (typeof PARTS)[number], weight: Weight) =>
  tablesOf(readFileSync(resolve(`@fontsource/be-vietnam-pro/files/be-vietnam-pro-${part}-${weight}-normal.woff`)));

/** Tabular digits for figures in columns. */
export function figureFace(weight: Weight): Face {
  const cached = figures.get(weight);
  if (cached) return cached;
  const whole = readFace(`BeVietnamPro${weight}figures`, figuresOf(tablesFor('latin', weight)));
  const face: Face = { ...whole, glyphOf: letter => (DIGITS.includes(letter) ? whole.glyphOf(letter) : undefined) };
  figures.set(weight, face);
  return face;
}

/** Faces of our own font at a weight; a character is drawn by the first that has it. */
export function facesOf(weight: Weight): readonly Face[] {
  const cached = faceSets.get(weight);
  if (cached) return cached;
  const faces = PARTS.map(part => readFace(`BeVietnamPro${weight}${part.replace('-', '')}`, tablesFor(part, weight)));
  faceSets.set(weight, faces);
  return faces;
}
