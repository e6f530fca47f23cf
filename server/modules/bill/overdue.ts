import { daysIn } from '@lobby/shared/billing/periods.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { newId } from '../../kit/database/database.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { chunks, saveNew } from '../../kit/store/save-new.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';

/** What a new day makes overdue, and by how many days; the same however often it runs. */
export async function turnOverdue(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const today = todayOf(ctx);
    const own = { projectId: ctx.projectId, deletedAt: null };
    const owing = { status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] }, dueDate: { $lt: today } };
    const found = await modelOf(bill)
      .find({ ...own, $or: [owing, { overdue: true }] } as object)
      .maxTimeMS(30_000)
      .lean<Stored[]>();
    const changes = found.flatMap((doc): Change[] => {
      const { status, paymentState, dueDate } = doc;
      const open = status === 'ACTIVE' && (paymentState === 'UNPAID' || paymentState === 'PARTIAL_PAID');
      const days =
        open && typeof dueDate === 'string' && dueDate < today ? daysIn({ start: dueDate, end: today }) - 1 : 0;
      if (doc.overdue === days > 0 && Number(doc.overdueDays ?? 0) === days) return [];
      const set = { overdue: days > 0, overdueDays: days };
      const held = { paymentState, status };
      return [{ definition: bill, action: 'update', update: { doc, set, keepVersion: true, while: held } }];
    });
    for (const part of chunks(changes))
      try {
        await saveNew(ctx, newId(), { batches: [], beside: async () => part, answer: null });
        turned += part.length;
      } catch (error) {
        // Somebody paid meanwhile: these are looked at by the next turn.
        if (!(error instanceof Overtaken)) throw error;
      }
  }
  return turned;
}
