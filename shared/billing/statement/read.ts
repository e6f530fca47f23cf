import { readMt940 } from './mt940.ts';
import { readOfx, unescaped } from './ofx.ts';
import type { Statement } from './statement.ts';

/** File formats of statements; tables are parsed by columns. */
export type StatementFormat = 'CSV' | 'XLSX' | 'OFX' | 'MT940';
export type StatementFile =
  /** One statement per account in the file. */
  { format: 'OFX' | 'MT940'; statements: Statement[] } | { format: 'CSV' | 'XLSX'; rows: string[][] };

/** Decodes UTF-8 and UTF-16 with or without byte order mark, otherwise Windows-1258, as older Vietnamese programs write. */
export function decodeText(body: Uint8Array): string {
  const [a, b] = body;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(body);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(body);
  // In UTF-16, every second byte of digits and separators is 0.
  if (a !== 0 && b === 0) return new TextDecoder('utf-16le').decode(body);
  if (a === 0 && b !== 0 && body.length > 1) return new TextDecoder('utf-16be').decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1258').decode(body).normalize('NFC');
  }
}

function cellsOf(body: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.replace(/\r$/, ''));
    cell = '';
  };
  for (let n = 0; n < body.length; n++) {
    const letter = body[n] ?? '';
    if (quoted && letter === '"' && body[n + 1] === '"') {
      cell += '"';
      n++;
    } else if (letter === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && letter === separator) endCell();
    else if (!quoted && letter === '\n') {
      endCell();
      rows.push([]);
    } else cell += letter;
  }
  endCell();
  return rows;
}

/** Cells of a CSV, with the separator (semicolon, tab, comma or bar) that yields the most rows of several cells. */
export function readCsv(body: string): string[][] {
  const score = (rows: readonly string[][]) => rows.reduce((sum, row) => sum + (row.length > 2 ? row.length : 0), 0);
  const tried = [';', '\t', ',', '|'].map(separator => cellsOf(body, separator));
  return tried.reduce((best, rows) => (score(rows) > score(best) ? rows : best));
}

/** Cells of the largest table of an HTML page, which banks deliver as a workbook. */
export function readHtmlTable(body: string): string[][] {
  const tables = [...body.matchAll(/<table[\s\S]*?<\/table>/gi)].map(([table]) =>
    [...table.matchAll(/<tr[^>]*>([\s\S]*?)(?=<\/tr>|<tr[\s>]|<\/table>)/gi)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)(?=<\/t[dh]>|<t[dh][\s>]|$)/gi)].map(([, cell = '']) =>
        unescaped(cell.replace(/<br\s*\/?>/gi, '\n').replace(/<[^>]*>/g, '')).trim(),
      ),
    ),
  );
  return tables.reduce<string[][]>((best, rows) => (rows.length > best.length ? rows : best), []);
}

/** Parses a statement in any text format; null if it is none of them. */
export function readStatementText(text: string): StatementFile | null {
  const body = text.replace(/^\uFEFF/, '');
  if (/<OFX>/i.test(body)) return { format: 'OFX', statements: readOfx(body) };
  if (/^(?:\{4:)?:61:/m.test(body)) return { format: 'MT940', statements: readMt940(body) };
  const rows = /<table[\s>]/i.test(body) ? readHtmlTable(body) : readCsv(body);
  return rows.some(row => row.length > 2) ? { format: /<table[\s>]/i.test(body) ? 'XLSX' : 'CSV', rows } : null;
}
