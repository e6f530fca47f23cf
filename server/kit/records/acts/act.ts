import { monthOf } from '@lobby/shared/kit/dates.ts';
import { type Action, type Definition, flagsOf, reasonField, suits } from '@lobby/shared/kit/definition.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { type Ctx, can } from '../../base/context.ts';
import { fail, failFields, Refusal } from '../../base/errors.ts';
import type { Session } from '../../database/database.ts';
import type { Together } from '../../jobs/runs.ts';
import type { Loaded } from '../../store/records.ts';
import { sightQuery } from '../../store/row-access.ts';
import { type Change, retryOnConflict, save, VersionConflict } from '../../store/save.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { nearTo, sharedWith } from '../audience.ts';
import type { Reader } from '../present.ts';
import { lastChange } from './last-change.ts';

/** Result of an act's rule: the fields to set, and what else belongs to the same transaction. */
export interface Effect {
  set?: Record<string, unknown>;
  /** New status, if it differs from the act's target: an approval step that is not the last. */
  status?: string;
  inc?: Record<string, number>;
  /** Conditions on the record at the time of saving, beside its version. */
  while?: Record<string, unknown>;
  extra?: Record<string, unknown>;
  /** Completes `set` within the transaction, before anything is written. */
  first?: (session: Session, set: Record<string, unknown>) => Promise<void>;
  also?: Change['also'];
  /** Shown in the activity instead of the fields set. */
  note?: Change['note'];
  /** Changes of other documents, saved together. */
  with?: Change[];
}
export interface Rule {
  (ctx: Ctx, doc: Stored, input: Record<string, unknown>): Effect | Promise<Effect>;
  /** Refuses the act regardless of the record, before a conflict with another user is reported. */
  refuses?: (ctx: Ctx) => Promise<void>;
  together?: Together;
}

/** The rule of an act: the module's own, or the default from the definition. */
export function ruleOf(definition: Definition, name: string, rules: Readonly<Record<string, Rule>> = {}): Rule {
  const list = definition.actions?.[name]?.list;
  return (
    rules[name] ??
    (list ? (_ctx, doc, input) => ({ set: { [list]: changedList(definition, list, doc, input) } }) : () => ({}))
  );
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A list of references after its change. An id both removed and added stays. */
function changedList({ fields }: Definition, name: string, doc: Stored, input: Record<string, unknown>): string[] {
  const field = fields[name];
  const removed = idsOf(input.remove);
  const rest = idsOf(input[name] ?? doc[name]).filter(id => !removed.includes(id));
  const after = [...new Set([...rest, ...idsOf(input.add)])];
  if (field?.kind === 'refs' && after.length > field.max)
    failFields({ add: { code: 'TOO_MANY', params: { max: field.max } } });
  return after;
}

/** Filter for what the caller may read: by row access for staff; by unit or sharing for residents. */
export async function loadScope(ctx: Ctx, definition: Definition): Promise<Record<string, unknown>> {
  if (ctx.kind === 'staff') return sightQuery(definition, ctx);
  if (ctx.kind === 'system') return {};
  if (ctx.kind === 'guest')
    return { $and: [{ _id: ctx.guest?.definition === definition.name ? ctx.guest.recordId : null }] };
  const { shared, statuses, only = {}, near, since, sinceDay } = definition.resident ?? {};
  const conditions = Object.entries(only).map(([name, values]) => [
    name,
    { $in: values.map(value => (value === 'true' ? true : value)) },
  ]);
  const open = { ...(statuses && { status: { $in: [...statuses] } }), ...Object.fromEntries(conditions) };
  if (shared) return { ...(await sharedWith(definition, ctx.projectId, ctx.unitId ?? '', ctx.home)), ...open };
  if (near) return nearTo(near, ctx.projectId, ctx.unitId ?? '');
  const lately = since && ctx.livesSince && { $or: [{ [since]: null }, { [since]: { $gte: ctx.livesSince } }] };
  const { movedInOn } = ctx;
  const isMonth = sinceDay !== undefined && definition.fields[sinceDay]?.kind === 'month';
  const later = sinceDay && movedInOn && { [sinceDay]: { $gte: isMonth ? monthOf(movedInOn) : movedInOn } };
  return 'unitId' in definition.fields ? { unitId: ctx.unitId, ...open, ...lately, ...later } : open;
}

/**
 * Loads a record of the caller's project, for residents of their unit. Anything else is a 404, whether it exists or not.
 * `ended` includes removed records.
 */
export async function load<const D extends Definition>(
  ctx: Ctx,
  definition: D,
  id: string,
  { ended = false }: { ended?: boolean } = {},
): Promise<Loaded<D>> {
  const live = ended ? {} : { deletedAt: null };
  const doc = await modelOf(definition)
    .findOne({ _id: id, projectId: ctx.projectId, ...live, ...(await loadScope(ctx, definition)) })
    .lean<Loaded<D>>();
  return doc ?? failMissing(definition);
}

/** Loads chosen records by code; refused if one does not exist or is invisible to the caller. */
export async function loadChosen<const D extends Definition>(
  ctx: Ctx,
  definition: D,
  ids: readonly string[],
): Promise<Loaded<D>[]> {
  const wanted = [...new Set(ids)];
  const docs = await modelOf(definition)
    .find({ _id: { $in: wanted }, projectId: ctx.projectId, deletedAt: null, ...(await loadScope(ctx, definition)) })
    .sort({ code: 1, _id: 1 })
    .lean<Loaded<D>[]>();
  return docs.length < wanted.length ? failMissing(definition) : docs;
}

/** Refuses a record that does not exist or is invisible to the caller. */
export const failMissing = ({ missingCode = 'NOT_FOUND' }: Pick<Definition, 'missingCode'>): never => fail(missingCode);

/** An act together with the loaded record. */
export interface OnRecord {
  definition: Definition;
  name: string;
  doc: Stored;
  input: Record<string, unknown>;
  rule: Rule;
}

/** Changes of an act: its record, and others in the same transaction. Does not check whether the act is allowed. */
export async function loadChanges(
  ctx: Ctx,
  { definition, name, doc, input, rule }: OnRecord,
): Promise<[Change, ...Change[]]> {
  const action = definition.actions?.[name];
  if (!action) throw new Error(`${definition.name} has no action ${name}`);
  const effect = await judgedAsItIs(doc, definition, () => rule(ctx, doc, input));
  const set = {
    ...(action.reason && { [reasonField(action)]: input.reason }),
    ...effect.set,
    ...(action.to && { status: effect.status ?? action.to }),
  };
  const change: Change = {
    definition,
    action: name,
    update: { doc, set, ...(effect.inc && { inc: effect.inc }), ...(effect.while && { while: effect.while }) },
    ...(action.untold && { untold: true }),
    ...(effect.extra && { extra: effect.extra }),
    ...(effect.first && { first: session => effect.first?.(session, set) ?? Promise.resolve() }),
    ...(effect.also && { also: effect.also }),
    ...(effect.note && { note: effect.note }),
  };
  return [change, ...(effect.with ?? [])];
}

/**
 * Does an act on one record as an atomic compare-and-set: of two concurrent calls one succeeds, and the other is told who
 * was first (domain.md 4).
 */
export async function act<const D extends Definition>(
  ctx: Ctx,
  definition: D,
  name: string,
  id: string,
  input: Record<string, unknown>,
  rule: (ctx: Ctx, doc: Loaded<D>, input: Record<string, unknown>) => Effect | Promise<Effect>,
  run?: string,
): Promise<Loaded<D>>;
export async function act(
  ctx: Ctx,
  definition: Definition,
  name: string,
  id: string,
  input: Record<string, unknown>,
  rule: Rule,
  run?: string,
): Promise<Stored> {
  const action = definition.actions?.[name];
  if (!action) throw new Error(`${definition.name} has no action ${name}`);
  const version = typeof input.version === 'number' ? input.version : undefined;
  // After a conflict the record is read again: either the refusal names who was first, or the act is still possible.
  return retryOnConflict(async () => {
    const doc = await load(ctx, definition, id);
    if (action.besides) assertFlags(ctx, definition, flagsOf(action, doc));
    await rule.refuses?.(ctx);
    await allowed(definition, name, doc, version);
    const changes = await keepingOnce(ctx, () => loadChanges(ctx, { definition, name, doc, input, rule }));
    const [first, ...others] = changes;
    const [saved] = await save(ctx, [{ ...first, ...(run && { run, quiet: true }) }, ...others]);
    return saved ?? doc;
  });
}

/** Reserves the request's Idempotency-Key for the final save, since a rule that saves something itself may still refuse the act. */
async function keepingOnce<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const { once } = ctx;
  ctx.once = null;
  try {
    return await work();
  } finally {
    ctx.once = once;
  }
}

/** Runs a rule. A refusal based on a record that changed meanwhile is discarded, and the rule runs again. */
async function judgedAsItIs(
  { _id, projectId, version }: Stored,
  definition: Definition,
  judge: () => Effect | Promise<Effect>,
): Promise<Effect> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const same = await modelOf(definition).exists({ _id, projectId, version, deletedAt: null });
    if (!same) throw new VersionConflict();
    throw error;
  }
}

/** Refuses if the caller lacks a flag that these records require. */
function assertFlags(ctx: Ctx, { code }: Definition, flags: readonly Flag[]): void {
  if (flags.some(flag => !can(ctx, code, flag))) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: code });
}

async function allowed(definition: Definition, name: string, doc: Stored, version: number | undefined): Promise<void> {
  const action: Action | undefined = definition.actions?.[name];
  if (!action) return;
  const status = doc.status ?? '';
  const stale = version !== undefined && version !== doc.version;
  const there = status === action.to && !action.from.includes(status);
  if (stale || there) {
    const last = await lastChange(definition, doc, !stale || action.to !== undefined);
    const details = action.tells && doc[action.tells] ? { [action.tells]: doc[action.tells] } : {};
    fail('STATUS_CHANGED', { ...last, ...details });
  }
  const instead = action.statusCodes?.[status];
  if (instead) fail(instead, await lastChange(definition, doc, true));
  const from = !definition.statuses || action.from.includes(status);
  // The flag has the requested value already: somebody else was first.
  if (from && action.togglesFlag && !suits(action, doc))
    fail('STATUS_CHANGED', await lastChange(definition, doc, false));
  if (from && action.whenFailsCode && !suits(action, doc)) {
    const field = Object.keys(action.when ?? {})[0];
    fail(action.whenFailsCode, { field, why: `${definition.name}.unsuited.${name}` });
  }
  if (!from || !suits(action, doc)) fail('STATUS_NOT_ALLOWED', await lastChange(definition, doc, true));
}

export const editFlag = (definition: Definition) => (definition.flags.includes('updateInfo') ? 'updateInfo' : 'write');
export const detailFlag = (definition: Definition) => (definition.flags.includes('readDetail') ? 'readDetail' : 'read');

/** How a caller reads records: guests and residents get the residents' form. */
export const readerOf = (ctx: Ctx): Reader => (ctx.kind === 'resident' || ctx.kind === 'guest' ? 'resident' : 'staff');

/** Whether the caller sees a field. Residents cannot search, sort or count by hidden fields either. */
export const isShown = (ctx: Ctx, definition: Definition, field: string): boolean =>
  readerOf(ctx) === 'staff' || !definition.fields[field]?.staffOnly;

/** Refuses filters and sorts by fields invisible to the caller. */
export function assertVisible(ctx: Ctx, definition: Definition, fields: readonly string[]): void {
  const hidden = fields.find(field => !isShown(ctx, definition, field));
  if (hidden) failFields({ [`filter.${hidden}`]: { code: 'UNKNOWN_FIELD' } });
}
