import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { type Actor, type Ctx, can } from '../base/context.ts';
import { failFields } from '../base/errors.ts';
import { words } from '../base/messages.ts';
import { clockMs, clockNow } from '../database/clock.ts';
import { type Collection, db, newId, transaction } from '../database/database.ts';
import { log } from '../ops/log.ts';
import { eventOfAll } from '../store/bulk-insert.ts';
import { writeEvents } from '../store/events.ts';

/** Work in the background as it is stored. */
export interface Progress {
  _id: string;
  projectId: string;
  userId: string;
  /** Who began it. */
  actor: Actor;
  of: number;
  done: number;
  refused: Refused[];
  state: 'running' | 'done' | 'cancelled' | 'failed';
  at: Date;
  /** What is done, to find it again after a reload and to try again what was refused. */
  entity: string;
  action: string;
  input: Record<string, unknown>;
  /** Its server works on it up to here at least, and moves this on; past it, that server is gone. */
  until: Date;
}

export const runCollection: Collection = {
  name: 'progress',
  indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: 86_400 } }, { key: { projectId: 1, userId: 1, at: -1 } }],
};
/** The stored work of all projects. */
export const runsIn = () => db().collection<Progress>(runCollection.name);
const CHUNK = 100;
/** Records of a chunk that are worked on at once. */
const LANES = 4;
const SHOWN_REFUSALS = 1000;
const LEASE_MS = 15_000;
const RENEW_MS = 5000;
const lease = () => new Date(clockMs() + LEASE_MS);

type Tell = (userId: string, progress: Record<string, unknown>) => void;
let tell: Tell = () => {};
let stopping = false;
/** Sets how a user's sockets are told of progress, and lets work begin; once, at start. */
export function onProgress(listener: Tell): void {
  tell = listener;
  stopping = false;
}

const underway = new Set<Promise<void>>();

/** Ends the work that goes on in this server after its present record, and keeps how far it came; once, at stop. */
export async function endRuns(): Promise<void> {
  stopping = true;
  await Promise.all(underway);
}

/** Whoever began some work, as they are now; null where they have no place in the project any more. */
type Again = (ctx: Ctx) => Promise<Ctx | null>;
let again: Again = async ctx => ctx;
/** Tells the kit how somebody's rights are looked at again; once, at start. */
export function configureRightsCheck(look: Again): void {
  again = look;
}

/** The context under which staff's work goes on, of whoever began it; null where they may not do it any more. */
export async function mayGoOn(ctx: Ctx, code: string, flags: readonly Flag[]): Promise<Ctx | null> {
  const now = await again(ctx);
  return now && flags.some(flag => can(now, code, flag)) ? now : null;
}

/** What became of one record: refused, or done to a record of this unit. */
export interface Outcome {
  refused: Refused | null;
  unitId: string | null;
}

/** Does an act on many records in one transaction, where they can go together; answers the units of those that it was done to, by record. */
export type Together = (
  ctx: Ctx,
  ids: readonly string[],
  input: Record<string, unknown>,
  run: string,
) => Promise<ReadonlyMap<string, string>>;

/** An act on many records. */
export interface RunWork {
  action: string;
  /** The act that its events tell of, where it is another. */
  told?: string;
  input: Record<string, unknown>;
  ids: readonly string[];
  /** The rights by one of which it is done. */
  flags: readonly Flag[];
  /** What is refused from the start. */
  refused?: readonly Refused[];
  /** Never two at once: each is done when the one before is. */
  oneByOne?: boolean;
  /** Tried first; what it leaves is done one by one. */
  together?: Together | undefined;
}

/** A record that nothing is done to, and why. */
export interface Refused {
  id: string;
  code: string;
  message: string;
}

/**
 * Goes through the records in the background, one coalesced event per chunk; answers the id under which it can be followed and cancelled. Whoever began
 * it must still have the right to it at each chunk: the rest is refused otherwise.
 */
export async function runInBackground(
  ctx: Ctx,
  definition: Definition,
  { action, told = action, input, ids, flags, refused = [], oneByOne = false, together }: RunWork,
  one: (ctx: Ctx, id: string, run: string) => Promise<Outcome>,
): Promise<string> {
  const progress: Progress = {
    _id: newId(),
    projectId: ctx.projectId,
    userId: ctx.userId,
    actor: ctx.actor,
    of: ids.length + refused.length,
    done: 0,
    refused: [...refused],
    state: 'running',
    at: ctx.now,
    entity: definition.name,
    action,
    input,
    until: lease(),
  };
  await runsIn().insertOne({ ...progress });
  const renewing = setInterval(
    () =>
      void runsIn()
        .updateOne({ _id: progress._id, state: 'running' }, { $set: { until: lease() } })
        .catch(() => {}),
    RENEW_MS,
  );
  const work = async () => {
    for (let i = 0; i < ids.length && progress.state === 'running'; i += CHUNK) {
      const now = await mayGoOn(ctx, definition.code, flags);
      if (!now) {
        const { code, message } = notAllowed(ctx, definition);
        progress.refused.push(...ids.slice(i).map(id => ({ id, code, message })));
        break;
      }
      const part = ids.slice(i, i + CHUNK);
      const done = await together?.({ ...now, now: clockNow() }, part, input, progress._id);
      const left = done ? part.filter(id => !done.has(id)) : part;
      const outcomes = [
        ...[...(done?.values() ?? [])].map((unitId): Outcome => ({ refused: null, unitId })),
        ...(await inLanes(left, oneByOne ? 1 : LANES, id => one(now, id, progress._id))),
      ];
      if (stopping) progress.state = 'failed';
      const units = new Set<string>();
      for (const { refused, unitId } of outcomes) {
        if (refused) progress.refused.push(refused);
        else if (unitId) units.add(unitId);
      }
      const changed = outcomes.filter(({ refused }) => !refused).length;
      progress.done += changed;
      // What was done together is told of by its own transaction.
      const apart = changed - (done?.size ?? 0);
      if (apart > 0) await announce(ctx, definition, told, progress._id, apart, [...units]);
      await keep(progress);
    }
    if (progress.state === 'running') progress.state = 'done';
  };
  const going = work()
    .catch(error => {
      progress.state = 'failed';
      log.error({ error: String(error), progress: progress._id }, 'work in the background failed');
    })
    .then(() => keep(progress))
    .catch(error => log.error({ error: String(error) }, 'progress could not be kept'))
    .finally(() => {
      clearInterval(renewing);
      underway.delete(going);
    });
  underway.add(going);
  return progress._id;
}

interface Followed {
  _id: string;
  entity: string;
  action: string;
  of: number;
}

/** Work that keeps by itself how far it is: it is followed as work in the background is. */
export async function publishProgress(ctx: Ctx, { _id, entity, action, of }: Followed): Promise<void> {
  const { projectId, userId, actor, now: at } = ctx;
  await runsIn().updateOne(
    { _id },
    {
      $set: { projectId, userId, actor, at, entity, action, input: {}, of, state: 'running', until: lease() },
      $setOnInsert: { done: 0, refused: [] },
    },
    { upsert: true },
  );
}

/** Tells how far such work is. */
export async function noteProgress(_id: string, { done, of, state }: Pick<Progress, 'done' | 'of' | 'state'>) {
  const kept = await runsIn().findOneAndUpdate({ _id }, { $set: { done, of, state, until: lease() } });
  if (kept) tell(kept.userId, { id: _id, done, of, refused: 0, state });
}

/** Whether somebody has stopped such work. */
export const isCancelled = async (_id: string): Promise<boolean> =>
  (await runsIn().findOne({ _id, state: 'cancelled' }, { projection: { _id: 1 } })) !== null;

/** Tells how far such work is, where nobody has cancelled it; false where it is to end. Its server may have been taken for gone meanwhile. */
export async function goesOn(_id: string, { done, of }: Pick<Progress, 'done' | 'of'>): Promise<boolean> {
  const kept = await runsIn().findOneAndUpdate(
    { _id, state: { $ne: 'cancelled' } },
    { $set: { done, of, state: 'running', until: lease() } },
  );
  if (kept) tell(kept.userId, { id: _id, done, of, refused: 0, state: 'running' });
  return kept !== null;
}

function notAllowed(ctx: Ctx, definition: Definition): Omit<Refused, 'id'> {
  const code = 'EMPLOYEE_NOT_HAVE_PERMISSION';
  return { code, message: words(ctx, code, { module: definition.code }) };
}

/** What became of each record, in their order: a few at once, then by itself what met a neighbour in the same record. Those not begun when this server stops are left out. */
async function inLanes(
  ids: readonly string[],
  lanes: number,
  one: (id: string) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: (Outcome | undefined)[] = [];
  const left = [...ids.entries()];
  const lane = async () => {
    for (let next = left.shift(); next && !stopping; next = left.shift()) outcomes[next[0]] = await one(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const [at, outcome] of outcomes.entries())
    if (outcome?.refused?.code === 'STATUS_CHANGED' && !stopping) outcomes[at] = await one(outcome.refused.id);
  return outcomes.filter(outcome => outcome !== undefined);
}

/** When the caller began the work that `progressId` of the input names; refused there. */
export async function begunAt(ctx: Ctx, progressId: string): Promise<Date> {
  const found = await runsIn().findOne({ _id: progressId, projectId: ctx.projectId, userId: ctx.userId });
  return found ? found.at : failFields({ progressId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
}

async function keep(progress: Progress): Promise<void> {
  const { _id, done, refused, state } = progress;
  // What was done is done, also where somebody has stopped the work meanwhile.
  const kept = await runsIn().findOneAndUpdate(
    { _id },
    [
      {
        $set: {
          done,
          refused: { $literal: refused.slice(0, SHOWN_REFUSALS) },
          state: { $cond: [{ $eq: ['$state', 'cancelled'] }, 'cancelled', state] },
        },
      },
    ],
    { returnDocument: 'after' },
  );
  if (!kept || kept.state === 'cancelled') progress.state = 'cancelled';
  tell(progress.userId, { id: _id, done, of: progress.of, refused: refused.length, state: progress.state });
}

/** Whether an act changes only what residents never see. */
function isStaffOnly({ fields, actions = {} }: Definition, name: string): boolean {
  const { to, list, input = {} } = actions[name] ?? {};
  const names = list ? [list] : Object.keys(input);
  return to === undefined && names.length > 0 && names.every(one => fields[one]?.staffOnly);
}

async function announce(
  ctx: Ctx,
  definition: Definition,
  action: string,
  run: string,
  count: number,
  units: string[],
): Promise<void> {
  const row = {
    ...eventOfAll(ctx, definition, action, count, run),
    at: clockNow(),
    run,
    ...(definition.resident && !isStaffOnly(definition, action) && { units }),
  };
  await transaction(async session => void (await writeEvents([row], session)));
}
