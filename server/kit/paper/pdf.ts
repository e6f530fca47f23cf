import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Face, facesOf, figureFace, WEIGHTS, type Weight } from './font.ts';
import { linesOf, runsOf, VIEWER_FONTS, type ViewerKey, widthOf } from './letters.ts';

/** A4, in points. */
export const A4: Size = { width: 595.28, height: 841.89 };

export interface Size {
  width: number;
  height: number;
}

/** A picture of colours: three bytes a pixel, row by row. */
export interface Raster extends Size {
  rgb: Uint8Array;
}

export interface Written {
  size?: number;
  weight?: Weight;
  /** Where the text ends, or its middle is, in place of where it begins. */
  align?: 'start' | 'end' | 'middle';
  color?: Color;
  /** Its digits stand under those of other lines. */
  figures?: boolean;
}

/** #0B6673. */
export type Color = `#${string}`;

/** How an area is filled and edged; without a colour it is not. */
export interface Area {
  fill?: Color;
  stroke?: Color;
  radius?: number;
}

/** A sheet to draw on; places are counted from its upper left corner, down to the base line of a text. */
export interface Sheet {
  text: (text: string, x: number, y: number, how?: Written) => void;
  line: (x1: number, y1: number, x2: number, y2: number, width?: number, color?: Color) => void;
  /** An area with round corners. */
  area: (x: number, y: number, size: Size, how: Area) => void;
  /** A word across the whole page, pale, so that what stands over it is read. */
  across: (text: string) => void;
  /** A code of black and white squares, as one picture. */
  squares: (dark: (row: number, column: number) => boolean, count: number, x: number, y: number, size: number) => void;
  picture: (raster: Raster, x: number, y: number, size: Size) => void;
  /** A text in lines of a width, as they would be drawn. */
  lines: (text: string, room: number, how?: Written) => string[];
}

export interface Pdf {
  /** What the paper is, where that is not what stands largest on its first page. */
  call: (heading: string) => void;
  /** What begins on the next page, for the outline of a long paper; `depth` 1 lies under the last of depth 0. */
  mark: (title: string, depth: 0 | 1) => void;
  page: (language: Language, draw: (sheet: Sheet) => void, size?: Size) => Promise<void>;
  close: () => Promise<void>;
}

/** A place of a paper that its outline leads to. */
interface Mark {
  title: string;
  depth: 0 | 1;
  /** The page that it begins, from 0. */
  page: number;
}

/** A text beside the pages, as a PDF says it in any letters. */
const wordsAs = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const SIZE = 10;
const number = (value: number) => String(Math.round(value * 100) / 100);
/** A colour as a PDF says it. */
const shade = (color: Color): string =>
  [1, 3, 5].map(at => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
/** How far a curve's handle stands from a corner's end, of the radius: a quarter of a circle. */
const BEND = 0.5523;

/** The edge of an area, counted from the lower left. */
function edgeOf(x: number, y: number, { width, height }: Size, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return `${number(x)} ${number(y)} ${number(width)} ${number(height)} re`;
  const [right, top, k] = [x + width, y + height, r * (1 - BEND)];
  const go = (op: string, ...points: number[]) => `${points.map(number).join(' ')} ${op}`;
  return [
    go('m', x + r, y),
    go('l', right - r, y),
    go('c', right - k, y, right, y + k, right, y + r),
    go('l', right, top - r),
    go('c', right, top - k, right - k, top, right - r, top),
    go('l', x + r, top),
    go('c', x + k, top, x, top - k, x, top - r),
    go('l', x, y + r),
    go('c', x, y + k, x + k, y, x + r, y),
    'h',
  ].join(' ');
}

const isViewer = (font: string): font is ViewerKey => Object.hasOwn(VIEWER_FONTS, font);

/** What stands largest on a page, line below line. */
interface Heading {
  lines: string[];
  size: number;
  y: number;
}
function grown(heading: Heading, text: string, size: number, y: number): Heading {
  if (size > heading.size) return { lines: [text], size, y };
  const goesOn = size === heading.size && y > heading.y && y - heading.y < 1.8 * size;
  return goesOn ? { lines: [...heading.lines, text], size, y } : heading;
}

/**
 * A PDF that is written page by page, never faster than `out` takes it: a thousand pages hold no more memory than one. Its title is what it is given, or
 * made from its heading.
 */
export function openPdf(out: Writable, title: string | ((heading: string) => string)): Pdf {
  let heading: Heading = { lines: [], size: 0, y: 0 };
  let called: string | null = null;
  const offsets: number[] = [];
  const pages: number[] = [];
  const marks: Mark[] = [];
  const fonts = new Map<string, number>();
  /** A picture that stands on many pages, a logo, is written once. */
  const placed = new WeakMap<Uint8Array, number>();
  let at = 0;
  let begun = false;
  let spoken: Language | null = null;
  const closed = once(out, 'close');
  closed.catch(() => {});
  // Their numbers are given out first: every page refers to them, and they are written last.
  const reserve = (): number => offsets.push(-1);
  const [catalog, tree, resources] = [reserve(), reserve(), reserve()];

  async function put(bytes: Buffer): Promise<void> {
    at += bytes.length;
    if (!out.write(bytes) && !out.destroyed) await Promise.race([once(out, 'drain'), closed]);
    if (out.destroyed) throw new Error('nobody listens any more');
  }
  async function object(id: number, body: string, stream?: Uint8Array): Promise<number> {
    if (!begun) {
      begun = true;
      await put(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
    }
    offsets[id - 1] = at;
    const parts: Uint8Array[] = [Buffer.from(`${id} 0 obj\n${body}\n`, 'latin1')];
    if (stream) parts.push(Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n'));
    await put(Buffer.concat([...parts, Buffer.from('endobj\n')]));
    return id;
  }
  const deflated = (id: number, entries: string, stream: Uint8Array): Promise<number> =>
    object(id, `<< ${entries} /Filter /FlateDecode /Length ${stream.length} >>`, stream);
  const packed = (id: number, entries: string, bytes: Uint8Array): Promise<number> =>
    deflated(id, entries, deflateSync(bytes));
  const fontId = (name: string): number => {
    const id = fonts.get(name) ?? reserve();
    fonts.set(name, id);
    return id;
  };

  async function writeFace(id: number, face: Face): Promise<void> {
    const { letters, widths, unicode: said } = packedFace(face);
    const file = await deflated(reserve(), `/Length1 ${face.file.length}`, letters);
    const about = `/Type /FontDescriptor /FontName /${face.name} /Flags 4 /FontBBox [${face.box.join(' ')}] /ItalicAngle 0 /Ascent ${face.ascent} /Descent ${face.descent} /CapHeight 700 /StemV 80`;
    const descriptor = await object(reserve(), `<< ${about} /FontFile2 ${file} 0 R >>`);
    const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
    const inner = await object(
      reserve(),
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${face.name} ${system} /FontDescriptor ${descriptor} 0 R /W [0 [${widths}]] /CIDToGIDMap /Identity >>`,
    );
    const unicode = await deflated(reserve(), '', said);
    await object(
      id,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${face.name} /Encoding /Identity-H /DescendantFonts [${inner} 0 R] /ToUnicode ${unicode} 0 R >>`,
    );
  }

  async function writeViewerFont(id: number, key: ViewerKey): Promise<void> {
    const { name, encoding, ordering } = VIEWER_FONTS[key];
    const descriptor = await object(
      reserve(),
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>`,
    );
    const system = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
    const inner = await object(
      reserve(),
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} ${system} /DW 1000 /FontDescriptor ${descriptor} 0 R >>`,
    );
    await object(
      id,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [${inner} 0 R] >>`,
    );
  }

  /** The outline of the paper: what lies under a mark is shown once it is opened; null where nothing was marked. */
  async function writeOutline(all: readonly Mark[]): Promise<number | null> {
    if (all.length === 0) return null;
    const root = reserve();
    const heads: { mark: Mark; under: Mark[] }[] = [];
    for (const mark of all) {
      const last = heads.at(-1);
      if (mark.depth === 1 && last) last.under.push(mark);
      else heads.push({ mark, under: [] });
    }
    const write = async (parent: number, ids: readonly number[], at: number, mark: Mark, under = '') => {
      const beside = [
        ...(at > 0 ? [`/Prev ${ids[at - 1]} 0 R`] : []),
        ...(at < ids.length - 1 ? [`/Next ${ids[at + 1]} 0 R`] : []),
      ].join(' ');
      const to = `/Title ${wordsAs(mark.title)} /Parent ${parent} 0 R /Dest [${pages[mark.page]} 0 R /Fit]`;
      await object(Number(ids[at]), `<< ${to} ${beside} ${under} >>`);
    };
    const ids = heads.map(reserve);
    for (const [at, { mark, under }] of heads.entries()) {
      const own = under.map(reserve);
      const open = own.length > 0 ? `/First ${own[0]} 0 R /Last ${own.at(-1)} 0 R /Count -${own.length}` : '';
      await write(root, ids, at, mark, open);
      for (const [n, one] of under.entries()) await write(Number(ids[at]), own, n, one);
    }
    return object(root, `<< /Type /Outlines /First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length} >>`);
  }

  return {
    call(words) {
      called ??= words;
    },
    mark: (title, depth) => void marks.push({ title, depth, page: pages.length }),
    async page(language, draw, paper = A4) {
      spoken ??= language;
      const said: string[] = [];
      const pictures: { id: number; bytes: Uint8Array; about: string }[] = [];
      const shown = new Set<number>();
      const down = (y: number) => number(paper.height - y);
      const place = (bytes: Uint8Array, about: string, x: number, y: number, { width, height }: Size) => {
        const id = placed.get(bytes) ?? reserve();
        if (!placed.has(bytes)) pictures.push({ id, bytes, about });
        placed.set(bytes, id);
        shown.add(id);
        said.push(`q ${number(width)} 0 0 ${number(height)} ${number(x)} ${down(y + height)} cm /P${id} Do Q`);
      };
      draw({
        text(text, x, y, { size = SIZE, weight = 400, align = 'start', color, figures } = {}) {
          if (pages.length === 0) heading = grown(heading, text, size, y);
          const width = widthOf(text, size, weight, language, figures);
          const from = x - (align === 'end' ? width : align === 'middle' ? width / 2 : 0);
          if (color) said.push(`q ${shade(color)} rg`);
          const runs = runsOf(text, weight, language, figures).map(run => {
            fontId(run.font);
            return `/${run.font} ${number(size)} Tf <${run.codes}> Tj`;
          });
          said.push(`BT ${number(from)} ${down(y)} Td ${runs.join(' ')} ET`);
          if (color) said.push('Q');
        },
        area(x, y, size, { fill, stroke, radius = 0 }) {
          const edge = edgeOf(x, paper.height - y - size.height, size, radius);
          const colors = [...(fill ? [`${shade(fill)} rg`] : []), ...(stroke ? [`${shade(stroke)} RG 0.75 w`] : [])];
          said.push(`q ${colors.join(' ')} ${edge} ${fill && stroke ? 'B' : fill ? 'f' : 'S'} Q`);
        },
        across(text) {
          const { x, y, size, slope } = placeAcross(text, paper, language);
          const runs = runsOf(text, ACROSS_WEIGHT, language).map(run => {
            fontId(run.font);
            return `/${run.font} ${number(size)} Tf <${run.codes}> Tj`;
          });
          said.push(`q 0.88 g BT ${slope} ${slope} ${-slope} ${slope} ${number(x)} ${down(y)} Tm`);
          said.push(`${runs.join(' ')} ET Q`);
        },
        line: (x1, y1, x2, y2, width = 0.5, color = '#000000') =>
          void said.push(
            `q ${shade(color)} RG ${number(width)} w ${number(x1)} ${down(y1)} m ${number(x2)} ${down(y2)} l S Q`,
          ),
        squares(dark, count, x, y, size) {
          const rowBytes = Math.ceil(count / 8);
          const bytes = Buffer.alloc(rowBytes * count, 0xff);
          for (let row = 0; row < count; row++)
            for (let column = 0; column < count; column++)
              if (dark(row, column)) {
                const byte = row * rowBytes + (column >> 3);
                bytes.writeUInt8(bytes.readUInt8(byte) & ~(0x80 >> (column & 7)), byte);
              }
          const about = `/Width ${count} /Height ${count} /ColorSpace /DeviceGray /BitsPerComponent 1 /Interpolate false`;
          place(bytes, about, x, y, { width: size, height: size });
        },
        picture: ({ rgb, width, height }, x, y, size) =>
          place(rgb, `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`, x, y, size),
        lines: (text, room, { size = SIZE, weight = 400, figures } = {}) =>
          linesOf(text, room, size, weight, language, figures),
      });
      for (const { id, bytes, about } of pictures) await packed(id, `/Type /XObject /Subtype /Image ${about}`, bytes);
      const content = await packed(reserve(), '', Buffer.from(said.join('\n'), 'latin1'));
      const own = [...shown].map(id => `/P${id} ${id} 0 R`).join(' ');
      const used =
        shown.size > 0 ? `<< /Font ${resources} 0 R /XObject << ${own} >> >>` : `<< /Font ${resources} 0 R >>`;
      pages.push(
        await object(
          reserve(),
          `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${number(paper.width)} ${number(paper.height)}] /Resources ${used} /Contents ${content} 0 R >>`,
        ),
      );
    },
    async close() {
      for (const [name, id] of fonts)
        if (isViewer(name)) await writeViewerFont(id, name);
        else
          for (const face of WEIGHTS.flatMap(weight => [...facesOf(weight), figureFace(weight)]))
            if (face.name === name) await writeFace(id, face);
      await object(resources, `<< ${[...fonts].map(([name, id]) => `/${name} ${id} 0 R`).join(' ')} >>`);
      await object(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(id => `${id} 0 R`).join(' ')}] >>`);
      const outline = await writeOutline(marks.filter(({ page }) => page < pages.length));
      const opens = outline === null ? '' : ` /Outlines ${outline} 0 R /PageMode /UseOutlines`;
      const shown = `/Lang (${spoken ?? 'vi'}) /ViewerPreferences << /DisplayDocTitle true >>${opens}`;
      await object(catalog, `<< /Type /Catalog /Pages ${tree} 0 R ${shown} >>`);
      const name = typeof title === 'string' ? title : title(called ?? heading.lines.join(' '));
      const info = await object(reserve(), `<< /Title ${wordsAs(name)} >>`);
      const start = at;
      const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
      await put(
        Buffer.from(
          `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
        ),
      );
      out.end();
    },
  };
}

export const ACROSS_WEIGHT = 700;
/** Where a word begins that goes up through the middle of a page, and how large it is: as wide as the page leaves room. */
export function placeAcross(text: string, { width, height }: Size, language: Language) {
  const slope = Math.round(Math.SQRT1_2 * 1e4) / 1e4;
  const size = Math.min(110, (110 * width) / widthOf(text, 110, ACROSS_WEIGHT, language));
  const half = (widthOf(text, size, ACROSS_WEIGHT, language) / 2) * slope;
  return { x: width / 2 - half + size / 4, y: height / 2 + half + size / 4, size, slope };
}

/** Where a TrueType file says how many glyphs it has. */
function glyphCountAt(file: Buffer): number {
  for (let n = 0; n < file.readUInt16BE(4); n++)
    if (file.toString('latin1', 12 + n * 16, 16 + n * 16) === 'maxp') return file.readUInt32BE(12 + n * 16 + 8) + 4;
  throw new Error('a font without maxp');
}

/** What every paper says of a face in the same way. */
interface PackedFace {
  letters: Uint8Array;
  widths: string;
  unicode: Uint8Array;
}
const packedFaces = new WeakMap<Face, PackedFace>();

/** A face as papers carry it: a fifth of what a notice costs, were it packed for each of them. */
function packedFace(face: Face): PackedFace {
  const known = packedFaces.get(face);
  if (known) return known;
  const glyphs = face.file.readUInt16BE(glyphCountAt(face.file));
  const made = {
    letters: deflateSync(face.file),
    widths: Array.from({ length: glyphs }, (_, glyph) => face.widthOf(glyph)).join(' '),
    unicode: deflateSync(Buffer.from(toUnicode(face))),
  };
  packedFaces.set(face, made);
  return made;
}

/** What the glyphs of a face say, so that the text can be searched and copied. */
function toUnicode(face: Face): string {
  const pairs: string[] = [];
  for (let code = 0x20; code < 0xffff; code++) {
    const glyph = face.glyphOf(String.fromCharCode(code));
    if (glyph === undefined) continue;
    pairs.push(`<${glyph.toString(16).padStart(4, '0')}> <${code.toString(16).padStart(4, '0')}>`);
  }
  const blocks = Array.from({ length: Math.ceil(pairs.length / 100) }, (_, n) => pairs.slice(n * 100, n * 100 + 100));
  const said = blocks.map(block => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`).join('\n');
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Own def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${said}\nendcmap\nend\nend\n`;
}
