import type { Action as ActShape, Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields, GivenOf, InputOf, ValueOf } from '@lobby/shared/kit/fields.ts';
import type { Ctx } from '../base/context.ts';
import type { Session } from '../database/database.ts';
import type { Doc, Where } from '../store/records.ts';
import type { Change } from '../store/save.ts';
import { act, type Effect, type Rule } from './acts/act.ts';
import type { Behaviour, ImportRow } from './behaviour.ts';

type ActsOf<D> = D extends { actions: infer A extends Readonly<Record<string, ActShape>> }
  ? A
  : Record<never, ActShape>;
export type ActName<D> = keyof ActsOf<D> & string;
type StatusIn<D> = D extends { statuses: infer S } ? keyof S & string : never;

/** Input of an act: its fields, and the reason if the act takes one. */
export type ActionInput<A> = (A extends { input: infer F extends Fields } ? InputOf<F> : unknown) &
  (A extends { reason: true | string }
    ? { reason: string }
    : A extends { input: { reason: unknown } }
      ? unknown
      : { reason?: string | null }) & { version?: number };

type NumberIn<D extends Definition> = {
  [K in keyof D['fields']]: D['fields'][K] extends { kind: 'integer' | 'money' | 'percent' | 'decimal' } ? K : never;
}[keyof D['fields']];

/** Result of an act's rule; `set` is limited to fields of the definition. */
export type EffectOf<D extends Definition> = Omit<Effect, 'set' | 'status' | 'inc' | 'while'> & {
  set?: Partial<Doc<D>>;
  status?: StatusIn<D>;
  inc?: { [K in NumberIn<D>]?: number };
  while?: Where<D>;
};

/** The rule of an act: decides by stored record and input, and refuses with `fail`. */
export type Action<D extends Definition, N extends ActName<D>> = (
  ctx: Ctx,
  doc: Doc<D>,
  input: ActionInput<ActsOf<D>[N]>,
) => EffectOf<D> | Promise<EffectOf<D>>;

/** A rule shared by several acts of a definition. */
export type RuleOf<D extends Definition, Input extends object = object> = (
  ctx: Ctx,
  doc: Doc<D>,
  input: Input,
) => EffectOf<D> | Promise<EffectOf<D>>;

/** Converts a typed rule to the kit's type. */
export const asRule = (action: (ctx: Ctx, doc: never, input: never) => unknown): Rule => action as Rule;

/** An act on one record. `run` marks bulk work. */
interface Performed<D extends Definition, N extends ActName<D>> {
  definition: D;
  name: N;
  id: string;
  input: ActionInput<ActsOf<D>[N]>;
  run?: string | undefined;
}

/** Does an act on one record by its typed rule; see `act`. Of one among several acts the rule is one of theirs. */
export const perform = <D extends Definition, N extends ActName<D>>(
  ctx: Ctx,
  { definition, name, id, input, run }: Performed<D, N>,
  action: { [K in N]: Action<D, K> }[N],
): Promise<Doc<D>> =>
  act(ctx, definition, name, id, input as Record<string, unknown>, asRule(action), run) as Promise<Doc<D>>;

/** Values of a record to be stored: as given, or completed by the server. */
export type Values<D extends Definition> = {
  -readonly [K in keyof D['fields']]?: GivenOf<D['fields'][K]> | ValueOf<D['fields'][K], 'stored'> | null;
} & (D extends { statuses: object } ? { status?: StatusIn<D> } : unknown);

/** The request; see `Request` in behaviour.ts. */
export type RequestOf<D extends Definition> =
  | { kind: 'create'; values: Values<D>; doc: null }
  | { kind: 'import'; values: Values<D>; doc: null; rows: readonly ImportRow[]; file: readonly ImportRow[] }
  | { kind: 'update' | 'remove' | 'restore'; values: Values<D>; doc: Doc<D>; file?: readonly ImportRow[] };

/** The outcome; see `Done` in behaviour.ts. */
export type DoneOf<D extends Definition> =
  | { kind: 'create'; doc: Doc<D>; before: null }
  | {
      kind: 'import';
      doc: Doc<D>;
      before: null;
      rows: readonly ImportRow[];
      file: readonly ImportRow[];
      homes: Record<string, unknown>[];
    }
  | {
      kind: 'update';
      doc: Doc<D>;
      before: Doc<D>;
      file?: readonly ImportRow[];
      homes?: Record<string, unknown>[];
    }
  | { kind: 'restore'; doc: Doc<D>; before: Doc<D> }
  | { kind: 'remove'; doc: null; before: Doc<D> };

export type ActionsOf<D extends Definition> = { [N in ActName<D>]?: Action<D, N> };

/** The behaviour of a module, typed by its definition: hooks, and rules for acts that need one. */
export interface BehaviourOf<D extends Definition> {
  check?: (ctx: Ctx, request: RequestOf<D>) => Promise<Values<D>>;
  changes?: (ctx: Ctx, done: DoneOf<D>) => Promise<Change[]>;
  number?: (ctx: Ctx, session: Session, doc: Doc<D>) => Promise<void>;
  first?: (ctx: Ctx, session: Session, doc: Doc<D>) => Promise<void>;
  inTransaction?: (ctx: Ctx, session: Session, done: DoneOf<D>) => Promise<void>;
  ofEditedAlone?: Behaviour['ofEditedAlone'];
  home?: (
    ctx: Ctx,
    home: Record<string, unknown>,
    doc: Doc<D> | null,
    file: readonly ImportRow[],
  ) => Promise<Record<string, unknown> | null>;
  exports?: Behaviour['exports'];
  actions?: ActionsOf<D>;
  /** The untyped name of `actions`. Forbidden here, because it would be ignored silently. */
  acts?: never;
}

/** Casts rules that a helper made for any definition to the acts of this one. */
export const actionsOf = <const D extends Definition>(
  _definition: D,
  rules: Readonly<Record<string, Rule>>,
): NonNullable<BehaviourOf<D>['actions']> => rules as unknown as NonNullable<BehaviourOf<D>['actions']>;

export type AnyActions = Readonly<Record<string, ((ctx: Ctx, doc: never, input: never) => unknown) | undefined>>;

interface AnyBehaviour {
  check?: (ctx: Ctx, request: never) => Promise<object>;
  changes?: (ctx: Ctx, done: never) => Promise<Change[]>;
  number?: (ctx: Ctx, session: Session, doc: never) => Promise<void>;
  first?: (ctx: Ctx, session: Session, doc: never) => Promise<void>;
  inTransaction?: (ctx: Ctx, session: Session, done: never) => Promise<void>;
  ofEditedAlone?: Behaviour['ofEditedAlone'];
  home?: (ctx: Ctx, home: never, doc: never, file: never) => Promise<object | null>;
  exports?: Behaviour['exports'];
  actions?: AnyActions;
}

/** Converts a behaviour to the kit's type. Safe, because its arguments are read or validated by the same definition. */
export function untyped({ actions, ...hooks }: AnyBehaviour): Behaviour & { acts: Readonly<Record<string, Rule>> } {
  return { ...(hooks as unknown as Behaviour), acts: (actions ?? {}) as unknown as Readonly<Record<string, Rule>> };
}

/** Converts the rules of a module to the kit's type. */
export const rulesOf = (actions: AnyActions | undefined): Readonly<Record<string, Rule>> => untyped({ actions }).acts;
