import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import type { Kind } from '@lobby/shared/kit/fields.ts';
import { rowKind } from '../../../base/matches.ts';
import { isCoded } from '../../../records/definitions.ts';

/** The reader's changes of the columns, stored per list. */
export interface ColumnChoice {
  order?: readonly string[];
  hidden?: readonly string[];
  /** Widths in px by field. */
  widths?: Readonly<Record<string, number>>;
}

export interface Column {
  field: string;
  kind: Kind | 'status';
  /** In px; for the growing column its minimum. */
  width: number;
  /** Takes the remaining width. */
  grows: boolean;
  /** Field by which a click on its header sorts, or null. */
  sort: string | null;
}

/** A module's settings of its columns `N`, over those by kind. */
export interface UsualColumns<N extends string = string> {
  /** Widths in px by field. */
  widths?: Readonly<Partial<Record<N, number>>>;
  /** Hidden until the reader shows them; defaults to those of the definition. */
  hidden?: readonly N[];
  /** Rendered by the module, which sets their width. */
  drawn?: readonly string[];
}

/** Header and value texts of columns. */
export interface ColumnWords {
  head: (field: string) => string;
  value: (field: string, value: string) => string;
  /** Status text of late records, in lists that mark them. */
  late?: (status: string) => string;
}

/** Width of the checkbox column in px. */
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
/** Width of another record's code, in px. */
const OTHER_CODE_WIDTH = 136;
const UNIT_WIDTH = 84;
const TITLE_WIDTH = 240;
/** Additional padding of the last column, in px. */
const LAST_WIDTH = 10;

/** Right-aligned kinds with tabular digits. */
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

export const isCode = (definition: Definition, field: string) => {
  const declared = definition.fields[field];
  return declared?.kind === 'text' && declared.code === true;
};

/** Whether a column shows codes of other records, which must not be cut either. */
const namesByCode = ({ fields }: Definition, field: string) => {
  const declared = fields[field];
  return declared?.kind === 'ref' ? isCoded(declared.to) : declared?.kind === 'text' && declared.codeOf !== undefined;
};

/** Whether a choice is shown as a state, in the colours of its tone. */
export const hasStates = ({ fields }: Definition, field: string) => {
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

/** Field that a column sorts by, if it does: the arrow stands over the values that are in order. */
export const sortOf = ({ list }: Definition, field: string): string | null =>
  list.sorts.includes(field) ? field : null;

// Widths of characters at 12 px, rounded up; East Asian ones fill a square.
const LETTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u11ff\u2e80-\uffef]/u, 12.5],
  [/[iljtfrI.,:;()'| ]/u, 4.4],
  [/[mwMW%@]/u, 10.5],
  [/[A-ZĐ\d]/u, 8.4],
];
/** Space around a header's text: padding, and the sort arrow. */
const HEAD_ROOM = { plain: 14, sorts: 34 };

/** Estimated width of a text at 12 px, rather too wide, because languages differ more than kinds. */
function widthOfWords(label: string): number {
  const letters = [...label.normalize('NFC')].map(letter => letter.normalize('NFD')[0] ?? letter);
  return Math.ceil(letters.reduce((sum, letter) => sum + (LETTER_WIDTHS.find(([of]) => of.test(letter))?.[1] ?? 7), 0));
}

const headWidth = (label: string, sorts: boolean) => widthOfWords(label) + (sorts ? HEAD_ROOM.sorts : HEAD_ROOM.plain);

/** Space around a status word: icon, padding and cell padding; plain words are larger but have less. */
const STATUS_ROOM = 44;
const CHOICE = { scale: 1.15, room: 14 };
/** Maximum width of a choice's words in px; longer ones are cut. */
const CHOICE_MOST = 190;

/** Width of the longest word a column can show; 0 if it shows arbitrary text. */
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

/** Limits a width to the allowed range. */
export function fitWidth(width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
}

/** All columns in the reader's order; the definition's first stays first. */
export function orderOf(definition: Definition, order: readonly string[] = []): string[] {
  const [first, ...rest] = definition.list.columns;
  const ordered = order.filter(field => rest.includes(field));
  const ranked = [...ordered];
  // A column missing in the reader's order comes after its predecessor in the definition.
  for (const [index, field] of rest.entries()) {
    if (ordered.includes(field)) continue;
    const before = index === 0 ? -1 : ranked.indexOf(rest[index - 1] ?? '');
    ranked.splice(before + 1, 0, field);
  }
  return first === undefined ? [] : [first, ...ranked];
}

/**
 * Visible columns: the first cannot be hidden, the title takes the remaining width, and none is narrower than its header
 * unless the reader set its width.
 */
export function columnsOf(
  definition: Definition,
  choice: ColumnChoice,
  usual: UsualColumns = {},
  words?: ColumnWords,
): Column[] {
  const hidden = new Set(choice.hidden ?? usual.hidden ?? definition.list.hidden ?? []);
  const shown = orderOf(definition, choice.order).filter((field, index) => index === 0 || !hidden.has(field));
  return shown.map((field, index) => {
    const kind = kindOf(definition, field);
    const chosenWidth = choice.widths?.[field];
    const title = field === definition.title;
    const least = leastWidth(definition, field);
    const grows = title && chosenWidth === undefined;
    const last = index === shown.length - 1 ? LAST_WIDTH : 0;
    const sort = sortOf(definition, field);
    const head = words ? headWidth(words.head(field), sort !== null) + last : 0;
    const choices = words ? choiceWidth(definition, field, words) + last : 0;
    const whole = kind === 'date' || kind === 'instant' ? least + last : choices;
    const drawn = usual.drawn?.includes(field) ? 0 : whole;
    const width = fitWidth(chosenWidth ?? Math.max((usual.widths?.[field] ?? least) + last, head, drawn));
    return { field, kind, width: grows ? Math.min(width, TITLE_WIDTH) : width, grows, sort };
  });
}

/** Width in px below which rows may fold. */
export const FOLDS_BELOW = 720;

/** Kinds whose text may be cut; figures, choices and statuses are shown in full. */
const GIVES_WAY: ReadonlySet<Column['kind']> = new Set(['text', 'longText', 'richText', 'ref', 'refs', 'email']);
/** Share of its width that a text column keeps before others are left out. */
const KEPT = 0.72;

/** Columns that are empty, or equal in all visible rows. */
export type Plain = ReadonlyMap<string, 'empty' | 'same'>;

/** Row text is slightly larger than header text, and cells have padding. */
const ROW = { scale: 1.15, room: 24 };
/** Maximum width of the growing column's text in px; longer text is cut. */
const WORDS_MOST = 360;
/** Additional width in px that other columns' text may need. */
const WORDS_MORE = 48;

/** Width of a text in a row, in px. */
export const rowWidth = (words: string): number => Math.ceil(widthOfWords(words) * ROW.scale) + ROW.room;

/** Columns kept on narrow screens: name, unit, amount, day, status. */
export function decidingColumns(definition: Definition, columns: readonly Column[]): ReadonlySet<string> {
  const { list, title } = definition;
  if (list.deciding) return new Set([title, ...list.columns.slice(0, 1), ...list.deciding]);
  const fieldColumns = columns.filter(({ field }) => field in definition.fields);
  const first = (...kinds: readonly Column['kind'][]) => fieldColumns.find(({ kind }) => kinds.includes(kind))?.field;
  const usual = [title, list.columns[0], 'unitId', 'status', 'active', first('money'), first('date', 'instant')];
  return new Set(usual.filter(field => field !== undefined));
}

/** Whether a column's text may be cut: not codes and units, nor columns whose width the reader set. */
const mayBeCut = (definition: Definition, { field, kind }: Column, { widths }: ColumnChoice): boolean =>
  GIVES_WAY.has(kind) &&
  !(isCode(definition, field) || isUnit(definition, field) || namesByCode(definition, field)) &&
  widths?.[field] === undefined;

/** Narrows columns proportionally as far as allowed. */
function narrowed(columns: readonly Column[], over: number, gives: (column: Column) => boolean): Column[] {
  const slack = (column: Column) => (gives(column) ? column.width - Math.max(MIN_WIDTH, column.width * KEPT) : 0);
  const all = columns.reduce((sum, column) => sum + slack(column), 0);
  const part = all > 0 ? Math.min(1, over / all) : 0;
  return columns.map(column => ({ ...column, width: Math.floor(column.width - slack(column) * part) }));
}

/** Narrows text columns as far as allowed; the growing one last, because its words are what a row is known by. */
function narrow(definition: Definition, columns: readonly Column[], over: number, choice: ColumnChoice): Column[] {
  const mayGive = (column: Column) => mayBeCut(definition, column, choice);
  const others = narrowed(columns, over, column => !column.grows && mayGive(column));
  const left = over - columns.reduce((sum, { width }, n) => sum + width - (others[n]?.width ?? 0), 0);
  return left > 0 ? narrowed(others, left, column => column.grows && mayGive(column)) : others;
}

/** Distributes the width of removed empty columns to text columns in need, proportionally if it is not enough. */
function widen(columns: readonly Column[], lacking: (column: Column) => number, spare: number): Column[] {
  const all = columns.reduce((sum, column) => sum + lacking(column), 0);
  const part = all > 0 ? Math.min(1, Math.max(0, spare) / all) : 0;
  // The growing column takes its share by itself.
  return columns.map(column =>
    column.grows ? column : { ...column, width: column.width + Math.floor(lacking(column) * part) },
  );
}

/**
 * Fits the columns into the width in px. First all empty columns are removed, even if text would only be cut beside them;
 * then text columns are narrowed, then columns removed that are equal in all rows, then from the right. Essential columns
 * with content stay, and so do all once the reader has chosen columns.
 */
export function fitColumns(definition: Definition, columns: readonly Column[], place: Place): Column[] {
  const shown = columnsIn(definition, columns, place);
  // Only one arrow: a code column shows it for the creation time only if that column is hidden.
  const isShown = (sort: string | null) => shown.some(({ field }) => field === sort);
  return shown.map(column =>
    column.sort !== column.field && isShown(column.sort) ? { ...column, sort: null } : column,
  );
}

/**
 * Whether rows fold beside a drawer: always if their module renders folded rows, otherwise if the essential columns do not
 * fit side by side.
 */
export function foldsIn(definition: Definition, columns: readonly Column[], place: Place, always: boolean): boolean {
  const { room, choice, check = CHECK_WIDTH } = place;
  if (room >= FOLDS_BELOW || always) return room < FOLDS_BELOW;
  // Columns chosen by the reader are shown, with scrolling.
  if (choice.hidden) return false;
  return columnsIn(definition, columns, place).reduce((sum, { width }) => sum + width, check) > room;
}

interface Place {
  room: number;
  choice: ColumnChoice;
  check?: number;
  plain?: Plain;
  /** Width of each column's longest text in the visible rows, in px. */
  words?: ReadonlyMap<string, number>;
  /** Rendered by the module, so rows may show more than the field's value. */
  drawn?: readonly string[];
  /** Values that the tab says for all rows, by field. */
  fixed?: ReadonlyMap<string, string>;
}

function columnsIn(
  definition: Definition,
  whole: readonly Column[],
  { room, choice, check = CHECK_WIDTH, plain, words, drawn = [], fixed }: Place,
): Column[] {
  // What the tab says already is left out, unless the reader has chosen the columns.
  const isSaid = ({ field }: Column): boolean =>
    fixed?.has(field) === true && field !== definition.title && field !== whole[0]?.field;
  const without = (shown: readonly Column[], leaves: (column: Column) => boolean) => {
    const remaining = shown.filter(column => !leaves(column));
    const [last, before] = [remaining.at(-1), shown.at(-1)];
    // The last visible one gets padding at the edge.
    return last && last.field !== before?.field
      ? remaining.with(-1, { ...last, width: last.width + LAST_WIDTH })
      : remaining;
  };
  const columns = choice.hidden ? whole : without(whole, isSaid);
  const over = (shown: readonly Column[]) => shown.reduce((sum, { width }) => sum + width, check) - room;
  const fits = (shown: readonly Column[]) => over(shown) <= 0;
  const cut = (shown: readonly Column[]) => narrow(definition, shown, over(shown), choice);
  const isEmpty = ({ field }: Column) => plain?.get(field) === 'empty';
  // Text is shown in full as long as removed empty columns leave room.
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
  const isLeft = (column: Column) => isEmpty(column) && !(stays.has(column.field) && deciding.has(column.field));
  let shown = without(columns, isLeft);
  const rest = shown.filter(({ field }) => !deciding.has(field)).toReversed();
  const isSame = ({ field }: Column) => plain?.get(field) === 'same';
  for (const { field } of [...rest.filter(isSame), ...rest.filter(column => !isSame(column))]) {
    if (fits(cut(shown))) break;
    shown = without(shown, column => column.field === field);
  }
  if (!fits(shown)) return cut(shown);
  return shown.length < columns.length ? widen(shown, lacking, -over(shown)) : shown;
}

/**
 * Content of a card beside its title: unit, day, amount, status, and the module's next columns before the times that all
 * records have.
 */
export function cardColumns(
  definition: Definition,
  columns: readonly Column[],
  row?: Readonly<Record<string, unknown>>,
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
  // Cards show day and amount even if their columns are hidden: essential ones first.
  const every = definition.list.columns.map(
    field =>
      columns.find(column => column.field === field) ?? {
        field,
        kind: kindOf(definition, field),
        width: 0,
        grows: false,
        sort: null,
      },
  );
  const all = (...kinds: readonly Column['kind'][]) => {
    // Creation time does not count as a record's day.
    const fitting = every.filter(
      ({ field, kind }) => kinds.includes(kind) && field !== title && (field in fields || deciding.has(field)),
    );
    const first = fitting.filter(({ field }) => deciding.has(field)).toReversed();
    return [...first, ...fitting.filter(column => !first.includes(column))];
  };
  const { money } = definition;
  const [days, priced] = [all('date', 'instant'), all('money')];
  const inHead = money && [money.left, ...money.amount].flatMap(name => priced.filter(({ field }) => field === name));
  const sums = inHead ?? priced;
  const unit = others.find(({ field }) => field === 'unitId');
  const day = decides('date', 'instant');
  const sum = decides('money');
  // Two amounts would need labels, for which a card has no room.
  const isBlank = ({ field }: Column) => row !== undefined && (!row[field] || String(row[field]) === '');
  const left = others.filter(
    other => other !== unit && other !== day && !(sum && other.kind === 'money') && !isBlank(other),
  );
  const [ownColumns, common] = [
    left.filter(({ field }) => field in fields),
    left.filter(({ field }) => !(field in fields)),
  ];
  // What a record is goes before its code.
  const ranked = [true, false].flatMap(plain => ownColumns.filter(({ field }) => isCode(definition, field) !== plain));
  const first = ranked.filter(({ field }) => definition.list.deciding?.includes(field));
  const rest = [...first, ...ranked.filter(column => !first.includes(column)), ...common].slice(0, sum ? 2 : 3);
  const person = ranked.find(({ field }) => {
    const of = fields[field];
    return of?.kind === 'ref' && of.to === 'resident' && !rest.some(column => column.field === field);
  });
  return { unit, person, day, sum, days, sums, state, rest };
}

/** Tones of payment states in which nothing is left to pay. */
const SETTLED: ReadonlySet<string | undefined> = new Set(['done', 'ended']);

/** Whether each record of a tab may have something left to pay: not in a tab of drafts, cancelled or settled ones. */
function mayOwe({ money, fields }: Definition, filter: Filter): boolean {
  if (!money?.state) return true;
  const { state } = money;
  const optionsOf = (name: string) => {
    const condition = filter[name];
    return typeof condition === 'object' ? condition.in : undefined;
  };
  const field = fields[state.field];
  const looks = field?.kind === 'choice' ? field.states : undefined;
  const isSettled = optionsOf(state.field)?.every(option => SETTLED.has(looks?.[option]?.tone));
  return !isSettled && optionsOf('status')?.every(status => state.in.includes(status)) === true;
}

/**
 * Amounts of a folded row, of which the first names them in its head: what is left in a tab whose records may owe, else
 * what they come to.
 */
export function foldedSums(definition: Definition, columns: readonly Column[], tab: string | null): Column[] {
  const { sum, sums } = cardColumns(definition, columns);
  const { money } = definition;
  if (!money) return sum ? [sum] : [];
  const isLeft = money.left !== undefined && mayOwe(definition, definition.list.tabs?.[tab ?? ''] ?? {});
  return sums.filter(({ field }) => (field === money.left) === isLeft);
}

/** The first column in which a row has content: a day, an amount other than zero. */
export const told = (columns: readonly Column[], row: Readonly<Record<string, unknown>>): Column | undefined =>
  columns.find(({ field }) => Boolean(row[field]));

/** Name of a row in words: title or choice; if another record names it, its code or the noun, never an id. */
export function rowName(
  { title, fields }: Definition,
  row: Readonly<Record<string, unknown>>,
  say: (key: string) => string,
): string {
  const kind = fields[title]?.kind;
  const value = kind === 'ref' ? null : row[title];
  if (kind === 'choice' && value) return say(`options.${title}.${value}`);
  return String(value ?? row.code ?? say('name'));
}

/** `grid-template-columns` of the rows and their minimum width in px; without a growing column the last one fills the row. */
export function templateOf(columns: readonly Column[], check = CHECK_WIDTH): { template: string; width: number } {
  const grows = columns.some(column => column.grows);
  const tracks = columns.map(({ width, grows: own }, index) =>
    own || (!grows && index === columns.length - 1) ? `minmax(${width}px, 1fr)` : `${width}px`,
  );
  const width = columns.reduce((sum, column) => sum + column.width, check);
  return { template: [...(check > 0 ? [`${check}px`] : []), ...tracks].join(' '), width };
}

/** The order after moving a column before another (null for the end); the first stays. */
export function moveBefore(order: readonly string[], field: string, before: string | null): string[] {
  const rest = order.filter(name => name !== field);
  const at = before === null ? rest.length : rest.indexOf(before);
  if (order.indexOf(field) < 1 || at < 1) return [...order];
  return rest.toSpliced(at, 0, field);
}

/** The order after moving a column by one; the first stays. */
export function moveColumn(order: readonly string[], field: string, by: 1 | -1): string[] {
  const at = order.indexOf(field);
  const to = at + by;
  const moved = [...order];
  if (at < 1 || to < 1 || to >= order.length) return moved;
  moved.splice(at, 1);
  moved.splice(to, 0, field);
  return moved;
}
