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
export type { DocOf, RowOf } from './record.ts';
export type { Status, Tone } from './status.ts';

/** One act on a record: `A -action-> B` is allowed, all else is refused (domain.md, Statuses). */
export interface Action {
  /** Of a module without statuses: none, and the act may be done at any time. */
  from: readonly string[];
  /** Absent: the act leaves the status as it is (assign, label). */
  to?: string;
  flag: Flag;
  /** A further flag, which it takes of records with these values. */
  besides?: { flag: Flag; when: Readonly<Record<string, readonly string[]>> };
  /** Whose act it is; `both` where staff and residents may. Default staff. */
  by?: 'staff' | 'resident' | 'both' | 'system';
  input?: Fields;
  /** Further paths that it answers at. */
  paths?: readonly string[];
  /** The list of references that it changes: one of the record's fields, its input made by `listInput`. */
  list?: string;
  /** Asks for a reason and keeps it, in the field of that name where it is not `reason`. */
  reason?: boolean | string;
  /** Of so many letters at least, where one tells nobody anything. */
  least?: number;
  /** Its input is asked for, though none of it is required; of records that hold these values alone. */
  asks?: true | Readonly<Record<string, readonly string[]>>;
  /** May be done to many at once: `PUT /<action>-multi`; one by one in the order of a field, where who comes first makes a difference. */
  multi?: boolean | { inOrderOf: string };
  /** Values that a record has where the act is done, field by field: where a status is not what decides. */
  when?: Readonly<Record<string, readonly string[]>>;
  /** The moment from which it may be done, and is offered: one of the record's, so many minutes later, or its day. */
  since?: { moment: string; minutes?: number; day?: true };
  /** A field of the record that is told along with who was quicker: where somebody was let in. */
  tells?: string;
  /** It switches the flag of `when`: done twice, the second is told who was first. */
  togglesFlag?: true;
  /** Statuses in which it is refused for a reason of their own: its code. */
  statusCodes?: Readonly<Record<string, string>>;
  /** The code by which it is refused where `when` does not hold. */
  whenFailsCode?: string;
  /** Statuses in which it is what people come for, though it changes none. */
  primaryIn?: readonly string[];
  /** It holds up, ends or takes back: never what people come for, whatever the status. */
  aside?: true;
  /** The key that does it in a list or detail. */
  key?: string;
  /** Its mark, where neither a status nor its input gives it one. */
  icon?: 'move' | 'share' | 'upload';
  /** Its record is there no more afterwards. */
  ends?: true;
  /** Nothing tells that it was done, or when: no event, and no version or time of its record (domain.md, ruling 38). */
  untold?: true;
  /** What cannot be undone or refuses somebody: red, and asked about before. */
  danger?: boolean;
}

/** A filter as it is kept in a URL and sent: one of, or a range; `me` and `none` stand for the reader and nobody. */
export interface Condition {
  in?: readonly string[];
  from?: string;
  to?: string;
  /** The last so many days, today among them: `from` and `to` are theirs at the moment. */
  days?: number;
}
export type Filter = { /** The search box. */ q?: string } & { [field: string]: Condition | string | undefined };

/** A filter through the records of another definition that stand on the same unit; null until that has landed: nothing is found then. */
export interface Join {
  field: Field;
  through: { definition: string; field: string } | null;
}

/** Which records of a module wait for somebody, where the day begins; words in `waits.<name>`. */
export interface Wait {
  as: Urgency;
  where: Filter;
  /** Who may do something about it; default: who may read. */
  flag?: Flag;
  /** Each stands for itself: the first few are named, not counted. */
  each?: true;
  /** Since when it waits, or by when it is due. */
  by?: string;
  /** Only what is due by the end of today, or was before. */
  dueToday?: true;
  /** Those of `each` that are named before the others, however long those have waited. */
  first?: Filter;
  /** What it comes to. */
  sum?: string;
  does: Deed;
}

/** A number of today's work in the strip of a trade; words in `figures.<name>`. */
export interface Tally {
  trades: readonly Trade[];
  /** The field whose day counts, today with the fourteen days up to it; absent: as it stands now. */
  day?: string;
  where?: Filter;
  sum?: string;
  bad?: true;
  /** A record leaves it once its moment is over, so that the days before say nothing: told of today alone. */
  passing?: true;
}

/** What stands in the day's calendar: the moment of each record, and which of them. */
export interface Planned {
  at: string;
  where: Filter;
  /** Whose calendar it stands in; default: that of all who may read it. */
  trades?: readonly Trade[];
}

export interface ListShape {
  /** Fields shown as columns, in order; the client may hide all but the first. */
  columns: readonly string[];
  /** Columns that stay in view on a small screen beside the first one and the title; default: unit, status, the first sum and the first day. */
  deciding?: readonly string[];
  /** Fields a list may be sorted by, each with its index. */
  sorts: readonly string[];
  defaultSort: string;
  filters: readonly string[];
  /** Filters so frequent that they have an index of their own. */
  indexed?: readonly string[];
  /** Filters that no field of its own answers. */
  joins?: Readonly<Record<string, Join>>;
  /** Records stand in an order among those that hold the same here; default among all of the project. */
  orderedWithin?: string;
  /** Choices to filter by that no field holds: what each of them asks for, one filter or another. */
  means?: Readonly<Record<string, Readonly<Record<string, readonly Filter[]>>>>;
  /** What may be sent for a status and means each of them. */
  everyStatus?: string;
  /** Filters that ask for another field than the one that they are named after; of several, any of them answers. */
  asks?: Readonly<Record<string, string | readonly string[]>>;
  /** Filters by the last four digits of a personal phone, and the phone of each. */
  endings?: Readonly<Record<string, string>>;
  /** Named sets of statuses, with counts. */
  tabs?: Readonly<Record<string, Filter>>;
  /** The usual order of tabs that have another than the list. */
  tabSorts?: Readonly<Record<string, string>>;
  /** Filters worth a count of their own (overdue, mine). */
  marks?: Readonly<Record<string, Filter>>;
  /** Rows that are late say so, red in their status and day: the flag that tells it, or the option that a choice has then, and the day. */
  late?: { flag: string; is?: string; day: string };
  /** What of them waits for somebody, each once: the page at which work begins shows it. */
  waits?: Readonly<Record<string, Wait>>;
  /** Numbers of today's work. */
  figures?: Readonly<Record<string, Tally>>;
  /** Which of them stand in the calendar of the day. */
  planned?: Planned;
  /** A building that begins is asked for them, in this rank, until it has so many. */
  setUp?: { rank: number; least: number };
}

/** How an act is taken back: by another, whose input is what fields held before. */
export interface Undo {
  action: string;
  /** Input of the inverse act -> field. */
  input?: Readonly<Record<string, string>>;
}

/** Which staff see a record; the others do not know of it. Who holds `aggregate` on the module sees all of them. */
export interface Sight {
  /** Reference, or references, to the departments whose record it is; without one it is everybody's. Absent: of no department. */
  department?: string;
  /** A reference without which alone a record of no department is everybody's. */
  unless?: string;
  /** References to employees who see it wherever they work. */
  people: readonly string[];
}

/** The groups of the menu (product.md 2). */
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

/** The place of a screen in the menu. */
export interface MenuPlace {
  group: MenuGroupKey;
  /** The rank in the group by the specification, where not every screen has landed yet. */
  order: number;
  /** Its words: `menu:<key>`. */
  key: string;
  /** The palette offers to make a record from anywhere. */
  makes?: true;
  /** It is there only where the installation has this. */
  while?: Installed;
  /** It is there only for who holds this, where reading alone opens nothing. */
  flag?: Flag;
}

/** The fields that tell records of the same name apart: the fifth floor is one of each block. */
export function apartBy({ apart, fields, title }: Definition): readonly string[] {
  const unique = fields[title]?.unique;
  return apart ?? (typeof unique === 'object' ? [unique.within] : []);
}

/** Fields whose values no two live records of a project share; records that lack one of them share nothing. */
export interface Unique {
  fields: readonly string[];
  /** Only among the records that hold one of these values, field by field. */
  where?: Readonly<Record<string, readonly (string | boolean)[]>>;
  /** The code of the refusal; default ALREADY_EXISTS. */
  code?: string;
  /** The field that is told of it; default the last one. */
  field?: string;
}

/** Fields and statuses with the values that make a record stay as it is: all of them together. */
type Fixed = Readonly<Record<string, readonly string[]>>;

export interface Definition {
  /** The noun of the module: its file, collection, translation names. */
  name: string;
  /** Permission module and live module (modules.md). */
  code: string;
  /** Path under /api. */
  path: string;
  /** Route of its screen under /projects/:idUnitGroup/, where it has one. */
  route?: string;
  /** Where a record opens under /projects/:idUnitGroup/, up to its id; default `<route>?id=`. */
  opens?: string;
  /** Marks its screen and its records. */
  icon?: Icon;
  menu?: MenuPlace;
  /** Letters before the running number of a code `YC-2611-00001`. */
  prefix?: string;
  flags: readonly Flag[];
  /** The flag that creates, where that is not `write`. */
  makes?: Flag;
  fields: Fields;
  /** Fields that travel together in a detail, under one name: the name of each there -> the field. */
  groups?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** It is a record of money: how its drawer is read. */
  money?: MoneyShape;
  statuses?: Readonly<Record<string, Status>>;
  initial?: string;
  actions?: Readonly<Record<string, Action>>;
  /** Acts that can be taken back, with the act that does; a removal by `restore`. A status has none. */
  undo?: Readonly<Record<string, Undo>>;
  /** Flag of those records that stay as they are, or fields with the values of them, of a list any: nobody is offered to edit or to remove them. */
  fixedBy?: string | Fixed | readonly Fixed[];
  /** What alone is edited of a record that stands; absent: all that its form asks. */
  edits?: readonly string[];
  /** The statuses in which its form is edited, and in which it may be removed; absent: all. */
  editedIn?: readonly string[];
  removedIn?: readonly string[];
  /** Acts that only follow from what was done to other records: told live, and in no activity of a record, which they would drown. */
  follows?: readonly string[];
  list: ListShape;
  badge?: { name: string; filter: Filter };
  /** What residents may do with the records of their unit, or with what is `shared` with it by the fields of an audience; absent: nothing at all. */
  resident?: {
    create?: boolean;
    shared?: true;
    /** Every resident of the project hears of its records while these flags of them are set. */
    everyone?: readonly string[];
    /** The statuses in which they see it (absent: all), and in which they edit theirs (absent: never). */
    statuses?: readonly string[];
    editedIn?: readonly string[];
    /** Of records without a status: they edit theirs, and remove them. */
    edits?: true;
    removes?: true;
    /** The values of fields with which alone they see it: what was published. */
    only?: Readonly<Record<string, readonly string[]>>;
    /** The reference to a block whose homes alone see it, as long as it has the values of `only`. */
    near?: { block: string; only: Readonly<Record<string, string | boolean>> };
    /** The instant of the last word in a record: one of a household that lived there before is not theirs. */
    since?: string;
    /** The day or month that a record is of: who does not answer for the unit sees none from before they moved in. */
    sinceDay?: string;
    /** It is that of one household for ever: another one learns nothing of it. */
    unitStays?: true;
    /** The resident who asked for it: while that field is set, the record stays with its unit, where alone it is read. */
    askedBy?: string;
    /** The text that names, comma apart, which of these fields a household reads nothing of, since another one wrote it; the title is the record's code then. */
    hides?: { by: string; fields: readonly string[] };
    /** Staff speak with one voice to residents, who do not see which of them does. */
    oneVoice?: true;
  };
  /** It is a conversation, live: what is said and its rows are told under names of their own, too. */
  chat?: true;
  /** Narrows which staff see a record; absent: all who may read the module. */
  visible?: Sight;
  /** Field that names a record to people, in selects and links. */
  title: string;
  /** What a record that is called by a code is about, beside its unit: an order its service. Screens and notices name it by that. */
  matter?: string;
  /** The text that a record is called by once it has it, before its title: an invoice by its number. */
  titledBy?: string;
  /** Fields that tell namesakes apart where one is picked; default what the title is unique within. */
  apart?: readonly string[];
  /** What forms offer of its records; what is stored already stays. */
  offered?: Readonly<Record<string, string>>;
  /** The code by which a record that is not there is refused; default NOT_FOUND. */
  missingCode?: string;
  /** Codes that only this module raises, with their HTTP status. */
  errors?: Readonly<Record<string, number>>;
  /** Its records are people: what is personal is sealed under a key of each one's own. */
  person?: true;
  /** What is unique of several fields together; of a single field, the field says it. */
  unique?: readonly Unique[];
  /** Its records may come from a spreadsheet. */
  imports?: true | Imports;
  /** Its records are written without events of their own, many at a time: how many there are is counted each time. */
  silent?: true;
  /** How calls on many refuse an empty choice. */
  emptyChoice?: `EMPTY_${string}_SELECTED` & KitError;
  /** What calls on many name the ids by beside `ids`. */
  idsKey?: string;
  /** Standard calls it answers; default all that its flags allow. */
  calls?: readonly Call[];
  /** Where its amount may be divided: sums count each part in its own group. */
  parts?: readonly Parts[];
  /** Rules between fields, the same on both sides. */
  check?: (values: Record<string, unknown>) => FieldErrors;
}

/** Lines of a record that its amount is made of: `by` tells which field of a line says what a field of the record says of the whole, `as` what all of them say. */
export interface Parts {
  in: string;
  by?: Readonly<Record<string, string>>;
  as?: Readonly<Record<string, string | null>>;
}

/** A module without records of its own: a view over those of others, or ordinary code. */
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

/** All that a list is filtered by: its fields, and the choices that mean filters. */
export const filtersOf = ({ list }: Definition): readonly string[] => [
  ...list.filters,
  ...Object.keys(list.means ?? {}),
];

/** The words of a choice that means filters. */
export const meaningsOf = ({ list }: Definition, name: string): readonly string[] | null => {
  const meanings = list.means?.[name];
  return meanings ? Object.keys(meanings) : null;
};

/** Whether a record has the values that an act asks for; `none` is no value. */
export function suits({ when = {} }: Pick<Action, 'when'>, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(when).every(([field, wanted]) => wanted.includes(String(values[field] ?? 'none')));
}

/** From when on an act may be done to a record; null: at any time. */
export function opensAt({ since }: Pick<Action, 'since'>, values: object, timeZone: string): Date | null {
  if (!since) return null;
  const { moment, minutes = 0, day } = since;
  const value: unknown = Reflect.get(values, moment);
  if (typeof value !== 'string' && !(value instanceof Date)) return null;
  const at = new Date(value);
  return day ? startOfDay(dayOf(at, timeZone), timeZone) : new Date(at.getTime() + minutes * MINUTE_MS);
}

/** Whether a record stays as it is. */
export function isFixed(
  { fixedBy = [] }: Pick<Definition, 'fixedBy'>,
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof fixedBy === 'string') return values[fixedBy] === true;
  return [fixedBy].flat().some(when => suits({ when }, values));
}

/** The flags that an act takes of a record. */
export const flagsOf = ({ flag, besides }: Action, values: Readonly<Record<string, unknown>>): Flag[] =>
  besides && suits(besides, values) ? [flag, besides.flag] : [flag];

/** What asks for the reason of an act. */
export const reasonInput = ({ least = 1 }: Pick<Action, 'least'>): Field => ({
  kind: 'longText',
  min: least,
  max: 1000,
  required: true,
});

/** The field that keeps the reason of an act. */
export const reasonField = ({ reason }: Action): string => (typeof reason === 'string' ? reason : 'reason');

/** The flag under which its records are created. */
export const makingFlag = ({ makes = 'write' }: Definition): Flag => makes;

/** Whether its records can be removed. */
export function removes(definition: Definition): boolean {
  return answers(definition, 'remove') && definition.flags.includes('delete');
}

/** The fields of a record that its household reads nothing of. */
export function hiddenOf({ resident }: Definition, doc: Readonly<Record<string, unknown>>): readonly string[] {
  const names = resident?.hides && doc[resident.hides.by];
  return typeof names === 'string' && names !== '' ? names.split(',') : [];
}

/** Whether a record stays with its unit: a household asked for it or is known by it, and another one would read what is its own. */
export const staysWithUnit = ({ resident }: Definition, doc: Readonly<Record<string, unknown>>): boolean =>
  Boolean(doc.unitId && (resident?.unitStays || (resident?.askedBy && doc[resident.askedBy])));

/** Whether the definition answers a standard call. */
export function answers(definition: Definition, call: Call): boolean {
  return definition.calls?.includes(call) ?? true;
}
