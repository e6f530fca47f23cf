import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { fail, failFields } from '../base/errors.ts';
import { clockMs, clockNow } from '../database/clock.ts';
import { type Collection, db, newId, transaction } from '../database/database.ts';
import { type Route, route } from '../http/route.ts';
import { log } from '../ops/log.ts';
import { writeEvents } from '../store/events.ts';

interface Progress {
  _id: string;
  projectId: string;
  userId: string;
  of: number;
  done: number;
  refused: { id: string; code: string; message: string }[];
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
const rows = () => db().collection<Progress>(runCollection.name);
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

/** What became of one record: refused, or done to a record of this unit. */
export interface Outcome {
  refused: Progress['refused'][number] | null;
  unitId: string | null;
}

/** An act on many records. */
export interface RunWork {
  action: string;
  /** The act that its events tell of, where it is another. */
  told?: string;
  input: Record<string, unknown>;
  ids: readonly string[];
}

/** Goes through the records in the background, one coalesced event per chunk; answers the id under which it can be followed and cancelled. */
export async function runInBackground(
  ctx: Ctx,
  definition: Definition,
  { action, told = action, input, ids }: RunWork,
  one: (id: string, run: string) => Promise<Outcome>,
): Promise<string> {
  const progress: Progress = {
    _id: newId(),
    projectId: ctx.projectId,
    userId: ctx.userId,
    of: ids.length,
    done: 0,
    refused: [],
    state: 'running',
    at: ctx.now,
    entity: definition.name,
    action,
    input,
    until: lease(),
  };
  await rows().insertOne({ ...progress });
  const renewing = setInterval(
    () =>
      void rows()
        .updateOne({ _id: progress._id, state: 'running' }, { $set: { until: lease() } })
        .catch(() => {}),
    RENEW_MS,
  );
  const work = async () => {
    for (let i = 0; i < ids.length && progress.state === 'running'; i += CHUNK) {
      const outcomes = await inLanes(ids.slice(i, i + CHUNK), id => one(id, progress._id));
      if (stopping) progress.state = 'failed';
      const units = new Set<string>();
      for (const { refused, unitId } of outcomes) {
        if (refused) progress.refused.push(refused);
        else if (unitId) units.add(unitId);
      }
      const changed = outcomes.filter(({ refused }) => !refused).length;
      progress.done += changed;
      if (changed > 0) await announce(ctx, definition, told, progress._id, changed, [...units]);
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

/** What became of each record, in their order: a few at once, then by itself what met a neighbour in the same record. Those not begun when this server stops are left out. */
async function inLanes(ids: readonly string[], one: (id: string) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: (Outcome | undefined)[] = [];
  const left = [...ids.entries()];
  const lane = async () => {
    for (let next = left.shift(); next && !stopping; next = left.shift()) outcomes[next[0]] = await one(next[1]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const [at, outcome] of outcomes.entries())
    if (outcome?.refused?.code === 'STATUS_CHANGED' && !stopping) outcomes[at] = await one(outcome.refused.id);
  return outcomes.filter(outcome => outcome !== undefined);
}

/** When the caller began the work that `progressId` of the input names; refused there. */
export async function begunAt(ctx: Ctx, progressId: string): Promise<Date> {
  const found = await rows().findOne({ _id: progressId, projectId: ctx.projectId, userId: ctx.userId });
  return found ? found.at : failFields({ progressId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
}

async function keep(progress: Progress): Promise<void> {
  const { _id, done, refused, state } = progress;
  const kept = await rows().findOneAndUpdate(
    { _id, state: { $ne: 'cancelled' } },
    { $set: { done, refused: refused.slice(0, SHOWN_REFUSALS), state } },
  );
  if (!kept) progress.state = 'cancelled';
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
    at: clockNow(),
    projectId: ctx.projectId,
    module: definition.code,
    entity: definition.name,
    entityId: null,
    action,
    actor: ctx.actor,
    before: null,
    after: { count },
    version: 0,
    row: null,
    extra: { run, count },
    run,
    ...(definition.resident && !isStaffOnly(definition, action) && { units }),
  };
  await transaction(async session => void (await writeEvents([row], session)));
}

const answer = z.object({
  id: z.string(),
  done: z.int(),
  of: z.int(),
  refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  entity: z.string(),
  action: z.string(),
  input: z.record(z.string(), z.unknown()),
});
const byId = z.strictObject({ id: idSchema });

/** Work whose server is gone is over: nobody goes on with it. */
async function mend(ctx: Ctx): Promise<void> {
  await rows().updateMany(
    { projectId: ctx.projectId, userId: ctx.userId, state: 'running', until: { $lt: clockNow() } },
    { $set: { state: 'failed' } },
  );
}

function shown({ _id, done, of, refused, state, entity, action, input }: Progress): z.infer<typeof answer> {
  return { id: _id, done, of, refused, state, entity, action, input };
}

/** Following and cancelling work in the background: its owner's alone. */
export const runRoutes: Route[] = [
  route({
    method: 'get',
    path: '/progress',
    summary: 'The work in the background that the caller began and that goes on, newest first',
    module: 'PROGRESS',
    answer: z.array(answer),
    async run(ctx) {
      await mend(ctx);
      const found = await rows()
        .find({ projectId: ctx.projectId, userId: ctx.userId, state: 'running' })
        .sort({ at: -1 })
        .limit(20)
        .toArray();
      return found.map(shown);
    },
  }),
  route({
    method: 'get',
    path: '/progress/:id',
    summary: 'How far work in the background has come',
    module: 'PROGRESS',
    params: byId,
    answer,
    async run(ctx, { params }) {
      await mend(ctx);
      const found = await rows().findOne({ _id: params.id, projectId: ctx.projectId, userId: ctx.userId });
      return found ? shown(found) : fail('NOT_FOUND');
    },
  }),
  route({
    method: 'put',
    path: '/progress/:id/cancel',
    summary: 'Stop work in the background after its present chunk',
    module: 'PROGRESS',
    params: byId,
    answer: z.object({ id: z.string() }),
    async run(ctx, { params }) {
      const found = await rows().findOneAndUpdate(
        { _id: params.id, projectId: ctx.projectId, userId: ctx.userId, state: 'running' },
        { $set: { state: 'cancelled' } },
      );
      return found ? { id: params.id } : fail('NOT_FOUND');
    },
  }),
];
