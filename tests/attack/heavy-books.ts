import { type BadFile, workbookWith } from './bad-files.ts';

const MB = 1024 * 1024;
const rows = (xml: string) => Buffer.from(`<worksheet><sheetData>${xml}</sheetData></worksheet>`);
const ONE_ROW = rows('<row r="1"><c r="A1"><v>1</v></c></row>');
const bookOf = (part: string, body: () => Buffer): BadFile => ({
  what: `a workbook whose ${part} are a bomb`,
  name: 'a.xlsx',
  body: () =>
    workbookWith([
      { name: 'xl/worksheets/sheet1.xml', body: part === 'strings' || part === 'styles' ? ONE_ROW : body() },
      ...(part === 'strings' ? [{ name: 'xl/sharedStrings.xml', body: body() }] : []),
      ...(part === 'styles' ? [{ name: 'xl/styles.xml', body: body() }] : []),
    ]),
});

/** Workbooks of a few hundred kB that take seconds and hundreds of MB to read: harmless to keep, as they are no bombs to whoever opens them. */
export const HEAVY_BOOKS: readonly BadFile[] = [
  bookOf('cells', () => rows(`<row><c t="inlineStr"><is><t>${' '.repeat(180 * MB)}</t></is></c></row>`)),
  bookOf('rows', () => rows('<row/>'.repeat(4_000_000))),
  bookOf('columns', () => rows(`<row>${'<c/>'.repeat(4_000_000)}</row>`)),
  bookOf('strings', () => Buffer.from(`<sst>${'<si><t/></si>'.repeat(8_000_000)}</sst>`)),
  bookOf('styles', () => Buffer.from(`<styleSheet><cellXfs>${'<xf/>'.repeat(4_000_000)}</cellXfs></styleSheet>`)),
];
