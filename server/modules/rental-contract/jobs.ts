import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { type Change, save, VersionConflict } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { acts } from './acts.ts';
import { changedTerms } from './annexes.ts';
import { todayOf } from './complete-contract.ts';

const BATCH = 500;

/** Active contracts for which the day has come; as the job finds them, some may have changed by their turn. */
const due = (ctx: Ctx, query: Record<string, unknown>): Promise<Doc<typeof rentalContract>[]> =>
  records(rentalContract).find(ctx, { status: 'ACTIVE', ...query }, { limit: BATCH });

/** Does something to each contract that is due, batch by batch; answers how many it was done to. */
async function toEach(
  ctx: Ctx,
  query: Record<string, unknown>,
  work: (doc: Doc<typeof rentalContract>) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (;;) {
    const docs = await due(ctx, query);
    const before = done;
    for (const doc of docs) {
      const result = await work(doc).catch(error => {
        // Ended, prolonged or done by another server at this moment.
        if (error instanceof Refusal || error instanceof VersionConflict) return null;
        throw error;
      });
      if (result) done++;
    }
    if (docs.length < BATCH || done === before) return done;
  }
}

/** Another area or price begins: an annex has come to its day. */
const applyAnnexes = (ctx: Ctx) =>
  toEach(ctx, { termsChangeOn: { $lte: todayOf(ctx) } }, async doc => save(ctx, await changedTerms(ctx, doc, 'terms')));

/** The day after the last one has come. */
const expire = (ctx: Ctx) =>
  toEach(ctx, { expiryDate: { $lt: todayOf(ctx) } }, doc =>
    perform(ctx, { definition: rentalContract, name: 'expire', id: doc._id, input: {} }, acts.expire),
  );

/** Tells those who may read contracts that one comes to its end: once, on the day of its reminder. */
async function remind(ctx: Ctx): Promise<number> {
  const isDue = { expiring: false, remindExpiredDate: { $lte: todayOf(ctx) } };
  let readers: string[] | null = null;
  return toEach(ctx, isDue, async doc => {
    readers ??= await loadReaders(ctx.projectId, rentalContract.code);
    const who = toStaff(readers);
    const subject = {
      module: rentalContract.code,
      id: doc._id,
      title: doc.code,
      day: String(doc.remindExpiredDate),
    };
    const change: Change = {
      definition: rentalContract,
      action: 'remind',
      // The version stays: nobody's open form goes stale by the clock.
      update: { doc, set: { expiring: true }, keepVersion: true, while: { status: 'ACTIVE', ...isDue } },
      also: session => notify(ctx, who, 'RENTAL_CONTRACT_EXPIRING', subject, session),
    };
    return save(ctx, [change]);
  });
}

/** What the days bring to contracts: first their annexes, then their ends, then the reminders. Safe to run twice and on several servers. */
export async function runContractsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += (await applyAnnexes(ctx)) + (await expire(ctx)) + (await remind(ctx));
  }
  return turned;
}
