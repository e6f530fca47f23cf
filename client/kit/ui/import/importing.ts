import type { Scope } from '../../http/api.ts';
import { type Call, request } from '../../http/api.ts';

export interface Fault {
  row: number;
  /** Letters of the column; null if no column has the field. */
  column: string | null;
  field: string;
  value: string;
  message: string;
}

/** Preview of an import by the server. */
export interface Preview {
  rows: number;
  good: number;
  /** Whether good rows may be imported without the others. */
  splits: boolean;
  headerRow: number;
  /** `kept`: the field was chosen for an earlier file with this header. */
  columns: readonly { column: string; header: string; field: string | null; kept: boolean }[];
  fields: readonly { name: string; label: string; required: boolean }[];
  faults: readonly Fault[];
  faultCount: number;
  notices: readonly { code: string; message: string }[];
  sample: readonly { row: number; cells: readonly string[] }[];
  created: number;
  updated: number;
  same: number;
  changes: readonly { row: number; record: string; field: string; before: string; after: string }[];
}

/** Field by column letters, as chosen by hand; '' ignores a column. */
export type Mapping = Readonly<Record<string, string>>;

/** Result of an import: created and updated records. */
export interface Outcome {
  created: number;
  updated: number;
  /** Rows with errors that were left out. */
  left: number;
}

/** The call with the file, which is sent for each preview since the server keeps nothing. */
export function callOf(scope: Scope, file: File, map: Mapping, updates: boolean, signal?: AbortSignal): Call {
  const body = new FormData();
  body.append('files', file);
  return { ...scope, body, query: { map, ...(updates && { existing: 'update' }) }, ...(signal && { signal }) };
}

export const previewFile = async (path: string, call: Call): Promise<Preview> =>
  (await request<Preview>('POST', `${path}/import/preview`, call)).data;

/** Stores all rows or none, or only those without errors. Returns the counts. */
export const importFile = async (path: string, call: Call, faulty: 'refuse' | 'leave'): Promise<Outcome> =>
  (await request<Outcome>('POST', `${path}/import`, { ...call, query: { ...call.query, faulty } })).data;
