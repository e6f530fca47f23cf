import { dayOf, MINUTE_MS, startOfDay } from './dates.ts';
import type { FieldErrors, KitError } from './errors.ts';
import type { Installed } from './features.ts';
import type { Field, Fields } from './fields.ts';
import type { Deed, Trade, Urgency } from './home.ts';
import type { Icon } from './icon.ts';
import type { Imports } from './imports.ts';
import type { MoneyShape } from './money.ts';
import type { Flag } from './permissions.ts';
import type { Status } from './status.ts';

export type { Icon } from './icon.ts';
export type { DocOf, ListedOf, OptionOf, RowOf } from './record.ts';
export type { Status, Tone } from './status.ts';

/** An act on a record: `A -action-> B` is allowed, everything else is refused (domain.md, Statuses). */
export interface Action {
  /** Empty for modules without statuses: the act is then always possible. */
  from: readonly string[];
  /** Absent if the act keeps the status (assign, label). */
  to?: string;
  flag: Flag;
  /** A further flag, required for records with these values. */
  besides?: { flag: Flag; when: Readonly<Record<string, readonly string[]>> };
  /** Callers who may do it; `both` means staff and residents. Defaults to staff. */
  by?: 'staff' | 'resident' | 'both' | 'system';
  input?: Fields;
  /** Additional paths of the route. */
  paths?: readonly string[];
  /** A list of references that it changes; its input is made by `listInput`. */
  list?: string;
  /** Requires a reason, stored in `reason` or in the named field. */
  reason?: boolean | string;
  /** Minimum length of the reason in characters. */
  least?: number;
  /** Shows a dialog although no input is required; with values, only for records that have them. */
  asks?: true | Readonly<Record<string, readonly string[]>>;
  /** Also offers `PUT /<action>-multi`; one by one in the order of a field if the order matters. */
  multi?: boolean | { inOrderOf: string };
  /** Values that a record must have, for acts that do not depend on the status. */
  when?: Readonly<Record<string, readonly string[]>>;
  /** Earliest time of the act: an instant of the record, plus minutes, or the start of its day. */
  since?: { moment: string; minutes?: number; day?: true };
  /** A field reported in a conflict, beside who was first: for example where somebody was let in. */
  tells?: string;
  /** Toggles the flag of `when`: doing it twice is a conflict that tells who was first. */
  togglesFlag?: true;
  /** Statuses in which it is refused with a code of its own. */
  statusCodes?: Readonly<Record<string, string>>;
  /** Code of the refusal if `when` does not hold. */
  whenFailsCode?: string;
  /** Statuses in which it is the primary act, although it changes no status. */
  primaryIn?: readonly string[];
  /** Holds up, ends or reverts: never the primary act. */
  aside?: true;
  /** Keyboard shortcut in a list or detail. */
  key?: string;
  /** Icon, if neither status nor input determines it. */
  icon?: 'move' | 'share' | 'upload';
  /** Whether it removes the record. */
  ends?: true;
  /** Writes no event, and changes neither version nor modification time of the record (domain.md, ruling 38). */
  untold?: true;
  /** Cannot be undone, or refuses somebody: shown in red and confirmed. */
  danger?: boolean;
}

/**
 * A filter condition, as stored in a URL and sent: one of several values, or a range. `me` and `none` stand for the reader
 * and for no value.
 */
export interface Condition {
  in?: readonly string[];
  from?: string;
  to?: string;
  /** The last `days` days including today, from which `from` and `to` are computed. */
  days?: number;
}
export type Filter = { /** Search text. */ q?: string } & { [field: string]: Condition | string | undefined };

/** A filter by records of another definition on the same unit; with null it matches nothing, until that module exists. */
export interface Join {
  field: Field;
  through: { definition: string; field: string } | null;
}

/** Records that wait for somebody, on the home page; words in `waits.<name>`. */
export interface Wait {
  as: Urgency;
  where: Filter;
  /** Trades whose work it is; defaults to all who can act on it. */
  trades?: readonly Trade[];
  /** Flag of those who can act on it; defaults to readers. */
  flag?: Flag;
  /** Lists the first few by name instead of counting them; not for a manager, who gets one line per kind. */
  each?: true;
  /** Field with the time since which it waits, or its due time. */
  by?: string;
  /** Only records due by the end of today, or overdue. */
  dueToday?: true;
  /** Records of `each` that are listed before the others, regardless of waiting time. */
  first?: Filter;
  /** Field whose sum is shown. */
  sum?: string;
  does: Deed;
}

/** A figure of today's work in the strip of a trade; words in `figures.<name>`. */
export interface Tally {
  trades: readonly Trade[];
  /** Field whose day counts, with the fourteen previous days for comparison; absent for a current count. */
  day?: string;
  where?: Filter;
  sum?: string;
  bad?: true;
  /** Whether more of it is good news, against a period before. */
  better?: 'more' | 'less';
  /** Records leave the filter once their time is over, so previous days mean nothing and only today is shown. */
  passing?: true;
}

/** Records in the day's calendar, by the instant in `at`. */
export interface Planned {
  at: string;
  where: Filter;
  /** Trades whose calendar shows them; defaults to all readers. */
  trades?: readonly Trade[];
}

export interface ListShape {
  /** Fields shown as columns, in order; users may hide all but the first. */
  columns: readonly string[];
  /** Columns kept on small screens, beside the first and the title. Defaults to unit, status, first sum and first day. */
  deciding?: readonly string[];
  /** Columns hidden until the reader shows them. */
  hidden?: readonly string[];
  /** Sortable fields, each with an index. */
  sorts: readonly string[];
  defaultSort: string;
  filters: readonly string[];
  /** Frequent filters with an index of their own. */
  indexed?: readonly string[];
  /** Filters by records of other definitions. */
  joins?: Readonly<Record<string, Join>>;
  /** Field within whose value records are ordered manually; defaults to the whole project. */
  orderedWithin?: string;
  /** Filter choices without a field of their own: each value stands for alternative filters. */
  means?: Readonly<Record<string, Readonly<Record<string, readonly Filter[]>>>>;
  /** A status value in requests that stands for all statuses. */
  everyStatus?: string;
  /** Filters named differently from their field; of several fields any may match. */
  asks?: Readonly<Record<string, string | readonly string[]>>;
  /** Filters by the last four digits of a personal phone number, with its field. */
  endings?: Readonly<Record<string, string>>;
  /** Named filters with counts, usually sets of statuses. */
  tabs?: Readonly<Record<string, Filter>>;
  /** Default sort of tabs that differ from the list. */
  tabSorts?: Readonly<Record<string, string>>;
  /** Filters with a count of their own (overdue, mine). */
  marks?: Readonly<Record<string, Filter>>;
  /** Marks late rows red in status and day: by a flag, or an option of a choice, and the day's field. */
  late?: { flag: string; is?: string; day: string };
  /** Records that wait for somebody, each counted once on the home page. */
  waits?: Readonly<Record<string, Wait>>;
  /** Figures of today's work. */
  figures?: Readonly<Record<string, Tally>>;
  /** Records in the day's calendar. */
  planned?: Planned;
  /** Setup step of a new building: shown in this rank until there are `least` records. */
  setUp?: { rank: number; least: number };
}

/** The inverse of an act; its input takes earlier field values. */
export interface Undo {
  action: string;
  /** Input of the inverse act -> field. */
  input?: Readonly<Record<string, string>>;
}

/** Row access of staff: others do not learn that the record exists. Holders of `aggregate` on the module see all. */
export interface Sight {
  /**
   * Reference(s) to the departments that own the record; records without one are visible to all. Absent if departments do
   * not matter.
   */
  department?: string;
  /** A record without department is visible to all only if this reference is empty too. */
  unless?: string;
  /** References to employees who see it in any department. */
  people: readonly string[];
  /** References to further departments whose staff see it, such as those of the records around it. */
  others?: string;
  /** A flag: true where all readers of the module see it. */
  open?: string;
}

/** Groups of the menu (product.md 2). */
export type MenuGroupKey =
  | 'memberUnit'
  | 'fees'
  | 'payments'
  | 'accountingReports'
  | 'accountingSetup'
  | 'customerService'
  | 'operations'
  | 'advanced'
  | 'system';

/** Place of a screen in the menu. */
export interface MenuPlace {
  group: MenuGroupKey;
  /** Rank in the group according to the specification, some of whose screens may not exist yet. */
  order: number;
  /** Locale key `menu:<key>`. */
  key: string;
  /** The command palette offers to create a record. */
  makes?: true;
  /** Shown only if the installation has this. */
  while?: Installed;
  /** Flag required to see it, where reading is not enough. */
  flag?: Flag;
  /** A further permission module whose readers see it. */
  or?: string;
}

/** Fields that distinguish records of the same name: each block has a fifth floor. */
export function apartBy({ apart, fields, title }: Definition): readonly string[] {
  const unique = fields[title]?.unique;
  return apart ?? (typeof unique === 'object' ? [unique.within] : []);
}

/** Fields that are unique together among live records of a project. Records that lack one of them are exempt. */
export interface Unique {
  fields: readonly string[];
  /** Applies only to records with one of these values, by field. */
  where?: Readonly<Record<string, readonly (string | boolean)[]>>;
  /** Code of the refusal; defaults to ALREADY_EXISTS. */
  code?: string;
  /** Field of the error; defaults to the last one. */
  field?: string;
}

/** Values of fields and status that together make a record fixed. */
type Fixed = Readonly<Record<string, readonly string[]>>;

export interface Definition {
  /** Noun of the module, used for its file, collection and locale keys. */
  name: string;
  /** Permission module and live module (modules.md). */
  code: string;
  /** Path under /api. */
  path: string;
  /** Route of its screen under /projects/:idUnitGroup/, if it has one. */
  route?: string;
  /** Page that opens a record under /projects/:idUnitGroup/, up to the id; defaults to `<route>?id=`. */
  opens?: string;
  /** Icon of its screen and records. */
  icon?: Icon;
  menu?: MenuPlace;
  /** Prefix of codes such as `YC-2611-00001`. */
  prefix?: string;
  flags: readonly Flag[];
  /** Flag required to create records; defaults to `write`. */
  makes?: Flag;
  fields: Fields;
  /** Fields nested in one object of a detail: nested name -> field. */
  groups?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Display of a money record. */
  money?: MoneyShape;
  statuses?: Readonly<Record<string, Status>>;
  initial?: string;
  actions?: Readonly<Record<string, Action>>;
  /** Acts that can be undone, with the inverse act; a removal by `restore`. Changes of status cannot. */
  undo?: Readonly<Record<string, Undo>>;
  /** Records that cannot be edited or removed: those with this flag, or with all values of one of these sets. */
  fixedBy?: string | Fixed | readonly Fixed[];
  /** Fields editable after creation; defaults to all in the form. */
  edits?: readonly string[];
  /** Statuses in which it may be edited, and removed; defaults to all. */
  editedIn?: readonly string[];
  removedIn?: readonly string[];
  /** Acts that only follow from changes of other records: sent live, but left out of the activity, which they would flood. */
  follows?: readonly string[];
  list: ListShape;
  badge?: { name: string; filter: Filter };
  /** Access of residents to records of their unit, or to `shared` ones; without it they have none. */
  resident?: {
    create?: boolean;
    shared?: true;
    /** All residents of the project get its events while these flags are set. */
    everyone?: readonly string[];
    /** Statuses in which they see it (default: all), and in which they may edit their own (default: none). */
    statuses?: readonly string[];
    editedIn?: readonly string[];
    /** For records without status: residents may edit and remove their own. */
    edits?: true;
    removes?: true;
    /** Field values required for residents to see it, such as published ones. */
    only?: Readonly<Record<string, readonly string[]>>;
    /** Reference to a block: only its units see the record, while it has the values of `only`. */
    near?: { block: string; only: Readonly<Record<string, string | boolean>> };
    /** Field with the instant of the last message: residents do not see records last used by an earlier household. */
    since?: string;
    /** Day or month of the record: residents who do not answer for the unit see none from before they moved in. */
    sinceDay?: string;
    /** The record always belongs to one household and is never shown to another. */
    unitStays?: true;
    /** Field of the resident who requested it: while set, the record stays with its unit, whose residents alone may read it. */
    askedBy?: string;
    /**
     * Field that lists, separated by commas, the fields hidden from this household because another one wrote them. The code
     * then replaces the title.
     */
    hides?: { by: string; fields: readonly string[] };
    /** Residents do not see which employee answers them. */
    oneVoice?: true;
  };
  /** A live conversation, whose messages and rows also get events of their own. */
  chat?: true;
  /** Limits which staff see a record; by default all readers of the module. */
  visible?: Sight;
  /** Field with the record's name for people, in selects and links. */
  title: string;
  /**
   * Field that says what a record named by its code is about, beside its unit, such as the service of an order. Screens and
   * notices use it as name.
   */
  matter?: string;
  /** Field that replaces the title once it is filled, such as an invoice's number. */
  titledBy?: string;
  /** Fields that distinguish records of the same name in selects; defaults to the field within which the title is unique. */
  apart?: readonly string[];
  /** Values of records that forms offer; stored references to others stay valid. */
  offered?: Readonly<Record<string, string>>;
  /** Code of the refusal if a record does not exist; defaults to NOT_FOUND. */
  missingCode?: string;
  /** Codes that only this module raises, with HTTP status. */
  errors?: Readonly<Record<string, number>>;
  /** Records are people, whose personal values are encrypted with a key per person. */
  person?: true;
  /** Uniqueness over several fields; for a single one use the field's `unique`. */
  unique?: readonly Unique[];
  /** Values stored beside the fields in a shape of the module's own; no request sets them and no answer holds them. */
  columns?: readonly string[];
  /** Texts by which records are found beside those of the list, such as a reference that few have: a partial index each. */
  linked?: readonly string[];
  /** The same for records of all projects, such as the residents of one account. */
  linkedAcross?: readonly string[];
  /** Whether records can be imported from a spreadsheet. */
  imports?: true | Imports;
  /** Records are written in bulk without events of their own, so totals are counted each time. */
  silent?: true;
  /** Code that refuses an empty choice in bulk calls. */
  emptyChoice?: `EMPTY_${string}_SELECTED` & KitError;
  /** Additional name of `ids` in bulk calls. */
  idsKey?: string;
  /** Standard calls; defaults to all that its flags allow. */
  calls?: readonly Call[];
  /** How its amount may be split: sums count each part in its own group. */
  parts?: readonly Parts[];
  /** Rules across fields, run on server and client. */
  check?: (values: Record<string, unknown>) => FieldErrors;
}

/** Lines that make up a record's amount. `by` maps fields of the record to those of a line; `as` gives values that all lines have. */
export interface Parts {
  in: string;
  by?: Readonly<Record<string, string>>;
  as?: Readonly<Record<string, string | null>>;
}

/** A module without records of its own: a view of others' records, or plain code. */
export type Recordless = Pick<Definition, 'name' | 'code' | 'path' | 'flags'> &
  Required<Pick<Definition, 'route' | 'icon' | 'menu'>>;

export type Call =
  | 'list'
  | 'detail'
  | 'create'
  | 'update'
  | 'remove'
  | 'options'
  | 'activities'
  | 'export'
  | 'reveal'
  | 'badges';

/** All filters of a list: its fields, and the choices of `means`. */
export const filtersOf = ({ list }: Definition): readonly string[] => [
  ...list.filters,
  ...Object.keys(list.means ?? {}),
];

/** Values of a filter choice of `means`; null for other filters. */
export const meaningsOf = ({ list }: Definition, name: string): readonly string[] | null => {
  const meanings = list.means?.[name];
  return meanings ? Object.keys(meanings) : null;
};

/** Whether a record has the values that an act requires; `none` means no value. */
export function suits({ when = {} }: Pick<Action, 'when'>, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(when).every(([field, wanted]) => wanted.includes(String(values[field] ?? 'none')));
}

/** The instant from which an act may be done; null for any time. */
export function opensAt({ since }: Pick<Action, 'since'>, values: object, timeZone: string): Date | null {
  if (!since) return null;
  const { moment, minutes = 0, day } = since;
  const value: unknown = Reflect.get(values, moment);
  if (typeof value !== 'string' && !(value instanceof Date)) return null;
  const at = new Date(value);
  return day ? startOfDay(dayOf(at, timeZone), timeZone) : new Date(at.getTime() + minutes * MINUTE_MS);
}

/** Whether a record cannot be edited or removed. */
export function isFixed(
  { fixedBy = [] }: Pick<Definition, 'fixedBy'>,
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof fixedBy === 'string') return values[fixedBy] === true;
  return [fixedBy].flat().some(when => suits({ when }, values));
}

/** Flags that an act requires for a record. */
export const flagsOf = ({ flag, besides }: Action, values: Readonly<Record<string, unknown>>): Flag[] =>
  besides && suits(besides, values) ? [flag, besides.flag] : [flag];

/** Input field for an act's reason. */
export const reasonInput = ({ least = 1 }: Pick<Action, 'least'>): Field => ({
  kind: 'longText',
  min: least,
  max: 1000,
  required: true,
});

/** Field that stores an act's reason. */
export const reasonField = ({ reason }: Action): string => (typeof reason === 'string' ? reason : 'reason');

export const makingFlag = ({ makes = 'write' }: Definition): Flag => makes;

export function removes(definition: Definition): boolean {
  return answers(definition, 'remove') && definition.flags.includes('delete');
}

/** Fields of a record that are hidden from its household. */
export function hiddenOf({ resident }: Definition, doc: Readonly<Record<string, unknown>>): readonly string[] {
  const names = resident?.hides && doc[resident.hides.by];
  return typeof names === 'string' && names !== '' ? names.split(',') : [];
}

/** Whether a record must stay with its unit: another household would read data of the one that requested it, or that it identifies. */
export const staysWithUnit = ({ resident }: Definition, doc: Readonly<Record<string, unknown>>): boolean =>
  Boolean(doc.unitId && (resident?.unitStays || (resident?.askedBy && doc[resident.askedBy])));

/** Whether the definition offers a standard call. */
export function answers(definition: Definition, call: Call): boolean {
  return definition.calls?.includes(call) ?? true;
}
