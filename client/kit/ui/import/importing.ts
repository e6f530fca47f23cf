import type { Scope } from '../../http/api.ts';
import { type Call, request } from '../../http/api.ts';

export interface Fault {
  row: number;
  /** Letters; null where no column holds the field. */
  column: string | null;
  field: string;
  value: string;
  message: string;
}

/** What the server answers to a file before anything is stored. */
export interface Preview {
  rows: number;
  good: number;
  /** Whether the good ones may be imported without the others. */
  splits: boolean;
  headerRow: number;
  /** `kept`: the field was chosen for an earlier file with this heading. */
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

/** Field by column letters, as chosen by hand; '' leaves a column out. */
export type Mapping = Readonly<Record<string, string>>;

/** How many records an import made, and how many it changed. */
export interface Outcome {
  created: number;
  updated: number;
  /** Rows with faults that stayed out. */
  left: number;
}

/** The call that sends the file; it travels again for each look, since nothing is kept between them. */
export function callOf(scope: Scope, file: File, map: Mapping, updates: boolean, signal?: AbortSignal): Call {
  const body = new FormData();
  body.append('files', file);
  return { ...scope, body, query: { map, ...(updates && { existing: 'update' }) }, ...(signal && { signal }) };
}

/** Asks what an import would make. */
export const previewFile = async (path: string, call: Call): Promise<Preview> =>
  (await request<Preview>('POST', `${path}/import/preview`, call)).data;

/** Stores all rows, or none, or those without faults alone; answers how many. */
export const importFile = async (path: string, call: Call, faulty: 'refuse' | 'leave'): Promise<Outcome> =>
  (await request<Outcome>('POST', `${path}/import`, { ...call, query: { ...call.query, faulty } })).data;
