import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { clockMs } from '../database/clock.ts';
import { type Collection, db, newId, type Session, transaction } from '../database/database.ts';
import { log } from '../ops/log.ts';
import { takeKey } from '../store/idempotency.ts';
import { VersionConflict } from '../store/save.ts';
import { goesOn, isCancelled, mayGoOn, noteProgress, publishProgress } from './runs.ts';

/** A stored run over many items in chunks. Any server may resume it when another one stops. */
interface ChunkedRun<Input, Item, Outcome> extends Pick<Ctx, 'userId' | 'employeeId' | 'actor' | 'language'> {
  _id: string;
  projectId: string;
  asked: Input;
  items: readonly Item[];
  /** Index of the next item to process. */
  next: number;
  outcome: Outcome;
  state: 'RUNNING' | 'DONE' | 'CANCELLED';
  at: Date;
  /** End of the server's lease on the run. */
  until: Date;
}

/** Advances a run within the transaction of a chunk. Of two servers only one succeeds; the other reads the run again. */
export type Move<Outcome> = (outcome: Outcome, session: Session) => Promise<void>;

interface Work<Input, Item, Outcome> {
  /** Name of the collection that stores the runs. */
  name: string;
  /** The definition and the act of the run. */
  definition: Definition;
  action: string;
  /** One of these flags is required. The person who started the run must still have it at each chunk. */
  flags: readonly Flag[];
  /** Items per transaction. */
  chunk: number;
  /** Processes one chunk. Calls `move` with the new outcome within the transaction that stores the chunk. */
  work: (
    ctx: Ctx,
    run: { asked: Input; outcome: Outcome },
    items: readonly Item[],
    move: Move<Outcome>,
  ) => Promise<unknown>;
}

/** Progress of a run, as its route returns it. */
export const CHUNKED_ANSWER = {
  state: z.enum(['RUNNING', 'DONE', 'CANCELLED']),
  /** Items processed so far. */
  done: z.int(),
  of: z.int(),
};

const KEPT_S = 7 * 86_400;
const LEASE_MS = 60_000;
const lease = () => new Date(clockMs() + LEASE_MS);

/** Runs of one kind: starts and finds them, and resumes those whose server is gone. */
export function chunkedRuns<Input, Item, Outcome>(of: Work<Input, Item, Outcome>) {
  type Run = ChunkedRun<Input, Item, Outcome>;
  const { name, definition, action, flags, chunk } = of;
  const entity = definition.name;
  const collection: Collection = {
    name,
    indexes: [
      { key: { projectId: 1, state: 1, until: 1 } },
      { key: { at: 1 }, options: { expireAfterSeconds: KEPT_S } },
    ],
  };
  const runs = () => db().collection<ChunkedRun<unknown, unknown, unknown>>(name);
  const running = (_id: string) => ({ _id, state: 'RUNNING' as const });
  const held = (_id: string) =>
    runs().findOneAndUpdate(running(_id), { $set: { until: lease() } }) as Promise<Run | null>;

  /** Processes the rest of a run. Its position is stored in the transaction of each chunk. */
  async function goOn(ctx: Ctx, _id: string): Promise<void> {
    for (let run = await held(_id); run; run = await held(_id)) {
      const { asked, items, next: from, outcome } = run;
      const batch = items.slice(from, from + chunk);
      const to = from + batch.length;
      const end = async (as: Exclude<Run['state'], 'RUNNING'>, state: 'done' | 'cancelled' | 'failed') => {
        await runs().updateOne(running(_id), { $set: { state: as } });
        await noteProgress(_id, { done: from, of: items.length, state });
      };
      // All items are done: cancelling now has no effect.
      if (batch.length === 0) return end('DONE', 'done');
      if (await isCancelled(_id)) return end('CANCELLED', 'cancelled');
      const now = await mayGoOn(ctx, definition.code, flags);
      if (!now) return end('CANCELLED', 'failed');
      const move: Move<Outcome> = async (outcome, session) => {
        const here = { ...running(_id), next: from };
        const moved = await runs().updateOne(here, { $set: { next: to, outcome } }, { session });
        if (moved.matchedCount === 0) throw new VersionConflict();
      };
      await of.work({ ...now, once: null }, { asked, outcome }, batch, move);
      await goesOn(_id, { done: to, of: items.length });
    }
  }

  return {
    collection,
    find: ({ projectId }: Pick<Ctx, 'projectId'>, _id: string): Promise<Run | null> =>
      runs().findOne({ _id, projectId }) as Promise<Run | null>,

    progressOf: ({ state, next: done, items }: Run) => ({ state, done, of: items.length }),

    /** Starts a run and returns its ids. A repeated request gets the same ids. */
    async start(ctx: Ctx, asked: Input, items: readonly Item[], outcome: Outcome) {
      const { projectId, userId, employeeId, actor, language, once, now: at } = ctx;
      const _id = newId();
      const answer = { id: _id, progressId: _id };
      await transaction(async session => {
        if (once) await takeKey(once, answer, at, session);
        const run = { _id, projectId, asked, items, next: 0, outcome, at, until: lease() };
        await runs().insertOne({ ...run, state: 'RUNNING', userId, employeeId, actor, language }, { session });
      });
      ctx.once = null;
      await publishProgress(ctx, { _id, entity, action, of: items.length });
      // On failure the job resumes the run later.
      goOn(ctx, _id).catch(error => log.error({ error: String(error), run: _id }, `${entity}: ${action} waits`));
      return answer;
    },

    /** Resumes the runs of a project whose server is gone. Returns how many. */
    async resume(ctx: Ctx): Promise<number> {
      const { projectId } = ctx;
      const left = await runs()
        .find({ projectId, state: 'RUNNING', until: { $lt: ctx.now } })
        .toArray();
      let resumed = 0;
      for (const { _id, until, items, userId, employeeId, actor, language } of left) {
        const mine = await runs().updateOne({ _id, until }, { $set: { until: lease() } });
        if (mine.modifiedCount === 0) continue;
        const starter: Ctx = { ...ctx, kind: 'staff', userId, employeeId, actor, language };
        if (!(await isCancelled(_id))) await publishProgress(starter, { _id, entity, action, of: items.length });
        await goOn(starter, _id);
        resumed++;
      }
      return resumed;
    },
  };
}
