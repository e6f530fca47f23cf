import type { Condition, Definition, Filter, Icon } from './definition.ts';
import type { FieldCode, KitError } from './errors.ts';
import type { MoneyPart, MoneyShape } from './money.ts';

/** Columns of every record beside its own fields. */
type BaseColumn = 'createdAt' | 'updatedAt';

type NameOf<FS> = keyof FS & string;
/** Names of a definition's fields. */
export type FieldIn<D extends Definition> = NameOf<D['fields']>;
type StatusIn<D> = D extends { statuses: infer S } ? keyof S & string : never;
/** Names of what a list shows of a record: its fields, times and status. */
export type ColumnIn<D extends Definition> =
  | NameOf<D['fields']>
  | BaseColumn
  | (D extends { statuses: object } ? 'status' : never);
type ActIn<D> = D extends { actions: infer A } ? keyof A & string : never;
type CodeIn<D> = KitError | FieldCode | (D extends { errors: infer E } ? keyof E & string : never);

/** Values of a field that a condition may name: a union if the field has options. */
type WordOf<F> = F extends { kind: 'choice'; options: readonly (infer O extends string)[] }
  ? O
  : F extends { kind: 'flag' }
    ? 'true' | 'false'
    : string;
type WordIn<D extends Definition, N> = N extends 'status'
  ? StatusIn<D>
  : N extends NameOf<D['fields']>
    ? WordOf<D['fields'][N]>
    : string;

/** A filter limited to fields and values of the definition; errors are reported where they occur. */
type CheckedFilter<D extends Definition, F> = {
  [N in keyof F]: N extends 'q' ? string : N extends ColumnIn<D> ? Condition & { in?: readonly WordIn<D, N>[] } : never;
};
type MeaningsIn<D> = D extends { list: { means: infer M } } ? M : unknown;
type KeyIn<D, K extends string> = D extends { list: { [P in K]: infer M } } ? keyof M & string : never;
type EveryStatusIn<D> = D extends { list: { everyStatus: infer S } } ? S : never;
/** Names by which a definition's list is filtered. */
export type FilterNameIn<D extends Definition> =
  | D['list']['filters'][number]
  | KeyIn<D, 'means'>
  | KeyIn<D, 'asks'>
  | KeyIn<D, 'joins'>
  | KeyIn<D, 'endings'>;
type FilterWordIn<D extends Definition, N> = N extends keyof MeaningsIn<D>
  ? keyof MeaningsIn<D>[N]
  : WordIn<D, N> | 'none' | (N extends 'status' ? EveryStatusIn<D> : never);

/** A filter of a definition's list as a screen asks for it: names and values that it declares. */
export type FilterIn<D extends Definition> = Definition extends D
  ? Filter
  : { q?: string } & { [N in FilterNameIn<D>]?: Condition & { in?: readonly FilterWordIn<D, N>[] } };

/** Values of fields on which something depends. */
type CheckedWhen<D extends Definition, W> = {
  [N in keyof W]: N extends ColumnIn<D> ? readonly (WordIn<D, N> | 'none')[] : never;
};

/** Values that make a record fixed. */
type FixedWhen<D extends Definition> = { readonly [N in ColumnIn<D>]?: readonly string[] };

type CheckedField<D extends Definition, F> = {
  taken?: CodeIn<D>;
  invalidRefCode?: CodeIn<D>;
  unique?: boolean | { within: NameOf<D['fields']> };
} & (F extends { visibleWhen: infer W } ? { visibleWhen: CheckedWhen<D, W> } : unknown);

/** Where a reason is stored: in the field `reason`, or in a named one. */
type ReasonIn<D extends Definition, R> = R extends true
  ? 'reason' extends NameOf<D['fields']>
    ? true
    : NameOf<D['fields']>
  : NameOf<D['fields']>;

type CheckedAction<D extends Definition, A> = {
  from: readonly StatusIn<D>[];
  to?: StatusIn<D>;
} & (A extends { when: infer W } ? { when: CheckedWhen<D, W> } : unknown) &
  (A extends { reason: infer R } ? { reason: ReasonIn<D, R> } : unknown);

type CheckedUndo<D extends Definition, U> = {
  [N in keyof U]: N extends ActIn<D> | 'remove'
    ? { action: ActIn<D> | 'restore'; input?: Readonly<Record<string, NameOf<D['fields']>>> }
    : never;
};

interface CheckedUnique<D extends Definition> {
  fields: readonly (NameOf<D['fields']> | (D extends { statuses: object } ? 'status' : never))[];
  where?: { [N in ColumnIn<D>]?: readonly (WordIn<D, N> | boolean)[] };
  code?: CodeIn<D>;
  field?: NameOf<D['fields']>;
}

/** What is asked of a definition's list. */
export interface ListQuery<D extends Definition> {
  filter?: FilterIn<D>;
  sort?: SortIn<D>;
  limit?: number;
}

/** A sort of a definition's list, ascending or with a minus descending. */
export type SortIn<D extends Definition> = D['list']['sorts'][number] | `-${D['list']['sorts'][number]}`;

/** Checks what the home page reads of a definition: declared filters and fields. */
type CheckedWait<D extends Definition, W> = {
  by?: ColumnIn<D>;
  sum?: NameOf<D['fields']>;
} & (W extends { where: infer F } ? { where: CheckedFilter<D, F> } : unknown);
type CheckedTally<D extends Definition, T> = {
  day?: ColumnIn<D>;
  sum?: NameOf<D['fields']>;
} & (T extends { where: infer F } ? { where: CheckedFilter<D, F> } : unknown);

interface CheckedList<D extends Definition> {
  columns: readonly ColumnIn<D>[];
  deciding?: readonly ColumnIn<D>[];
  hidden?: readonly ColumnIn<D>[];
  late?: { flag: NameOf<D['fields']>; day: NameOf<D['fields']> };
  sorts: readonly ColumnIn<D>[];
  defaultSort: SortIn<D>;
  filters: readonly ColumnIn<D>[];
  indexed?: readonly ColumnIn<D>[];
  orderedWithin?: NameOf<D['fields']>;
  tabSorts?: Readonly<Partial<Record<keyof D['list']['tabs'], SortIn<D>>>>;
}

/** Display of a money record, limited to its fields and statuses. */
interface CheckedMoney<D extends Definition> extends MoneyShape {
  amount: readonly NameOf<D['fields']>[];
  left?: NameOf<D['fields']>;
  waits?: { in: readonly StatusIn<D>[]; paid?: NameOf<D['fields']> };
  subject?: readonly NameOf<D['fields']>[];
  between?: readonly [NameOf<D['fields']>, NameOf<D['fields']>];
  state?: { field: NameOf<D['fields']>; in: readonly StatusIn<D>[] };
  due?: NameOf<D['fields']>;
  on?: NameOf<D['fields']>;
  person?: NameOf<D['fields']>;
  parts: Readonly<Partial<Record<MoneyPart, readonly NameOf<D['fields']>[]>>>;
}

/**
 * Checks of a definition beyond its shape: names of fields, statuses, acts, options and error codes must be declared in it.
 * `defineModule` requires it, so that a typo does not compile (house.md, A module).
 */
export type Checked<D extends Definition> = (D extends { route: string } | { opens: string } | { menu: object }
  ? { icon: Icon }
  : unknown) &
  (D extends { menu: object } ? { route: string } : unknown) & {
    title: NameOf<D['fields']>;
    linked?: readonly NameOf<D['fields']>[];
    linkedAcross?: readonly NameOf<D['fields']>[];
    matter?: NameOf<D['fields']>;
    titledBy?: NameOf<D['fields']>;
    apart?: readonly NameOf<D['fields']>[];
    missingCode?: CodeIn<D>;
    fixedBy?: NameOf<D['fields']> | FixedWhen<D> | readonly FixedWhen<D>[];
    edits?: readonly NameOf<D['fields']>[];
    visible?: {
      department?: NameOf<D['fields']>;
      people: readonly NameOf<D['fields']>[];
      others?: NameOf<D['fields']>;
      open?: NameOf<D['fields']>;
    };
    initial?: StatusIn<D>;
    editedIn?: readonly StatusIn<D>[];
    removedIn?: readonly StatusIn<D>[];
    fields: { [N in keyof D['fields']]: CheckedField<D, D['fields'][N]> };
    list: CheckedList<D> &
      (D['list'] extends { tabs: infer T } ? { tabs: { [N in keyof T]: CheckedFilter<D, T[N]> } } : unknown) &
      (D['list'] extends { marks: infer T } ? { marks: { [N in keyof T]: CheckedFilter<D, T[N]> } } : unknown) &
      (D['list'] extends { waits: infer T } ? { waits: { [N in keyof T]: CheckedWait<D, T[N]> } } : unknown) &
      (D['list'] extends { figures: infer T } ? { figures: { [N in keyof T]: CheckedTally<D, T[N]> } } : unknown) &
      (D['list'] extends { planned: { where: infer F } }
        ? { planned: { at: ColumnIn<D>; where: CheckedFilter<D, F> } }
        : unknown);
  } & (D extends { actions: infer A } ? { actions: { [N in keyof A]: CheckedAction<D, A[N]> } } : unknown) &
  (D extends { money: unknown } ? { money: CheckedMoney<D> } : unknown) &
  (D extends { undo: infer U } ? { undo: CheckedUndo<D, U> } : unknown) &
  (D extends { unique: unknown } ? { unique: readonly CheckedUnique<D>[] } : unknown) &
  (D extends { badge: { filter: infer F } } ? { badge: { name: string; filter: CheckedFilter<D, F> } } : unknown) &
  (D extends { imports: { keys: unknown } }
    ? { imports: { keys: readonly (readonly NameOf<D['fields']>[])[] } }
    : unknown);

/** Declares a module. Keeps the literal types of fields, statuses and acts, and checks names against each other. */
export function defineModule<const D extends Definition>(definition: D & Checked<D>): D {
  return definition;
}

/** Flags and calls of a journal, which acts of other modules write and nobody edits: it is read, counted and exported. */
export const JOURNAL = { flags: ['read', 'export'], calls: ['list', 'export', 'badges'] } as const;
