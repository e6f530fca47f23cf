import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Kind } from '@lobby/shared/kit/fields.ts';
import { rowKind } from '../../base/matches.ts';
import { isCoded } from '../../records/definitions.ts';

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

/** What a module knows better of its columns than their kinds do. */
export interface UsualColumns {
  /** Field -> px. */
  widths?: Readonly<Record<string, number>>;
  /** Not shown until the reader asks for them. */
  hidden?: readonly string[];
  /** Drawn by the module, which knows how much room it needs. */
  drawn?: readonly string[];
}

/** What a column is called, and what its values are. */
export interface ColumnWords {
  head: (field: string) => string;
  value: (field: string, value: string) => string;
  /** The status of what is late, in the lists that mark it. */
  late?: (status: string) => string;
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
  instant: 156,
  ref: 150,
  refs: 160,
  phone: 120,
  email: 200,
  identifier: 140,
  files: 72,
  lines: 72,
  status: 108,
};
const CODE_WIDTH = 128;
/** The code of another record, in letters of the row. */
const OTHER_CODE_WIDTH = 136;
const UNIT_WIDTH = 84;
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

/** Whether a column shows a running code. */
export const isCode = (definition: Definition, field: string) => {
  const declared = definition.fields[field];
  return declared?.kind === 'text' && declared.code === true;
};

/** Whether a column names records that are called by a code: as whole as one of its own. */
const namesByCode = ({ fields }: Definition, field: string) => {
  const declared = fields[field];
  return declared?.kind === 'ref' ? isCoded(declared.to) : declared?.kind === 'text' && declared.codeOf !== undefined;
};

const hasStates = ({ fields }: Definition, field: string) => {
  const declared = fields[field];
  return declared?.kind === 'choice' && declared.states !== undefined;
};

const isUnit = (definition: Definition, field: string) => {
  const declared = definition.fields[field];
  return declared?.kind === 'ref' && declared.to === 'unit';
};

function leastWidth(definition: Definition, field: string): number {
  if (isCode(definition, field)) return CODE_WIDTH;
  if (namesByCode(definition, field)) return OTHER_CODE_WIDTH;
  if (field === definition.title) return TITLE_WIDTH;
  return isUnit(definition, field) ? UNIT_WIDTH : WIDTHS[kindOf(definition, field)];
}

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
const HEAD_ROOM = { plain: 14, sorts: 34 };

/** What words of 12 px need, by an estimate that errs on the wide side: languages differ more than kinds do. */
function widthOfWords(label: string): number {
  const letters = [...label.normalize('NFC')].map(one => one.normalize('NFD')[0] ?? one);
  return Math.ceil(letters.reduce((sum, one) => sum + (LETTER_WIDTHS.find(([of]) => of.test(one))?.[1] ?? 7), 0));
}

const headWidth = (label: string, sorts: boolean) => widthOfWords(label) + (sorts ? HEAD_ROOM.sorts : HEAD_ROOM.plain);

/** Around the word of a status: its icon, its padding and the cell's; and around a plain word, which is larger. */
const STATUS_ROOM = 44;
const CHOICE = { scale: 1.15, room: 14 };
/** Longer words of a choice are cut, px. */
const CHOICE_MOST = 190;

/** What the longest of the words needs that a column may show; 0 where it shows any. */
function choiceWidth({ fields, statuses, list }: Definition, field: string, words: ColumnWords): number {
  const declared = fields[field];
  const choice = declared?.kind === 'choice' ? declared : undefined;
  const values = choice?.options ?? (field === 'status' ? Object.keys(statuses ?? {}) : []);
  const isLate = field === 'status' && list.late !== undefined;
  const word = (value: string) => (isLate && words.late ? words.late(value) : words.value(field, value));
  const longest = Math.max(0, ...values.map(value => widthOfWords(word(value))));
  if (longest === 0) return 0;
  const isPlain = choice && !choice.states;
  return Math.min(CHOICE_MOST, isPlain ? Math.ceil(longest * CHOICE.scale) + CHOICE.room : longest + STATUS_ROOM);
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
  usual: UsualColumns = {},
  words?: ColumnWords,
): Column[] {
  const hidden = new Set(choice.hidden ?? usual.hidden ?? []);
  const shown = orderOf(definition, choice.order).filter((field, index) => index === 0 || !hidden.has(field));
  return shown.map((field, index) => {
    const kind = kindOf(definition, field);
    const own = choice.widths?.[field];
    const title = field === definition.title;
    const least = leastWidth(definition, field);
    const grows = title && own === undefined;
    const last = index === shown.length - 1 ? LAST_WIDTH : 0;
    const sort = sortOf(definition, field);
    const head = words ? headWidth(words.head(field), sort !== null) + last : 0;
    const choices = words ? choiceWidth(definition, field, words) + last : 0;
    const whole = kind === 'date' || kind === 'instant' ? least + last : choices;
    const drawn = usual.drawn?.includes(field) ? 0 : whole;
    const width = fitWidth(own ?? Math.max(usual.widths?.[field] ?? least + last, head, drawn));
    return { field, kind, width: grows ? Math.min(width, TITLE_WIDTH) : width, grows, sort };
  });
}

/** Below this much room rows may fold, px. */
export const FOLDS_BELOW = 720;

/** Kinds whose words may be cut: figures, choices and statuses are read whole. */
const GIVES_WAY: ReadonlySet<Column['kind']> = new Set(['text', 'longText', 'richText', 'ref', 'refs', 'email']);
/** What a column with words keeps of its width before others are left out. */
const KEPT = 0.72;

/** What the rows in view hold of a column: nothing, or all of them the same. */
export type Plain = ReadonlyMap<string, 'empty' | 'same'>;

/** Rows are a little larger than heads, and their cells have padding. */
const ROW = { scale: 1.15, room: 24 };
/** Longer words of what grows are cut, px. */
const WORDS_MOST = 360;
/** What the words of another column may need beyond its usual width, px. */
const WORDS_MORE = 48;

/** What words need in a row, px. */
export const rowWidth = (words: string): number => Math.ceil(widthOfWords(words) * ROW.scale) + ROW.room;

/** Columns that stay in view however narrow the screen is: who, which unit, how much, when, in what state. */
export function decidingColumns(definition: Definition, columns: readonly Column[]): ReadonlySet<string> {
  const { list, title } = definition;
  if (list.deciding) return new Set([title, ...list.columns.slice(0, 1), ...list.deciding]);
  const own = columns.filter(({ field }) => field in definition.fields);
  const first = (...kinds: readonly Column['kind'][]) => own.find(({ kind }) => kinds.includes(kind))?.field;
  const usual = [title, list.columns[0], 'unitId', 'status', 'active', first('money'), first('date', 'instant')];
  return new Set(usual.filter(field => field !== undefined));
}

/** Whether a column holds words that may be cut: not a code or a unit, nor where the reader drew its width. */
const mayBeCut = (definition: Definition, { field, kind }: Column, { widths }: ColumnChoice): boolean =>
  GIVES_WAY.has(kind) &&
  !(isCode(definition, field) || isUnit(definition, field) || namesByCode(definition, field)) &&
  widths?.[field] === undefined;

/** Narrows those with words, evenly, as far as they may be. */
function narrow(definition: Definition, columns: readonly Column[], over: number, choice: ColumnChoice): Column[] {
  const slack = (column: Column) =>
    mayBeCut(definition, column, choice) ? column.width - Math.max(MIN_WIDTH, column.width * KEPT) : 0;
  const all = columns.reduce((sum, column) => sum + slack(column), 0);
  const part = all > 0 ? Math.min(1, over / all) : 0;
  return columns.map(column => ({ ...column, width: Math.floor(column.width - slack(column) * part) }));
}

/** Gives the room that empty columns left to words that would be cut, each as much as it lacks, evenly where that is too much. */
function widen(columns: readonly Column[], lacking: (column: Column) => number, spare: number): Column[] {
  const all = columns.reduce((sum, column) => sum + lacking(column), 0);
  const part = all > 0 ? Math.min(1, Math.max(0, spare) / all) : 0;
  // What grows takes its own by itself.
  return columns.map(column =>
    column.grows ? column : { ...column, width: column.width + Math.floor(lacking(column) * part) },
  );
}

/**
 * The columns in the room there is (px). Empty ones give way first, all of them, already where words
 * would be cut beside them; then words are cut a little, then columns that say
 * the same in all rows, then from the right; never those that decide and hold something, nor any once the reader has chosen for himself.
 */
export function fitColumns(definition: Definition, columns: readonly Column[], place: Place): Column[] {
  const shown = columnsIn(definition, columns, place);
  // One arrow says what is sorted by: a code counts as it was created only where the time itself is not shown.
  const isShown = (sort: string | null) => shown.some(({ field }) => field === sort);
  return shown.map(one => (one.sort !== one.field && isShown(one.sort) ? { ...one, sort: null } : one));
}

/** Whether rows fold beside a drawer: always where their module has them so, else where the columns that decide do not stand side by side. */
export function foldsIn(definition: Definition, columns: readonly Column[], place: Place, always: boolean): boolean {
  const { room, choice, check = CHECK_WIDTH } = place;
  if (room >= FOLDS_BELOW || always) return room < FOLDS_BELOW;
  // What the reader has chosen is shown, and scrolls.
  if (choice.hidden) return false;
  return columnsIn(definition, columns, place).reduce((sum, { width }) => sum + width, check) > room;
}

interface Place {
  room: number;
  choice: ColumnChoice;
  check?: number;
  plain?: Plain;
  /** What the longest words of a column need in the rows in view, px. */
  words?: ReadonlyMap<string, number>;
  /** Drawn by the module: a row may say more there than the field holds. */
  drawn?: readonly string[];
}

function columnsIn(
  definition: Definition,
  columns: readonly Column[],
  { room, choice, check = CHECK_WIDTH, plain, words, drawn = [] }: Place,
): Column[] {
  const over = (shown: readonly Column[]) => shown.reduce((sum, { width }) => sum + width, check) - room;
  const fits = (shown: readonly Column[]) => over(shown) <= 0;
  const cut = (shown: readonly Column[]) => narrow(definition, shown, over(shown), choice);
  const isEmpty = ({ field }: Column) => plain?.get(field) === 'empty';
  // Words are whole as long as empty columns take their room.
  const lacking = (column: Column) => {
    const { field, grows, width } = column;
    if (grows) return Math.max(0, Math.min(WORDS_MOST, words?.get(field) ?? 0) - width);
    return !isEmpty(column) && mayBeCut(definition, column, choice) ? WORDS_MORE : 0;
  };
  const isWhole = (shown: readonly Column[]) =>
    over(shown) + shown.reduce((sum, column) => sum + lacking(column), 0) <= 0;
  if (fits(columns) && (choice.hidden || isWhole(columns) || !columns.some(isEmpty))) return [...columns];
  if (choice.hidden) return cut(columns);
  const deciding = decidingColumns(definition, columns);
  const stays = new Set([definition.title, definition.list.columns[0], 'status', ...drawn]);
  const isLeft = (one: Column) => isEmpty(one) && !(stays.has(one.field) && deciding.has(one.field));
  const without = (shown: readonly Column[], leaves: (one: Column) => boolean) => {
    const kept = shown.filter(one => !leaves(one));
    const [last, before] = [kept.at(-1), shown.at(-1)];
    // The last one in view keeps away from the edge.
    return last && last.field !== before?.field ? kept.with(-1, { ...last, width: last.width + LAST_WIDTH }) : kept;
  };
  let shown = without(columns, isLeft);
  const rest = shown.filter(({ field }) => !deciding.has(field)).toReversed();
  const isSame = ({ field }: Column) => plain?.get(field) === 'same';
  for (const { field } of [...rest.filter(isSame), ...rest.filter(one => !isSame(one))]) {
    if (fits(cut(shown))) break;
    shown = without(shown, one => one.field === field);
  }
  if (!fits(shown)) return cut(shown);
  return shown.length < columns.length ? widen(shown, lacking, -over(shown)) : shown;
}

/** What a card shows beside its title: whose it is, when, how much, in what state, and the first others of the module's own before the times that every record has. */
export function cardColumns(
  definition: Definition,
  columns: readonly Column[],
): {
  unit?: Column;
  person?: Column;
  day?: Column;
  sum?: Column;
  days: Column[];
  sums: Column[];
  state?: Column;
  rest: Column[];
} {
  const { fields, title } = definition;
  const deciding = decidingColumns(definition, columns);
  const decidingState = columns.find(
    ({ field, kind }) => kind === 'choice' && deciding.has(field) && hasStates(definition, field),
  );
  const status = columns.find(({ field }) => field === 'status');
  const state = deciding.has('status') ? (status ?? decidingState) : (decidingState ?? status);
  const others = columns.filter(({ field }) => field !== title && field !== 'status' && field !== state?.field);
  const decides = (...kinds: readonly Column['kind'][]) =>
    others.findLast(({ field, kind }) => deciding.has(field) && kinds.includes(kind));
  // A card says when and how much though the reader shows no column of it: what decides first, then what else could.
  const every = definition.list.columns.map(
    field =>
      columns.find(one => one.field === field) ?? {
        field,
        kind: kindOf(definition, field),
        width: 0,
        grows: false,
        sort: null,
      },
  );
  const all = (...kinds: readonly Column['kind'][]) => {
    // When a record was made says nothing of when it is.
    const fitting = every.filter(
      ({ field, kind }) => kinds.includes(kind) && field !== title && (field in fields || deciding.has(field)),
    );
    const first = fitting.filter(({ field }) => deciding.has(field)).toReversed();
    return [...first, ...fitting.filter(one => !first.includes(one))];
  };
  const { money } = definition;
  const [days, priced] = [all('date', 'instant'), all('money')];
  const inHead = money && [money.left, ...money.amount].flatMap(name => priced.filter(({ field }) => field === name));
  const sums = inHead ?? priced;
  const unit = others.find(({ field }) => field === 'unitId');
  const day = decides('date', 'instant');
  const sum = decides('money');
  // Two sums side by side say which is which only by names that a card has no room for.
  const left = others.filter(one => one !== unit && one !== day && !(sum && one.kind === 'money'));
  const [own, common] = [left.filter(({ field }) => field in fields), left.filter(({ field }) => !(field in fields))];
  const first = own.filter(({ field }) => definition.list.deciding?.includes(field));
  const rest = [...first, ...own.filter(one => !first.includes(one)), ...common].slice(0, sum ? 2 : 3);
  const person = own.find(({ field }) => {
    const of = fields[field];
    return of?.kind === 'ref' && of.to === 'resident' && !rest.some(one => one.field === field);
  });
  return { unit, person, day, sum, days, sums, state, rest };
}

/** The first of the columns of which a row says something: a day, a sum that is not nothing. */
export const told = (columns: readonly Column[], row: Readonly<Record<string, unknown>>): Column | undefined =>
  columns.find(({ field }) => Boolean(row[field]));

/** What a row is called in words: by its title, by the word of a choice; where another record names it, by its code or the noun alone, never by an id. */
export function rowName(
  { title, fields }: Definition,
  row: Readonly<Record<string, unknown>>,
  say: (key: string) => string,
): string {
  const kind = fields[title]?.kind;
  const own = kind === 'ref' ? null : row[title];
  if (kind === 'choice' && own) return say(`options.${title}.${own}`);
  return String(own ?? row.code ?? say('name'));
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
