import { DATED, NUMBERS, type ReportField, type ReportShape } from '@lobby/shared/modules/report.ts';

/** A report while it is edited. */
export interface Draft {
  name: string;
  folder: string;
  source: string;
  columns: string[];
  groups: { field: string; step: string }[];
  totals: { measure: string; field: string }[];
  filters: { field: string; values: string; from: string; to: string; period: string }[];
  sort: string;
  descending: boolean;
  limit: string;
}
export const EMPTY: Draft = {
  name: '',
  folder: '',
  source: '',
  columns: [],
  groups: [],
  filters: [],
  sort: '',
  descending: false,
  limit: '',
  totals: [{ measure: 'COUNT', field: '' }],
};

/** Whether the editor has an input for a filter by the field. */
export const canFilter = ({ filter, kind, options, to }: ReportField): boolean =>
  filter && (options.length > 0 || to !== null || DATED.includes(kind) || NUMBERS.includes(kind));

/** Copies of a list with one element changed or removed. */
export const replaceAt = <T>(all: readonly T[], n: number, change: Partial<T>): T[] =>
  all.map((item, k) => (k === n ? { ...item, ...change } : item));
export const removeAt = <T>(all: readonly T[], n: number): T[] => all.filter((_, k) => k !== n);

export function draftOf(doc: ReportShape & { name: string; folder?: string | null }): Draft {
  return {
    name: doc.name,
    folder: doc.folder ?? '',
    source: doc.source,
    columns: doc.columns.map(({ field }) => field),
    groups: doc.groups.map(({ field, step }) => ({ field, step: step ?? '' })),
    totals: doc.totals.map(({ measure, field }) => ({ measure, field: field ?? '' })),
    filters: doc.filters.map(({ field, values, from, to, period }) => ({
      field,
      values: values ?? '',
      from: from ?? '',
      to: to ?? '',
      period: period ?? '',
    })),
    sort: doc.sorts[0]?.field ?? '',
    descending: doc.sorts[0]?.descending ?? false,
    limit: doc.limit ? String(doc.limit) : '',
  };
}

/** Request body of a draft. */
export const bodyOf = (draft: Draft) => ({
  name: draft.name,
  folder: draft.folder || null,
  source: draft.source,
  columns: draft.columns.map(field => ({ field })),
  groups: draft.groups.filter(({ field }) => field).map(({ field, step }) => ({ field, step: step || null })),
  totals: draft.totals.map(({ measure, field }) => ({ measure, field: field || null })),
  filters: draft.filters
    .filter(({ field }) => field)
    .map(({ field, ...rest }) => ({
      field,
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value || null])),
    })),
  sorts: draft.sort ? [{ field: draft.sort, descending: draft.descending }] : [],
  limit: draft.limit ? Number(draft.limit) : null,
});
