import type { Writable } from 'node:stream';
import { openZip } from './zip.ts';

/**
 * Cell styles by index. `text` keeps typed numbers as text, with leading zeros; `quoted` marks text that only looks like a
 * formula.
 */
const LOOKS = { plain: 0, bold: 1, text: 2, day: 3, bad: 4, quoted: 5, moment: 6 } as const;
type Look = keyof typeof LOOKS;

/** A cell: text, number or empty, optionally with a style. A day is a number with a date style. */
export type Cell = string | number | null | { text: string; look: Look } | { number: number; look: Look };

/** A column: width in characters, style of its empty cells, and choices of its dropdown list. */
export interface Column {
  width: number;
  look?: Look;
  choices?: readonly string[];
}

export interface Page {
  name: string;
  batches: AsyncIterable<readonly Cell[][]> | Iterable<readonly Cell[][]>;
  columns?: readonly Column[];
  /** Keeps the first row visible when scrolling. */
  headed?: boolean;
  /** Number of columns with a filter in the first row. */
  filtered?: number;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const ROOT_RELS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`;
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFDE9E7"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="49" fillId="2" applyNumberFormat="1" applyFill="1"/><xf quotePrefix="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const relation = (n: number, kind: string, target: string) =>
  `<Relationship Id="r${n}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
const override = (part: string, kind: string) => `<Override PartName="/xl/${part}" ContentType="${TYPE}.${kind}+xml"/>`;

/** Writes an xlsx workbook with one sheet while its rows arrive. Returns early, without an error, if the reader is gone. */
export const writeSheet = (out: Writable, name: string, batches: Page['batches']): Promise<void> =>
  writeBook(out, [{ name, batches }]);

/** Writes an xlsx workbook sheet by sheet, in batches of rows at the pace of `out`, so that memory stays bounded. */
export async function writeBook(out: Writable, pages: readonly Page[]): Promise<void> {
  const zip = openZip(out);
  try {
    for (const [path, xml] of partsOf(pages.map(({ name }) => name))) await zip.add(path, [xml]);
    for (const [n, page] of pages.entries()) await zip.add(`xl/${pathOf(n)}`, sheetXml(page));
    await zip.close();
  } catch (error) {
    if (!out.destroyed) throw error;
  }
}

/** Parts of a workbook beside its sheets, by path. */
function partsOf(names: readonly string[]): [string, string][] {
  const types = names.map((_, n) => override(pathOf(n), 'worksheet')).join('');
  const sheets = names.map((name, n) => `<sheet name="${titled(name)}" sheetId="${n + 1}" r:id="r${n + 1}"/>`).join('');
  const rels = names.map((_, n) => relation(n + 1, 'worksheet', pathOf(n))).join('');
  const styles = relation(names.length + 1, 'styles', 'styles.xml');
  return [
    [
      '[Content_Types].xml',
      `${TYPES}${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${types}</Types>`,
    ],
    ['_rels/.rels', ROOT_RELS],
    ['xl/workbook.xml', `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${rels}${styles}</Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
  ];
}

const pathOf = (sheet: number) => `worksheets/sheet${sheet + 1}.xml`;

/** A valid sheet name. */
const titled = (name: string) => escaped(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31));

async function* sheetXml({ batches, columns = [], headed, filtered }: Page): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}">`;
  if (headed)
    yield '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>';
  if (columns.length > 0)
    yield `<cols>${columns.map(({ width, look = 'plain' }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" style="${LOOKS[look]}" customWidth="1"/>`).join('')}</cols>`;
  yield '<sheetData>';
  let row = 0;
  for await (const batch of batches) {
    let xml = '';
    for (const cells of batch) xml += rowXml(++row, cells);
    yield xml;
  }
  yield '</sheetData>';
  if (filtered) yield `<autoFilter ref="A1:${lettersOf(filtered - 1)}${Math.max(row, 1)}"/>`;
  yield listsXml(columns);
  yield '</worksheet>';
}

/** Number of rows below the header with dropdown lists. */
const LIST_ROWS = 1000;
/** Maximum length of a cell's dropdown list in characters, and its separator. */
const MOST_LETTERS = 255;
const BETWEEN = ',';

function listsXml(columns: readonly Column[]): string {
  const lists = columns.flatMap(({ choices = [] }, n) => {
    const words = choices.join(BETWEEN);
    if (words === '' || words.length > MOST_LETTERS || choices.some(word => word.includes(BETWEEN))) return [];
    const [at, formula] = [lettersOf(n), escaped(`"${words.replaceAll('"', '""')}"`)];
    return `<dataValidation type="list" allowBlank="1" sqref="${at}2:${at}${LIST_ROWS + 1}"><formula1>${formula}</formula1></dataValidation>`;
  });
  return lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : '';
}

function rowXml(row: number, cells: readonly Cell[]): string {
  let xml = `<row r="${row}">`;
  for (const [column, cell] of cells.entries()) {
    if (cell === null || cell === '') continue;
    const at = `${lettersOf(column)}${row}`;
    if (typeof cell === 'number') xml += `<c r="${at}"><v>${cell}</v></c>`;
    else if (typeof cell === 'string')
      xml += `<c r="${at}"${cell.startsWith('-') ? ` s="${LOOKS.quoted}"` : ''}${textXml(cell)}`;
    else if ('number' in cell) xml += `<c r="${at}" s="${LOOKS[cell.look]}"><v>${cell.number}</v></c>`;
    else xml += `<c r="${at}" s="${LOOKS[cell.look]}"${textXml(cell.text)}`;
  }
  return `${xml}</row>`;
}

const textXml = (words: string) =>
  ` t="inlineStr"><is><t xml:space="preserve">${escaped(words.replace(CODED, '_x005F_'))}</t></is></c>`;
/** Text that spreadsheet programs read as an escaped character: `_x0041_` would become A. */
const CODED = /_(?=x[\dA-Fa-f]{4}_)/g;

/** Letters of a column by index from 0: `A`, `B` ... `AA`. */
export const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const SPECIAL = /[<>&"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
/** Characters that XML does not allow: control characters except tab and line breaks, and lone surrogates. */
const IMPOSSIBLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const escaped = (text: string) => text.replace(IMPOSSIBLE, '').replace(SPECIAL, letter => ENTITIES[letter] ?? '');
