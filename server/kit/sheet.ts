import type { Writable } from 'node:stream';
import { openZip } from './zip.ts';

/** A cell: text, a number, or nothing. */
export type Cell = string | number | null;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const ROOT_RELS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const BOOK_RELS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
const TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`;

/**
 * Writes an xlsx workbook of one sheet as its rows come, in batches, never faster than `out` takes it: ExcelJS piles rows up in memory where the
 * reader is slow, and takes five times the CPU. Answers early, without an error, when nobody listens any more.
 */
export async function writeSheet(
  out: Writable,
  name: string,
  batches: AsyncIterable<readonly Cell[][]>,
): Promise<void> {
  const zip = openZip(out);
  const book = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`;
  try {
    await zip.add('[Content_Types].xml', [TYPES]);
    await zip.add('_rels/.rels', [ROOT_RELS]);
    await zip.add('xl/workbook.xml', [book]);
    await zip.add('xl/_rels/workbook.xml.rels', [BOOK_RELS]);
    await zip.add('xl/worksheets/sheet1.xml', sheetXml(batches));
    await zip.close();
  } catch (error) {
    if (!out.destroyed) throw error;
  }
}

async function* sheetXml(batches: AsyncIterable<readonly Cell[][]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  let row = 0;
  for await (const batch of batches) {
    let xml = '';
    for (const cells of batch) xml += rowXml(++row, cells);
    yield xml;
  }
  yield '</sheetData></worksheet>';
}

function rowXml(row: number, cells: readonly Cell[]): string {
  let xml = `<row r="${row}">`;
  for (const [column, cell] of cells.entries()) {
    if (cell === null || cell === '') continue;
    const at = `${letters(column)}${row}`;
    xml +=
      typeof cell === 'number'
        ? `<c r="${at}"><v>${cell}</v></c>`
        : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const SPECIAL = /[<>&"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
/** What XML cannot hold at all: control characters but tab and line breaks, and halves of surrogate pairs. */
const IMPOSSIBLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const escaped = (text: string) => text.replace(IMPOSSIBLE, '').replace(SPECIAL, found => ENTITIES[found] ?? '');
