import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Kind } from '@lobby/shared/kit/fields.ts';
import { rowKind } from '../../matches.ts';

/** What the reader changed of the columns; remembered per list. */
export interface ColumnChoice {
  order?: readonly string[];
  hidden?: readonly string[];
  /** Field -> px. */
  widths?: Readonly<Record<string, number>>;
}

export interface Column {
  field: string;
  kind: Kind | 'status';
  /** Px; the least width of the one that grows. */
  width: number;
  /** Takes the room that is left. */
  grows: boolean;
  /** The field that a click on its head sorts by, or null. */
  sort: string | null;
}

/** Width of the check box column, px. */
export const CHECK_WIDTH = 38;
export const MIN_WIDTH = 56;
const MAX_WIDTH = 640;

const WIDTHS: Record<Column['kind'], number> = {
  text: 160,
  longText: 240,
  choice: 120,
  flag: 88,
  integer: 88,
  money: 128,
  percent: 88,
  decimal: 96,
  date: 108,
  month: 88,
  instant: 148,
  ref: 150,
  refs: 160,
  phone: 120,
  email: 200,
  identifier: 140,
  files: 72,
  status: 124,
};
const CODE_WIDTH = 116;
const TITLE_WIDTH = 240;
/** The last one keeps away from the edge. */
const LAST_WIDTH = 10;

/** Kinds that stand at the right, in figures of one width. */
export const NUMBERS: ReadonlySet<Column['kind']> = new Set([
  'integer',
  'money',
  'percent',
  'decimal',
  'date',
  'month',
  'instant',
]);

const kindOf = (definition: Definition, field: string): Column['kind'] =>
  field === 'status' && definition.statuses ? 'status' : (rowKind(definition, field) ?? 'text');

const isCode = (definition: Definition, field: string) => {
  const declared = definition.fields[field];
  return declared?.kind === 'text' && declared.code === true;
};

/** The field that a column sorts by: its own, or the time of creation for a running code, which counts in that order. */
export function sortOf(definition: Definition, field: string): string | null {
  const { sorts } = definition.list;
  if (sorts.includes(field)) return field;
  return isCode(definition, field) && sorts.includes('createdAt') ? 'createdAt' : null;
}

/** A width within what a column may have. */
export function fitWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
}

/** All columns in the reader's order; the first of the definition stays first. */
export function orderOf(definition: Definition, order: readonly string[] = []): string[] {
  const [first, ...rest] = definition.list.columns;
  const known = order.filter(field => rest.includes(field));
  const ranked = [...known];
  // A column that the reader's order does not know stands after the one it follows in the definition.
  for (const [index, field] of rest.entries()) {
    if (known.includes(field)) continue;
    const before = index === 0 ? -1 : ranked.indexOf(rest[index - 1] ?? '');
    ranked.splice(before + 1, 0, field);
  }
  return first === undefined ? [] : [first, ...ranked];
}

/** The columns shown: the first cannot be hidden, the title takes the room that is left. */
export function columnsOf(
  definition: Definition,
  choice: ColumnChoice,
  usual: { widths?: Readonly<Record<string, number>>; hidden?: readonly string[] } = {},
): Column[] {
  const hidden = new Set(choice.hidden ?? usual.hidden ?? []);
  const shown = orderOf(definition, choice.order).filter((field, index) => index === 0 || !hidden.has(field));
  return shown.map((field, index) => {
    const kind = kindOf(definition, field);
    const own = choice.widths?.[field];
    const title = field === definition.title;
    const least = title ? TITLE_WIDTH : isCode(definition, field) ? CODE_WIDTH : WIDTHS[kind];
    const grows = title && own === undefined;
    const last = index === shown.length - 1 ? LAST_WIDTH : 0;
    const width = fitWidth(own ?? usual.widths?.[field] ?? least + last);
    return { field, kind, width: grows ? Math.min(width, TITLE_WIDTH) : width, grows, sort: sortOf(definition, field) };
  });
}

/** `grid-template-columns` of the rows and their least width in px; without a growing column the last one fills the row. */
export function templateOf(columns: readonly Column[], check = CHECK_WIDTH): { template: string; width: number } {
  const grows = columns.some(column => column.grows);
  const tracks = columns.map(({ width, grows: own }, index) =>
    own || (!grows && index === columns.length - 1) ? `minmax(${width}px, 1fr)` : `${width}px`,
  );
  const width = columns.reduce((sum, column) => sum + column.width, check);
  return { template: [...(check > 0 ? [`${check}px`] : []), ...tracks].join(' '), width };
}

/** The order after a column was put before another (null: at the end); the first column stays. */
export function moveBefore(order: readonly string[], field: string, before: string | null): string[] {
  const rest = order.filter(one => one !== field);
  const at = before === null ? rest.length : rest.indexOf(before);
  if (order.indexOf(field) < 1 || at < 1) return [...order];
  return rest.toSpliced(at, 0, field);
}

/** The order after a column was moved one place; the first column stays. */
export function moveColumn(order: readonly string[], field: string, by: 1 | -1): string[] {
  const at = order.indexOf(field);
  const to = at + by;
  const moved = [...order];
  if (at < 1 || to < 1 || to >= order.length) return moved;
  moved.splice(at, 1);
  moved.splice(to, 0, field);
  return moved;
}
