import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import type { Language } from '@lobby/shared/kit/languages.ts';
import type { Face, Weight } from './font.ts';
import { linesOf, type Run, runsOf, widthOf } from './letters.ts';

/** A4, in points. */
export const A4: Size = { width: 595.28, height: 841.89 };

export interface Size {
  width: number;
  height: number;
}

/** A picture in RGB: three bytes a pixel, row by row. */
export interface Raster extends Size {
  rgb: Uint8Array;
}

export interface Written {
  size?: number;
  weight?: Weight;
  /** Which point of the text `x` refers to. */
  align?: 'start' | 'end' | 'middle';
  color?: Color;
  /** Uses tabular digits, for columns of figures. */
  figures?: boolean;
}

export type Color = `#${string}`;

/** Fill and stroke of an area; without a colour it has none. */
export interface Area {
  fill?: Color;
  stroke?: Color;
  radius?: number;
}

/** Role of a part in the tagged PDF, for screen readers. */
export type Role = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';

/** A page to draw on. Coordinates are in points from the upper left corner; y of a text is its baseline. */
export interface Sheet {
  text: (text: string, x: number, y: number, how?: Written) => void;
  line: (x1: number, y1: number, x2: number, y2: number, width?: number, color?: Color) => void;
  /** A rectangle with rounded corners. */
  area: (x: number, y: number, size: Size, how: Area) => void;
  /** A pale watermark across the page. */
  across: (text: string) => void;
  /** A square code, drawn as one image. */
  squares: (
    dark: (row: number, column: number) => boolean,
    count: number,
    x: number,
    y: number,
    size: number,
    alt?: string,
  ) => void;
  /** `alt` describes the picture; defaults to the text written before it. */
  picture: (raster: Raster, x: number, y: number, size: Size, alt?: string) => void;
  /** Tags what is drawn as one element. A later part with the same `of` continues it, for instance on the next page. */
  part: (role: Role, draw: () => void, of?: object) => void;
  /** Marks content that screen readers skip: repeated headings, page numbers. */
  aside: (draw: () => void) => void;
  /** Lines of a text wrapped to a width, as they would be drawn. */
  lines: (text: string, room: number, how?: Written) => string[];
}

export interface Pdf {
  /** Starts a document and names it; otherwise its name is the largest text of the first page. */
  call: (heading: string) => void;
  /** Adds the next page to the outline (bookmarks); `depth` 1 lies under the last entry of depth 0. */
  mark: (title: string, depth: 0 | 1) => void;
  page: (language: Language, draw: (sheet: Sheet) => void, size?: Size) => Promise<void>;
  close: () => Promise<void>;
}

/** An entry of the outline. */
interface Mark {
  title: string;
  depth: 0 | 1;
  /** Page index from 0. */
  page: number;
}

/** A PDF string in UTF-16, for metadata. */
const wordsAs = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const SIZE = 10;
const number = (value: number) => String(Math.round(value * 100) / 100);
/** A colour as PDF operands. */
const shade = (color: Color): string =>
  [1, 3, 5].map(at => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
/** Distance of a control point that approximates a quarter circle, as a share of the radius. */
const BEND = 0.5523;

/** Path of a rounded rectangle, from the lower left corner. */
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

const hex = (code: number) => code.toString(16).padStart(4, '0');

/** A structure element of the PDF. It holds other elements, or marked content of its page. */
interface Element {
  id: number;
  role: Role | 'Document' | 'Sect' | 'Figure';
  parent: number;
  kids: string[];
  page: number | null;
  about: string;
}
/** Elements that hold no text themselves. */
const HOLDERS = ['Document', 'Sect', 'Table', 'TR'];
const saidOf = ({ role, parent, kids, page, about }: Element) =>
  `<< /Type /StructElem /S /${role} /P ${parent} 0 R ${page === null ? '' : `/Pg ${page} 0 R `}/K [${kids.join(' ')}]${about} >>`;

/** The largest text of a page, line by line. */
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
 * A PDF written page by page at the pace of `out`, so that memory does not grow with the number of pages. Its title is
 * given, or made from its heading.
 */
export function openPdf(out: Writable, title: string | ((heading: string) => string)): Pdf {
  let heading: Heading = { lines: [], size: 0, y: 0 };
  let called: string | null = null;
  const offsets: number[] = [];
  const pages: number[] = [];
  const marks: Mark[] = [];
  /** Fonts with the glyphs used and the characters they draw. */
  const fonts = new Map<Face, { id: number; used: Map<number, string> }>();
  /** A picture used on many pages, such as a logo, is written once. */
  const placed = new WeakMap<Uint8Array, number>();
  let at = 0;
  let begun = false;
  let spoken: Language | null = null;
  const closed = once(out, 'close');
  closed.catch(() => {});
  // Object numbers are reserved first, because every page refers to objects that are written last.
  const reserve = (): number => offsets.push(-1);
  const [catalog, tree, resources, structure] = [reserve(), reserve(), reserve(), reserve()];
  const whole: Element = { id: reserve(), role: 'Document', parent: structure, kids: [], page: null, about: '' };
  /** Structure of the current document, and its elements that may continue. */
  let section: Element | null = null;
  let goingOn = new Map<object, Element>();
  const done: Element[] = [];
  /** Elements that own the marked content, by page. */
  const markedBy: number[] = [];

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
  /** Writes small objects as one object stream, which reduces the size of a page's objects to a tenth. */
  async function gathered(objects: readonly (readonly [id: number, body: string])[]): Promise<void> {
    const id = reserve();
    let from = 0;
    const heads = objects.map(([objectId, body], n) => {
      offsets[objectId - 1] = -(id * GATHERED + n);
      const head = `${objectId} ${from}`;
      from += Buffer.byteLength(body) + 1;
      return head;
    });
    const head = `${heads.join(' ')}\n`;
    const bytes = Buffer.from(`${head}${objects.map(([, body]) => body).join('\n')}\n`);
    await packed(id, `/Type /ObjStm /N ${objects.length} /First ${head.length}`, bytes);
  }
  function drawnBy({ face, glyphs }: Run, size: number): string {
    const font = fonts.get(face) ?? { id: reserve(), used: new Map<number, string>() };
    fonts.set(face, font);
    if (face.only) for (const { glyph, letter } of glyphs) font.used.set(glyph, letter);
    return `/${face.name} ${number(size)} Tf <${glyphs.map(({ glyph }) => hex(glyph)).join('')}> Tj`;
  }
  /** Ends the current document; its elements do not continue. */
  function endSection(): void {
    done.push(...goingOn.values(), ...(section ? [section] : []));
    goingOn = new Map();
    section = null;
  }
  const beginSection = (language: Language): Element => {
    const about = ` /Lang (${language})`;
    const begun: Element = { id: reserve(), role: 'Sect', parent: whole.id, kids: [], page: null, about };
    whole.kids.push(`${begun.id} 0 R`);
    return begun;
  };

  async function writeFace(id: number, face: Face, used: ReadonlyMap<number, string>): Promise<void> {
    const { length, letters, widths, unicode: map } = face.only ? sparseFace(face, used) : packedFace(face);
    const file = await deflated(reserve(), `/Length1 ${length}`, letters);
    const about = `/Type /FontDescriptor /FontName /${face.name} /Flags 4 /FontBBox [${face.box.join(' ')}] /ItalicAngle 0 /Ascent ${face.ascent} /Descent ${face.descent} /CapHeight 700 /StemV 80`;
    const descriptor = await object(reserve(), `<< ${about} /FontFile2 ${file} 0 R >>`);
    const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
    const inner = await object(
      reserve(),
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${face.name} ${system} /FontDescriptor ${descriptor} 0 R /W [${widths}] /CIDToGIDMap /Identity >>`,
    );
    const unicode = await deflated(reserve(), '', map);
    await object(
      id,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${face.name} /Encoding /Identity-H /DescendantFonts [${inner} 0 R] /ToUnicode ${unicode} 0 R >>`,
    );
  }

  /** Writes the outline with collapsed entries; null if there are none. */
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
      const kids = under.map(reserve);
      const open = kids.length > 0 ? `/First ${kids[0]} 0 R /Last ${kids.at(-1)} 0 R /Count -${kids.length}` : '';
      await write(root, ids, at, mark, open);
      for (const [n, child] of under.entries()) await write(Number(ids[at]), kids, n, child);
    }
    return object(root, `<< /Type /Outlines /First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length} >>`);
  }

  return {
    call(words) {
      called ??= words;
      endSection();
    },
    mark: (title, depth) => void marks.push({ title, depth, page: pages.length }),
    async page(language, draw, paper = A4) {
      spoken ??= language;
      section ??= beginSection(language);
      const pageId = reserve();
      /** Stack of open elements. */
      const within: Element[] = [section];
      const ended: Element[] = [];
      const marked: number[] = [];
      let isAside = false;
      let lastSaid = '';
      const begin = (role: Element['role'], about = ''): Element => {
        const parent = within.at(-1) ?? whole;
        const begun: Element = { id: reserve(), role, parent: parent.id, kids: [], page: pageId, about };
        parent.kids.push(`${begun.id} 0 R`);
        return begun;
      };
      const isHolder = () => HOLDERS.includes(within.at(-1)?.role ?? 'Document');
      /** Content of the current element, or of an element of its own. */
      const tell = (role: Element['role'], parts: readonly string[], about = '') => {
        if (isAside) return shape(parts);
        const apart = isHolder() || role === 'Figure';
        const isCell = role === 'P' && within.at(-1)?.role === 'TR';
        const element = apart ? begin(isCell ? 'TD' : role, about) : within.at(-1);
        if (!element) return;
        if (apart) ended.push(element);
        const mark = marked.push(element.id) - 1;
        element.kids.push(String(mark));
        operators.push(`/${element.role} << /MCID ${mark} >> BDC`, ...parts, 'EMC');
      };
      /** Lines and areas are artifacts, which screen readers skip. */
      const shape = (parts: readonly string[]) => void operators.push('/Artifact BMC', ...parts, 'EMC');
      const operators: string[] = [];
      const pictures: { id: number; bytes: Uint8Array; about: string }[] = [];
      const shown = new Set<number>();
      const down = (y: number) => number(paper.height - y);
      const place = (
        bytes: Uint8Array,
        about: string,
        { x, y, width, height, alt }: Size & { x: number; y: number; alt: string },
      ) => {
        const id = placed.get(bytes) ?? reserve();
        if (!placed.has(bytes)) pictures.push({ id, bytes, about });
        placed.set(bytes, id);
        shown.add(id);
        const drawn = `q ${number(width)} 0 0 ${number(height)} ${number(x)} ${down(y + height)} cm /P${id} Do Q`;
        tell('Figure', [drawn], ` /Alt ${wordsAs(alt)}`);
      };
      draw({
        text(text, x, y, { size = SIZE, weight = 400, align = 'start', color, figures } = {}) {
          if (pages.length === 0) heading = grown(heading, text, size, y);
          if (text === '') return;
          lastSaid = text;
          const width = widthOf(text, size, weight, language, figures);
          const from = x - (align === 'end' ? width : align === 'middle' ? width / 2 : 0);
          const runs = runsOf(text, weight, language, figures).map(run => drawnBy(run, size));
          const words = `BT ${number(from)} ${down(y)} Td ${runs.join(' ')} ET`;
          tell('P', color ? [`q ${shade(color)} rg`, words, 'Q'] : [words]);
        },
        area(x, y, size, { fill, stroke, radius = 0 }) {
          const edge = edgeOf(x, paper.height - y - size.height, size, radius);
          const colors = [...(fill ? [`${shade(fill)} rg`] : []), ...(stroke ? [`${shade(stroke)} RG 0.75 w`] : [])];
          shape([`q ${colors.join(' ')} ${edge} ${fill && stroke ? 'B' : fill ? 'f' : 'S'} Q`]);
        },
        across(text) {
          const { x, y, size, slope } = placeAcross(text, paper, language);
          const runs = runsOf(text, ACROSS_WEIGHT, language).map(run => drawnBy(run, size));
          const at = `${slope} ${slope} ${-slope} ${slope} ${number(x)} ${down(y)} Tm`;
          tell('P', [`q 0.88 g BT ${at} ${runs.join(' ')} ET Q`]);
        },
        line: (x1, y1, x2, y2, width = 0.5, color = '#000000') =>
          shape([
            `q ${shade(color)} RG ${number(width)} w ${number(x1)} ${down(y1)} m ${number(x2)} ${down(y2)} l S Q`,
          ]),
        squares(dark, count, x, y, size, alt = 'QR') {
          const rowBytes = Math.ceil(count / 8);
          const bytes = Buffer.alloc(rowBytes * count, 0xff);
          for (let row = 0; row < count; row++)
            for (let column = 0; column < count; column++)
              if (dark(row, column)) {
                const byte = row * rowBytes + (column >> 3);
                bytes.writeUInt8(bytes.readUInt8(byte) & ~(0x80 >> (column & 7)), byte);
              }
          const about = `/Width ${count} /Height ${count} /ColorSpace /DeviceGray /BitsPerComponent 1 /Interpolate false`;
          place(bytes, about, { x, y, width: size, height: size, alt });
        },
        picture({ rgb, width, height }, x, y, size, alt = lastSaid) {
          const about = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
          place(rgb, about, { ...size, x, y, alt });
        },
        part(role, draw, of) {
          if (isAside || !isHolder()) return draw();
          const open = of && goingOn.get(of);
          const isLast = open && within.at(-1)?.kids.at(-1) === `${open.id} 0 R`;
          if (open && !isLast) ended.push(open);
          const element = isLast ? open : begin(role, role === 'TH' ? ' /A << /O /Table /Scope /Column >>' : '');
          // A continued element stands on several pages.
          if (of) element.page = null;
          if (of) goingOn.set(of, element);
          else ended.push(element);
          within.push(element);
          draw();
          within.pop();
        },
        aside(draw) {
          const before = isAside;
          isAside = true;
          draw();
          isAside = before;
        },
        lines: (text, room, { size = SIZE, weight = 400, figures } = {}) =>
          linesOf(text, room, size, weight, language, figures),
      });
      for (const { id, bytes, about } of pictures) await packed(id, `/Type /XObject /Subtype /Image ${about}`, bytes);
      const content = await packed(reserve(), '', Buffer.from(operators.join('\n'), 'latin1'));
      const images = [...shown].map(id => `/P${id} ${id} 0 R`).join(' ');
      const used =
        shown.size > 0 ? `<< /Font ${resources} 0 R /XObject << ${images} >> >>` : `<< /Font ${resources} 0 R >>`;
      const marks = reserve();
      const parts = [...done.splice(0), ...ended].map(element => [element.id, saidOf(element)] as const);
      await gathered([[marks, `[${marked.map(id => `${id} 0 R`).join(' ')}]`], ...parts]);
      const box = `/MediaBox [0 0 ${number(paper.width)} ${number(paper.height)}]`;
      const struct = `/StructParents ${markedBy.push(marks) - 1} /Tabs /S`;
      pages.push(
        await object(
          pageId,
          `<< /Type /Page /Parent ${tree} 0 R ${box} /Resources ${used} /Contents ${content} 0 R ${struct} >>`,
        ),
      );
    },
    async close() {
      for (const [face, { id, used }] of fonts) await writeFace(id, face, used);
      const named = [...fonts].map(([{ name }, { id }]) => `/${name} ${id} 0 R`);
      await object(resources, `<< ${named.join(' ')} >>`);
      endSection();
      const nums = markedBy.map((id, n) => `${n} ${id} 0 R`).join(' ');
      const root = `<< /Type /StructTreeRoot /K [${whole.id} 0 R] /ParentTree << /Nums [${nums}] >> >>`;
      await gathered([...[...done, whole].map(element => [element.id, saidOf(element)] as const), [structure, root]]);
      await object(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(id => `${id} 0 R`).join(' ')}] >>`);
      const outline = await writeOutline(marks.filter(({ page }) => page < pages.length));
      const opens = outline === null ? '' : ` /Outlines ${outline} 0 R /PageMode /UseOutlines`;
      const tagged = `/MarkInfo << /Marked true >> /StructTreeRoot ${structure} 0 R`;
      const shown = `${tagged} /Lang (${spoken ?? 'vi'}) /ViewerPreferences << /DisplayDocTitle true >>${opens}`;
      await object(catalog, `<< /Type /Catalog /Pages ${tree} 0 R ${shown} >>`);
      const name = typeof title === 'string' ? title : title(called ?? heading.lines.join(' '));
      const info = await object(reserve(), `<< /Title ${wordsAs(name)} >>`);
      const id = reserve();
      const start = at;
      offsets[id - 1] = at;
      const places = `/Type /XRef /Size ${offsets.length + 1} /W [1 5 2] /Root ${catalog} 0 R /Info ${info} 0 R`;
      await packed(id, places, placesOf(offsets));
      await put(Buffer.from(`startxref\n${start}\n%%EOF\n`));
      out.end();
    },
  };
}

/** More than the number of objects in one stream. */
const GATHERED = 65_536;

/** The cross-reference table: each object's offset in the file, or its index in an object stream. */
function placesOf(offsets: readonly number[]): Buffer {
  const table = Buffer.alloc((offsets.length + 1) * 8);
  table.writeUInt16BE(0xffff, 6);
  for (const [n, offset] of offsets.entries()) {
    const at = (n + 1) * 8;
    const gathered = offset < 0;
    table.writeUInt8(gathered ? 2 : 1, at);
    table.writeUIntBE(gathered ? Math.floor(-offset / GATHERED) : offset, at + 1, 5);
    table.writeUInt16BE(gathered ? -offset % GATHERED : 0, at + 6);
  }
  return table;
}

export const ACROSS_WEIGHT = 700;
/** Start point and font size of a diagonal watermark that fills the page. */
export function placeAcross(text: string, { width, height }: Size, language: Language) {
  const slope = Math.round(Math.SQRT1_2 * 1e4) / 1e4;
  const size = Math.min(110, (110 * width) / widthOf(text, 110, ACROSS_WEIGHT, language));
  const half = (widthOf(text, size, ACROSS_WEIGHT, language) / 2) * slope;
  return { x: width / 2 - half + size / 4, y: height / 2 + half + size / 4, size, slope };
}

/** Offset of the glyph count in a TrueType file. */
function glyphCountAt(file: Buffer): number {
  for (let n = 0; n < file.readUInt16BE(4); n++)
    if (file.toString('latin1', 12 + n * 16, 16 + n * 16) === 'maxp') return file.readUInt32BE(12 + n * 16 + 8) + 4;
  throw new Error('a font without maxp');
}

/** A compressed face with its metadata. */
interface PackedFace {
  length: number;
  letters: Uint8Array;
  widths: string;
  unicode: Uint8Array;
}
const packedFaces = new WeakMap<Face, PackedFace>();

/** Compresses a face once for all documents; doing it per document takes a fifth of the time of a notice. */
function packedFace(face: Face): PackedFace {
  const cached = packedFaces.get(face);
  if (cached) return cached;
  const glyphs = face.file.readUInt16BE(glyphCountAt(face.file));
  const made = {
    length: face.file.length,
    letters: deflateSync(face.file),
    widths: `0 [${Array.from({ length: glyphs }, (_, glyph) => face.widthOf(glyph)).join(' ')}]`,
    unicode: toUnicode(lettersOf(face)),
  };
  packedFaces.set(face, made);
  return made;
}

/** The glyphs of a face that one document uses. */
function sparseFace(face: Face, used: ReadonlyMap<number, string>): PackedFace {
  const file = face.only?.(used.keys()) ?? face.file;
  return {
    length: file.length,
    letters: deflateSync(file),
    widths: [...used.keys()].map(glyph => `${glyph} [${face.widthOf(glyph)}]`).join(' '),
    unicode: toUnicode(used),
  };
}

function lettersOf(face: Face): Map<number, string> {
  const letters = new Map<number, string>();
  for (let code = 0x20; code < 0xffff; code++) {
    const letter = String.fromCharCode(code);
    const glyph = face.glyphOf(letter);
    if (glyph !== undefined && !letters.has(glyph)) letters.set(glyph, letter);
  }
  return letters;
}

/** ToUnicode map of the glyphs, so that text can be searched and copied. */
function toUnicode(letters: ReadonlyMap<number, string>): Uint8Array {
  const pairs = [...letters].map(
    ([glyph, letter]) => `<${hex(glyph)}> <${Buffer.from(letter, 'utf16le').swap16().toString('hex')}>`,
  );
  const blocks = Array.from({ length: Math.ceil(pairs.length / 100) }, (_, n) => pairs.slice(n * 100, n * 100 + 100));
  const mappings = blocks.map(block => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`).join('\n');
  return deflateSync(
    Buffer.from(
      `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Own def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${mappings}\nendcmap\nend\nend\n`,
    ),
  );
}
