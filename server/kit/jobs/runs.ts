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

/** A run as it is stored. */
export interface Progress {
  _id: string;
  projectId: string;
  userId: string;
  /** User who started the run. */
  actor: Actor;
  of: number;
  done: number;
  refused: Refused[];
  state: 'running' | 'done' | 'cancelled' | 'failed';
  at: Date;
  /** The act, its definition and its input, to find the run after a reload and to retry refused records. */
  entity: string;
  action: string;
  input: Record<string, unknown>;
  /** End of the server's lease, which it renews. Once it has passed, the server is gone. */
  until: Date;
}

export const runCollection: Collection = {
  name: 'progress',
  indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: 86_400 } }, { key: { projectId: 1, userId: 1, at: -1 } }],
};
/** Runs of all projects. */
export const runsIn = () => db().collection<Progress>(runCollection.name);
const CHUNK = 100;
/** Records of a chunk processed concurrently. */
const LANES = 4;
const SHOWN_REFUSALS = 1000;
const LEASE_MS = 15_000;
const RENEW_MS = 5000;
const lease = () => new Date(clockMs() + LEASE_MS);

type Tell = (userId: string, progress: Record<string, unknown>) => void;
let tell: Tell = () => {};
let stopping = false;
/** Sets how progress is sent to a user's sockets, and accepts runs again. Called once at start. */
export function onProgress(listener: Tell): void {
  tell = listener;
  stopping = false;
}

const underway = new Set<Promise<void>>();

/** Stops this server's runs after their current record and stores their progress. Called once at stop. */
export async function endRuns(): Promise<void> {
  stopping = true;
  await Promise.all(underway);
}

/** Loads the current context of the person who started a run; null if they lost access to the project. */
type Again = (ctx: Ctx) => Promise<Ctx | null>;
let again: Again = async ctx => ctx;
/** Sets how permissions are read again. Called once at start. */
export function configureRightsCheck(look: Again): void {
  again = look;
}

/** The current context of the employee who started a run; null if they no longer have any of the flags. */
export async function mayGoOn(ctx: Ctx, code: string, flags: readonly Flag[]): Promise<Ctx | null> {
  const now = await again(ctx);
  return now && flags.some(flag => can(now, code, flag)) ? now : null;
}

/** Outcome for one record: a refusal, or the unit of the record that was changed. */
export interface Outcome {
  refused: Refused | null;
  unitId: string | null;
}

/** Does an act on many records in one transaction, where they allow it. Returns the units of the changed records, by record id. */
export type Together = (
  ctx: Ctx,
  ids: readonly string[],
  input: Record<string, unknown>,
  run: string,
) => Promise<ReadonlyMap<string, string>>;

/** An act on many records. */
export interface RunWork {
  action: string;
  /** Name of the act in the events, if it differs. */
  told?: string;
  input: Record<string, unknown>;
  ids: readonly string[];
  /** One of these flags is required. */
  flags: readonly Flag[];
  /** Records refused before the run starts. */
  refused?: readonly Refused[];
  /** Processes the records one after another. */
  oneByOne?: boolean;
  /** Tried first; the remaining records are done one by one. */
  together?: Together | undefined;
}

/** A record that was refused, and why. */
export interface Refused {
  id: string;
  code: string;
  message: string;
}

/**
 * Runs an act over records in the background with one coalesced event per chunk. Returns the progress id, by which it can be
 * followed and cancelled. Checks the caller's permission again at each chunk and refuses the rest if it is gone.
 */
export async function runInBackground(
  ctx: Ctx,
  definition: Definition,
  { action, told = action, input, ids, flags, refused = [], oneByOne = false, together }: RunWork,
  runOne: (ctx: Ctx, id: string, run: string) => Promise<Outcome>,
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
        ...(await inLanes(left, oneByOne ? 1 : LANES, id => runOne(now, id, progress._id))),
      ];
      if (stopping) progress.state = 'failed';
      const units = new Set<string>();
      for (const { refused, unitId } of outcomes) {
        if (refused) progress.refused.push(refused);
        else if (unitId) units.add(unitId);
      }
      const changed = outcomes.filter(({ refused }) => !refused).length;
      progress.done += changed;
      // Records changed together already have an event from their own transaction.
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

/** Publishes the progress of work that stores its own state, so that it is followed like any run. */
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

/** Reports the progress of such work. */
export async function noteProgress(_id: string, { done, of, state }: Pick<Progress, 'done' | 'of' | 'state'>) {
  const row = await runsIn().findOneAndUpdate({ _id }, { $set: { done, of, state, until: lease() } });
  if (row) tell(row.userId, { id: _id, done, of, refused: 0, state });
}

/** Whether somebody cancelled such work. */
export const isCancelled = async (_id: string): Promise<boolean> =>
  (await runsIn().findOne({ _id, state: 'cancelled' }, { projection: { _id: 1 } })) !== null;

/**
 * Reports the progress of such work. Returns false if it was cancelled. Sets the state to running again, since an expired
 * lease may have marked it as failed.
 */
export async function goesOn(_id: string, { done, of }: Pick<Progress, 'done' | 'of'>): Promise<boolean> {
  const row = await runsIn().findOneAndUpdate(
    { _id, state: { $ne: 'cancelled' } },
    { $set: { done, of, state: 'running', until: lease() } },
  );
  if (row) tell(row.userId, { id: _id, done, of, refused: 0, state: 'running' });
  return row !== null;
}

function notAllowed(ctx: Ctx, definition: Definition): Omit<Refused, 'id'> {
  const code = 'EMPLOYEE_NOT_HAVE_PERMISSION';
  return { code, message: words(ctx, code, { module: definition.code }) };
}

/**
 * Outcomes in the order of the records. Several run concurrently; those that conflict on a shared record are retried alone.
 * Records not started when this server stops are left out.
 */
async function inLanes(
  ids: readonly string[],
  lanes: number,
  runOne: (id: string) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: (Outcome | undefined)[] = [];
  const left = [...ids.entries()];
  const lane = async () => {
    for (let next = left.shift(); next && !stopping; next = left.shift()) outcomes[next[0]] = await runOne(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const [at, outcome] of outcomes.entries())
    if (outcome?.refused?.code === 'STATUS_CHANGED' && !stopping) outcomes[at] = await runOne(outcome.refused.id);
  return outcomes.filter(outcome => outcome !== undefined);
}

/** When the caller started the run `progressId` of the input. Refuses an unknown run at that field. */
export async function begunAt(ctx: Ctx, progressId: string): Promise<Date> {
  const run = await runsIn().findOne({ _id: progressId, projectId: ctx.projectId, userId: ctx.userId });
  return run ? run.at : failFields({ progressId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
}

async function keep(progress: Progress): Promise<void> {
  const { _id, done, refused, state } = progress;
  // Finished records count even if the run was cancelled meanwhile.
  const row = await runsIn().findOneAndUpdate(
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
  if (!row || row.state === 'cancelled') progress.state = 'cancelled';
  tell(progress.userId, { id: _id, done, of: progress.of, refused: refused.length, state: progress.state });
}

/** Whether an act changes only fields that residents never see. */
function isStaffOnly({ fields, actions = {} }: Definition, name: string): boolean {
  const { to, list, input = {} } = actions[name] ?? {};
  const names = list ? [list] : Object.keys(input);
  return to === undefined && names.length > 0 && names.every(field => fields[field]?.staffOnly);
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
