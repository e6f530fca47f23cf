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

/** Work on many items, chunk by chunk: whichever server is up goes on where another one ended. */
interface ChunkedRun<Input, Item, Outcome> extends Pick<Ctx, 'userId' | 'employeeId' | 'actor' | 'language'> {
  _id: string;
  projectId: string;
  asked: Input;
  items: readonly Item[];
  /** The first item that is still to be looked at. */
  next: number;
  outcome: Outcome;
  state: 'RUNNING' | 'DONE' | 'CANCELLED';
  at: Date;
  /** Its server works on it up to here at least. */
  until: Date;
}

/** Moves a run on, in the transaction of a chunk: of two servers at once one does so, and the other looks again. */
export type Move<Outcome> = (outcome: Outcome, session: Session) => Promise<void>;

interface Work<Input, Item, Outcome> {
  /** The collection that keeps how far each run is. */
  name: string;
  /** What is worked on, and what is done. */
  definition: Definition;
  action: string;
  /** The rights by one of which it is done; whoever began it must have one still at each chunk. */
  flags: readonly Flag[];
  /** Items of one transaction. */
  chunk: number;
  /** Does one chunk: `move` is called with what the run has come to by it, in the transaction that stores it. */
  work: (
    ctx: Ctx,
    run: { asked: Input; outcome: Outcome },
    items: readonly Item[],
    move: Move<Outcome>,
  ) => Promise<unknown>;
}

/** How far a run is, as its route answers it. */
export const CHUNKED_ANSWER = {
  state: z.enum(['RUNNING', 'DONE', 'CANCELLED']),
  /** Items that were looked at. */
  done: z.int(),
  of: z.int(),
};

const KEPT_S = 7 * 86_400;
const LEASE_MS = 60_000;
const lease = () => new Date(clockMs() + LEASE_MS);

/** Runs of one kind: how they are begun, found, and gone on with where their server is gone. */
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

  /** Does what is left of a run; how far it is moves on in the transaction of each chunk. */
  async function goOn(ctx: Ctx, _id: string): Promise<void> {
    for (let run = await held(_id); run; run = await held(_id)) {
      const { asked, items, next: from, outcome } = run;
      const own = items.slice(from, from + chunk);
      const to = from + own.length;
      const end = async (as: Exclude<Run['state'], 'RUNNING'>, state: 'done' | 'cancelled' | 'failed') => {
        await runs().updateOne(running(_id), { $set: { state: as } });
        await noteProgress(_id, { done: from, of: items.length, state });
      };
      // Whoever stops it after its last part comes too late: all is done.
      if (own.length === 0) return end('DONE', 'done');
      if (await isCancelled(_id)) return end('CANCELLED', 'cancelled');
      const now = await mayGoOn(ctx, definition.code, flags);
      if (!now) return end('CANCELLED', 'failed');
      const move: Move<Outcome> = async (outcome, session) => {
        const here = { ...running(_id), next: from };
        const moved = await runs().updateOne(here, { $set: { next: to, outcome } }, { session });
        if (moved.matchedCount === 0) throw new VersionConflict();
      };
      await of.work({ ...now, once: null }, { asked, outcome }, own, move);
      await goesOn(_id, { done: to, of: items.length });
    }
  }

  return {
    collection,
    find: ({ projectId }: Pick<Ctx, 'projectId'>, _id: string): Promise<Run | null> =>
      runs().findOne({ _id, projectId }) as Promise<Run | null>,

    progressOf: ({ state, next: done, items }: Run) => ({ state, done, of: items.length }),

    /** Begins a run and answers what it can be followed by; a repetition is told of the same. */
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
      // What fails now is done by a later turn of the job.
      goOn(ctx, _id).catch(error => log.error({ error: String(error), run: _id }, `${entity}: ${action} waits`));
      return answer;
    },

    /** Goes on with the runs of a project whose server is gone; answers how many there were. */
    async resume(ctx: Ctx): Promise<number> {
      const { projectId } = ctx;
      const left = await runs()
        .find({ projectId, state: 'RUNNING', until: { $lt: ctx.now } })
        .toArray();
      let resumed = 0;
      for (const { _id, until, items, userId, employeeId, actor, language } of left) {
        const mine = await runs().updateOne({ _id, until }, { $set: { until: lease() } });
        if (mine.modifiedCount === 0) continue;
        const own: Ctx = { ...ctx, kind: 'staff', userId, employeeId, actor, language };
        if (!(await isCancelled(_id))) await publishProgress(own, { _id, entity, action, of: items.length });
        await goOn(own, _id);
        resumed++;
      }
      return resumed;
    },
  };
}
