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

/** Active contracts that are due; they may change before they are processed. */
const due = (ctx: Ctx, query: Record<string, unknown>): Promise<Doc<typeof rentalContract>[]> =>
  records(rentalContract).find(ctx, { status: 'ACTIVE', ...query }, { limit: BATCH });

/** Processes due contracts in batches; returns their number. */
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
        // Ended, prolonged or processed by another server meanwhile.
        if (error instanceof Refusal || error instanceof VersionConflict) return null;
        throw error;
      });
      if (result) done++;
    }
    if (docs.length < BATCH || done === before) return done;
  }
}

/** Applies annexes whose new area or price begins. */
const applyAnnexes = (ctx: Ctx) =>
  toEach(ctx, { termsChangeOn: { $lte: todayOf(ctx) } }, async doc => save(ctx, await changedTerms(ctx, doc, 'terms')));

/** Expires contracts after their last day. */
const expire = (ctx: Ctx) =>
  toEach(ctx, { expiryDate: { $lt: todayOf(ctx) } }, doc =>
    perform(ctx, { definition: rentalContract, name: 'expire', id: doc._id, input: {} }, acts.expire),
  );

/** Notifies the readers of contracts of an approaching end, once, on the reminder day. */
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
      // The version stays, so that open forms do not become stale.
      update: { doc, set: { expiring: true }, keepVersion: true, while: { status: 'ACTIVE', ...isDue } },
      also: session => notify(ctx, who, 'RENTAL_CONTRACT_EXPIRING', subject, session),
    };
    return save(ctx, [change]);
  });
}

/** Applies annexes, expires contracts and sends reminders, in this order. Idempotent, and safe on several servers. */
export async function runContractsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += (await applyAnnexes(ctx)) + (await expire(ctx)) + (await remind(ctx));
  }
  return turned;
}
