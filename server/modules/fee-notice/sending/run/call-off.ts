import { GOING, noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { newId, type Session } from '../../../../kit/database/database.ts';
import { loadUnsent, mails, withdrawMails } from '../../../../kit/mail/queue.ts';
import { saveNew } from '../../../../kit/store/bulk-insert.ts';
import { records } from '../../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../../kit/store/save.ts';
import { deliveries } from '../results/deliveries.ts';

/** Deliveries cancelled in one transaction. */
const AT_ONCE = 200;

interface CalledOff {
  changes: Change[];
  /** Removes their mails from the queue in the same transaction. */
  withdraw: (session: Session) => Promise<void>;
}

/** Cancels a batch of a run's deliveries that were not sent yet, print ones included; mails being sent are left to finish. */
export async function callOff(ctx: Ctx, runId: string): Promise<CalledOff> {
  const rows = await deliveries()
    .find({ projectId: ctx.projectId, runId, deletedAt: null, status: { $in: [...GOING] } })
    .sort({ _id: 1 })
    .limit(AT_ONCE)
    .toArray();
  const ids = rows.flatMap(({ mailId }) => mailId ?? []);
  const [unsent, queued] = await Promise.all([
    loadUnsent(ids, ctx.now),
    mails()
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray(),
  ]);
  const inQueue = new Set(queued.map(({ _id }) => _id));
  const free = new Set(unsent);
  const stopped = rows.filter(({ mailId }) => !mailId || !inQueue.has(mailId) || free.has(mailId));
  // Frees the unique key, so that another run may send it.
  const set = { status: 'SKIPPED', reason: 'CANCELLED_BY_STAFF', once: null, 'uniq.once': null };
  return {
    changes: stopped.map(doc => ({ definition: noticeDelivery, action: 'progress', update: { doc, set } })),
    async withdraw(session) {
      if ((await withdrawMails(unsent, ctx.now, session)) !== unsent.length) throw new VersionConflict();
    },
  };
}

/** Cancels the remaining deliveries of cancelled runs, and returns these runs. */
export async function callOffRest(ctx: Ctx): Promise<string[]> {
  const runs = await records(noticeRun).find(ctx, { status: 'CANCELLED', waiting: { $gt: 0 } }, { only: ['_id'] });
  for (const { _id } of runs)
    for (;;) {
      const { changes, withdraw } = await callOff(ctx, _id);
      if (changes.length === 0) break;
      try {
        await saveNew(ctx, newId(), { batches: [], also: withdraw, beside: async () => changes, answer: null });
      } catch (error) {
        // A server has begun to send one of them; the next run of the job retries.
        if (!(error instanceof VersionConflict)) throw error;
        break;
      }
    }
  return runs.map(({ _id }) => _id);
}
