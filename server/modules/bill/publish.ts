import { figuresOfLines, noticeState } from '@lobby/shared/billing/notice-figures.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { linesOf } from './left.ts';

/** What a notice may tell of: released, and told of by none yet, or changed since. */
const UNTOLD = ['UNPUBLISHED', 'EDITED'] as const;

function published(doc: Stored, notice: Stored): Change[] {
  const { dueDate } = notice;
  const later = typeof dueDate === 'string' && String(doc.dueDate ?? '') < dueDate && doc.type === 'NORMAL';
  if (!UNTOLD.some(one => one === doc.publication)) return [];
  return [
    {
      definition: bill,
      action: 'update',
      update: {
        doc,
        set: {
          publication: 'PUBLISHED',
          noticeId: notice._id,
          ...(later && { dueDate, overdue: false, overdueDays: 0 }),
        },
        keepVersion: true,
        while: { status: 'ACTIVE', publication: { $in: [...UNTOLD] } },
      },
    },
  ];
}

/** The bills that notices tell of become known to their residents, and what adjusts them; by the day of the notice where that is later. */
export async function publishBills(
  { projectId }: Ctx,
  notices: readonly Stored[],
  told: readonly Stored[],
): Promise<Change[]> {
  const byUnit = new Map(notices.map(one => [String(one.unitId), one]));
  const adjusting = await modelOf(bill)
    .find({
      projectId,
      deletedAt: null,
      status: 'ACTIVE',
      originalId: { $in: told.map(({ _id }) => _id) },
      type: { $in: ['ADJUST_UP', 'ADJUST_DOWN'] },
      publication: 'UNPUBLISHED',
      unitId: { $in: [...byUnit.keys()] },
    } as object)
    .maxTimeMS(20_000)
    .lean<Stored[]>();
  return [...told, ...adjusting].flatMap(doc => {
    const notice = byUnit.get(String(doc.unitId));
    return notice ? published(doc, notice) : [];
  });
}

/** What a notice told of is not published any more, once it is taken back. */
export async function unpublishBills({ projectId }: Ctx, noticeId: string): Promise<Change[]> {
  const found = await modelOf(bill)
    .find({ projectId, deletedAt: null, noticeId, status: 'ACTIVE' })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  return found.map(doc => ({
    definition: bill,
    action: 'update',
    update: { doc, set: { publication: 'UNPUBLISHED', noticeId: null }, keepVersion: true },
  }));
}

/** The notice that told of a bill is not what was sent any more, once that is changed. */
export async function noticeEdited({ projectId }: Ctx, { noticeId }: Stored): Promise<Change[]> {
  const doc = noticeId
    ? await modelOf(feeNotice)
        .findOne({ projectId, _id: noticeId, status: 'PUBLISHED', deletedAt: null })
        .lean<Stored>()
    : null;
  return doc ? [{ definition: feeNotice, action: 'update', update: { doc, set: { status: 'EDITED' } } }] : [];
}

/** Notices ask for a bill that is cancelled no more: not in their lines, and not in any sum. What was published stands in their revisions. */
export async function noticesWithout({ projectId }: Ctx, { _id, unitId, remaining }: Stored): Promise<Change[]> {
  const named = [{ 'lines.billId': _id }, { 'debtLines.billId': _id }];
  const notices = await modelOf(feeNotice)
    .find({ projectId, unitId, deletedAt: null, status: { $ne: 'CANCELLED' }, $or: named } as object)
    .maxTimeMS(5000)
    .lean<Stored[]>();
  return notices.map(doc => {
    const [lines, debtLines] = linesOf(doc);
    const figures = figuresOfLines(
      lines.filter(({ billId }) => billId !== _id),
      debtLines.filter(({ billId }) => billId !== _id),
    );
    const { totalPayment } = figures;
    const left = Math.min(totalPayment, Math.max(0, Number(doc.remaining ?? 0) - Number(remaining ?? 0)));
    const bills = figures.lines.length + figures.debtLines.length;
    const set = {
      ...figures,
      remaining: left,
      paymentState: noticeState(left, totalPayment, bills),
      ...(doc.status === 'PUBLISHED' && { status: 'EDITED' }),
    };
    return { definition: feeNotice, action: 'update', update: { doc, set } };
  });
}

export const holdBill = (): Effect => ({ set: { publication: 'DO_NOT_PUBLISH' } });
export const unholdBill = (_ctx: Ctx, { edited }: Stored): Effect => ({
  set: { publication: edited ? 'EDITED' : 'UNPUBLISHED' },
});
