import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Kind } from '@lobby/shared/kit/fields.ts';
import { rowKind } from '../../base/matches.ts';

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
  richText: 240,
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
  lines: 72,
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

// Widths of letters in the head's 12 px, rounded up; those of other scripts fill their square.
const LETTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u11ff\u2e80-\uffef]/u, 12.5],
  [/[iljtfrI.,:;()'| ]/u, 4.4],
  [/[mwMW%@]/u, 10.5],
  [/[A-ZĐ\d]/u, 8.4],
];
/** Around the words of a head: its padding, and the arrow of what is sorted by. */
const HEAD_ROOM = { plain: 14, sorts: 30 };

/** What the words of a head need, by an estimate that errs on the wide side: languages differ more than kinds do. */
function headWidth(label: string, sorts: boolean): number {
  const letters = [...label.normalize('NFC')].map(one => one.normalize('NFD')[0] ?? one);
  const words = letters.reduce((sum, one) => sum + (LETTER_WIDTHS.find(([of]) => of.test(one))?.[1] ?? 7), 0);
  return Math.ceil(words) + (sorts ? HEAD_ROOM.sorts : HEAD_ROOM.plain);
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

/** The columns shown: the first cannot be hidden, the title takes the room that is left; none is narrower than its name, but as the reader drew it. */
export function columnsOf(
  definition: Definition,
  choice: ColumnChoice,
  usual: { widths?: Readonly<Record<string, number>>; hidden?: readonly string[] } = {},
  labelOf?: (field: string) => string,
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
    const sort = sortOf(definition, field);
    const words = labelOf ? headWidth(labelOf(field), sort !== null) + last : 0;
    const width = fitWidth(own ?? Math.max(usual.widths?.[field] ?? least + last, words));
    return { field, kind, width: grows ? Math.min(width, TITLE_WIDTH) : width, grows, sort };
  });
}

/** Kinds whose words may be cut: figures and statuses are read whole. */
const GIVES_WAY: ReadonlySet<Column['kind']> = new Set([
  'text',
  'longText',
  'richText',
  'choice',
  'ref',
  'refs',
  'email',
]);
/** On an office's smaller screen (1280, 1366) columns give way; where there is less than that the list scrolls. */
const NARROW = { from: 900, to: 1160 };
/** What a column keeps of its width, and the one that grows of its least. */
const KEPT = 0.72;

/** The columns in the room there is: those with words give way evenly, so that the last ones are not cut off. */
export function fitColumns(
  columns: readonly Column[],
  room: number,
  choice: ColumnChoice,
  check = CHECK_WIDTH,
): Column[] {
  const over = columns.reduce((sum, { width }) => sum + width, check) - room;
  if (over <= 0 || room < NARROW.from || room > NARROW.to) return [...columns];
  const slack = ({ field, kind, width }: Column) =>
    GIVES_WAY.has(kind) && choice.widths?.[field] === undefined ? width - Math.max(MIN_WIDTH, width * KEPT) : 0;
  const all = columns.reduce((sum, column) => sum + slack(column), 0);
  const part = all > 0 ? Math.min(1, over / all) : 0;
  return columns.map(column => ({ ...column, width: Math.floor(column.width - slack(column) * part) }));
}

/** What a card shows beside title and status: the first columns of the module's own, before the times that every record has. */
export function cardColumns({ fields, title }: Definition, columns: readonly Column[]): Column[] {
  const rest = columns.filter(({ field }) => field !== title && field !== 'status');
  const [own, common] = [rest.filter(({ field }) => field in fields), rest.filter(({ field }) => !(field in fields))];
  return [...own, ...common].slice(0, 3);
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

/** All columns of a definition but those that are shown at first: the others are brought in by their readers. */
export const columnsBut = <D extends Definition>(
  { list }: D,
  shown: readonly D['list']['columns'][number][],
): string[] => list.columns.filter(field => !shown.includes(field));
