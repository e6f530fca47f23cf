import type { Action as ActShape, Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields, GivenOf, InputOf, ValueOf } from '@lobby/shared/kit/fields.ts';
import type { Ctx } from '../base/context.ts';
import type { Session } from '../database/database.ts';
import type { Doc, Where } from '../store/records.ts';
import type { Change } from '../store/save.ts';
import { act, type Effect, type Rule } from './act.ts';
import type { Behaviour, ImportRow } from './behaviour.ts';

type ActsOf<D> = D extends { actions: infer A extends Readonly<Record<string, ActShape>> }
  ? A
  : Record<never, ActShape>;
type ActName<D> = keyof ActsOf<D> & string;
type StatusIn<D> = D extends { statuses: infer S } ? keyof S & string : never;

/** What an act is given: its fields as they were sent, and the reason where it asks for one. */
export type ActionInput<A> = (A extends { input: infer F extends Fields } ? InputOf<F> : unknown) &
  (A extends { reason: true | string }
    ? { reason: string }
    : A extends { input: { reason: unknown } }
      ? unknown
      : { reason?: string | null }) & { version?: number };

type NumberIn<D extends Definition> = {
  [K in keyof D['fields']]: D['fields'][K] extends { kind: 'integer' | 'money' | 'percent' | 'decimal' } ? K : never;
}[keyof D['fields']];

/** What an act makes of a record of this definition: `set` names its fields alone. */
export type EffectOf<D extends Definition> = Omit<Effect, 'set' | 'status' | 'inc' | 'while'> & {
  set?: Partial<Doc<D>>;
  status?: StatusIn<D>;
  inc?: { [K in NumberIn<D>]?: number };
  while?: Where<D>;
};

/** The rule of an act: decides on the stored record and the input, and refuses by `fail`. */
export type Action<D extends Definition, N extends ActName<D>> = (
  ctx: Ctx,
  doc: Doc<D>,
  input: ActionInput<ActsOf<D>[N]>,
) => EffectOf<D> | Promise<EffectOf<D>>;

/** A rule that serves several acts of a definition. */
export type RuleOf<D extends Definition, Input extends object = object> = (
  ctx: Ctx,
  doc: Doc<D>,
  input: Input,
) => EffectOf<D> | Promise<EffectOf<D>>;

/** The rule of an act as the kit calls it. */
export const asRule = (action: (ctx: Ctx, doc: never, input: never) => unknown): Rule => action as Rule;

/** Does an act by its typed rule on one record; see `act`. `run` marks work on many. */
export const perform = <D extends Definition, N extends ActName<D>>(
  ctx: Ctx,
  { definition, name, id, input, run }: { definition: D; name: N; id: string; input: object; run?: string },
  action: Action<D, N>,
): Promise<Doc<D>> =>
  act(ctx, definition, name, id, input as Record<string, unknown>, asRule(action), run) as Promise<Doc<D>>;

/** Values of a record on their way into the store: as they were given, or completed by the server. */
export type Values<D extends Definition> = {
  -readonly [K in keyof D['fields']]?: GivenOf<D['fields'][K]> | ValueOf<D['fields'][K], 'stored'> | null;
} & (D extends { statuses: object } ? { status?: StatusIn<D> } : unknown);

/** What is asked for; see `Request` in behaviour.ts. */
export type RequestOf<D extends Definition> =
  | { kind: 'create'; values: Values<D>; doc: null }
  | { kind: 'import'; values: Values<D>; doc: null; rows: readonly ImportRow[]; file: readonly ImportRow[] }
  | { kind: 'update' | 'remove' | 'restore'; values: Values<D>; doc: Doc<D>; file?: readonly ImportRow[] };

/** What is done; see `Done` in behaviour.ts. */
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

/** Rules for acts of a definition, by their names. */
export type ActionsOf<D extends Definition> = { [N in ActName<D>]?: Action<D, N> };

/** The behaviour of a module, typed by its definition: hooks, and a rule for each act that needs one. */
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
  /** As the kit names them once they are untyped: here they would be lost without a word. */
  acts?: never;
}

/** Rules that a helper makes for many definitions, as the acts of this one. */
export const actionsOf = <const D extends Definition>(
  _definition: D,
  rules: Readonly<Record<string, Rule>>,
): NonNullable<BehaviourOf<D>['actions']> => rules as unknown as NonNullable<BehaviourOf<D>['actions']>;

/** Typed rules by the names of their acts, of whichever definition. */
export type AnyActions = Readonly<Record<string, ((ctx: Ctx, doc: never, input: never) => unknown) | undefined>>;

/** A typed behaviour, of whichever definition. */
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

/** The behaviour as the kit calls it: what it hands over was read or checked by the same definition. */
export function untyped({ actions, ...hooks }: AnyBehaviour): Behaviour & { acts: Readonly<Record<string, Rule>> } {
  return { ...(hooks as unknown as Behaviour), acts: (actions ?? {}) as unknown as Readonly<Record<string, Rule>> };
}

/** The rules of a module by the names of their acts, as the kit calls them. */
export const rulesOf = (actions: AnyActions | undefined): Readonly<Record<string, Rule>> => untyped({ actions }).acts;
