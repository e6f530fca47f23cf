import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { readQr } from './read-qr.ts';

/** Quiet zone of a code, in modules. */
const QUIET = 4;

interface Item {
  str: string;
  transform: number[];
  width: number;
}
interface Reader {
  getDocument: (source: object) => {
    promise: Promise<{
      numPages: number;
      getPage: (n: number) => Promise<{
        getTextContent: (how?: { includeMarkedContent: boolean }) => Promise<{ items: Item[] }>;
        getStructTree: () => Promise<Part>;
      }>;
      getOutline: () => Promise<Marked[] | null>;
      getPageIndex: (page: unknown) => Promise<number>;
    }>;
    destroy: () => Promise<void>;
  };
}

/** A structure element of a PDF, as screen readers use it; text pieces have ids. */
export interface Part {
  role: string;
  alt?: string;
  lang?: string;
  children: (Part | { type: 'content'; id: string })[];
}

interface Marked {
  title: string;
  dest: unknown[];
  items: Marked[];
}

// pdf.js is a dependency of the client.
const { resolve } = createRequire(new URL('../../../client/package.json', import.meta.url));

/** Text of a line: pieces close to each other form words, larger gaps become `|`. */
function joined(row: readonly Item[]): string {
  let line = '';
  let end = Number.NaN;
  for (const { str, transform, width } of row.toSorted((a, b) => Number(a.transform[4]) - Number(b.transform[4]))) {
    const [size, from] = [Number(transform[0]), Number(transform[4])];
    const gap = (from - end) / size;
    line += Number.isNaN(end) || gap < 0.12 ? str : gap < 0.45 ? ` ${str}` : `|${str}`;
    end = from + width;
  }
  return line.replaceAll('\u00a0', ' ');
}

async function openedPdf(pdf: Buffer) {
  const path = resolve('pdfjs-dist/legacy/build/pdf.mjs');
  const { getDocument } = (await import(pathToFileURL(path).href)) as Reader;
  // No external fonts: the document embeds its own.
  return getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
}

/** An outline entry of a PDF with its page, from 0, and its children. */
export interface Outline {
  title: string;
  page: number;
  items: Outline[];
}

/** Outline of a PDF. */
export async function outlineOf(pdf: Buffer): Promise<Outline[]> {
  const task = await openedPdf(pdf);
  const open = await task.promise;
  const read = async ({ title, dest, items }: Marked): Promise<Outline> => ({
    title,
    page: await open.getPageIndex(dest[0]),
    items: await Promise.all(items.map(read)),
  });
  const outline = await Promise.all(((await open.getOutline()) ?? []).map(read));
  await task.destroy();
  return outline;
}

/** Text of a PDF by page and line; `|` separates distant words. */
export async function linesOfPdf(pdf: Buffer): Promise<string[][]> {
  const task = await openedPdf(pdf);
  const open = await task.promise;
  const pages: string[][] = [];
  for (let n = 1; n <= open.numPages; n++) {
    const { items } = await (await open.getPage(n)).getTextContent();
    const said = items.filter(({ str }) => str.trim());
    const rows = Map.groupBy(said, ({ transform }) => Math.round(Number(transform[5])));
    pages.push([...rows].toSorted(([a], [b]) => b - a).map(([, row]) => joined(row)));
  }
  await task.destroy();
  return pages;
}

/** Structure of each page of a PDF, with the text of its marked content; '' for artifacts. */
export async function partsOfPdf(pdf: Buffer): Promise<{ tree: Part; said: Map<string, string>; loose: string }[]> {
  const task = await openedPdf(pdf);
  const open = await task.promise;
  const pages: { tree: Part; said: Map<string, string>; loose: string }[] = [];
  for (let n = 1; n <= open.numPages; n++) {
    const page = await open.getPage(n);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const said = new Map<string, string>();
    const within: string[] = [];
    let loose = '';
    for (const item of items as (Partial<Item> & { type?: string; tag?: string; id?: string })[]) {
      if (item.type === 'endMarkedContent') within.pop();
      else if (item.type) within.push(item.id ?? '');
      else if (within.length === 0) loose += item.str ?? '';
      else said.set(within.at(-1) ?? '', `${said.get(within.at(-1) ?? '') ?? ''}${item.str ?? ''}`);
    }
    pages.push({ tree: await page.getStructTree(), said, loose });
  }
  await task.destroy();
  return pages;
}

/** Objects of a PDF, each with its dictionary and decompressed stream. */
export function objectsOf(pdf: Buffer): { words: string; bytes: Buffer | null }[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/^\d+ 0 obj$/gm)].map(({ index: from }) => {
    const end = text.indexOf('endobj', from);
    const stream = text.indexOf('stream\n', from);
    const has = stream > 0 && stream < end;
    const words = text.slice(from, has ? stream : end);
    const length = Number(/\/Length (\d+)/.exec(words)?.[1]);
    return { words, bytes: has ? inflateSync(pdf.subarray(stream + 7, stream + 7 + length)) : null };
  });
}

/** Contents of the QR codes in a PDF. */
export const codesOf = (pdf: Buffer): string[] =>
  objectsOf(pdf).flatMap(({ words, bytes }) => {
    const count = words.includes('/DeviceGray') ? Number(/\/Subtype \/Image \/Width (\d+)/.exec(words)?.[1]) : 0;
    if (!bytes || !count) return [];
    const wide = Math.ceil(count / 8);
    const inner = Array.from({ length: count - QUIET * 2 }, (_, n) => n + QUIET);
    const dark = (r: number, c: number) => ((bytes[r * wide + (c >> 3)] ?? 0) & (0x80 >> (c & 7))) === 0;
    return [readQr(inner.map(r => inner.map(c => dark(r, c))))];
  });

const SIGNS: Readonly<Record<string, string>> = { '38': '&', '60': '<', '62': '>', '34': '"', '39': "'" };
/** The same for a page drawn as SVG. */
export function linesOfSvg(page: string): string[] {
  const said = [...page.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].flatMap(([, how = '', words = '']) => {
    if (how.includes('transform=')) return [];
    const of = (name: string) => Number(new RegExp(`${name}="([\\d.-]+)"`).exec(how)?.[1]);
    const wide = of('textLength');
    const anchor = /text-anchor="(\w+)"/.exec(how)?.[1];
    const from = of('x') - (anchor === 'end' ? wide : anchor === 'middle' ? wide / 2 : 0);
    const str = words.replace(/&#(\d+);/g, (_, code: string) => SIGNS[code] ?? '').replaceAll('\u00a0', ' ');
    return str.trim() ? [{ str, from, y: Math.round(of('y')) }] : [];
  });
  const rows = Map.groupBy(said, ({ y }) => y);
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([, row]) =>
      row
        .toSorted((a, b) => a.from - b.from)
        .map(({ str }) => str)
        .join('|'),
    );
}

/** Title of a PDF. */
export function titleOf(pdf: Buffer): string {
  const [, hex = ''] = /\/Title <feff([0-9a-f]*)>/.exec(pdf.toString('latin1')) ?? [];
  return Buffer.from(hex, 'hex').swap16().toString('utf16le').replaceAll('\u00a0', ' ');
}
