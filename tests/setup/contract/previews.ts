import type { WorkSheet } from '@e965/xlsx';
import type { Caller } from '../caller.ts';
import { type Line, workbookOf } from '../files/sheets.ts';
import { formOf } from './samples.ts';

/** Preview of an import. */
interface Preview {
  rows: number;
  good: number;
  headerRow: number;
  columns: { header: string; field: string | null }[];
  faults: { row: number; field: string; code: string; message: string }[];
  notices: { code: string; message: string }[];
}

/** Import preview of a workbook. */
export const previewOf = async (who: Caller, path: string, body: Buffer): Promise<Preview> =>
  (await who.post<Preview>(`${path}/import/preview`, formOf([{ name: 'a.xlsx', body }]))).data;

/** Import preview of a sheet with these rows, modified by `change`. */
export const previewRows = (
  who: Caller,
  path: string,
  lines: readonly Line[],
  change?: (sheet: WorkSheet) => void,
): Promise<Preview> => previewOf(who, path, workbookOf({ Rows: lines }, change));

/** Headings of partners, and a row. */
export const PARTNER_HEAD = ['Name', 'Code', 'Type', 'Tax code'];
export const partnerRow = (n: number, tax: string | number | null = null): Line => [`Firm ${n}`, `F${n}`, 'OTHER', tax];
