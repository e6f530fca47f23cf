import { figuresOfLines, noticeState } from '@lobby/shared/billing/notice-figures.ts';
import { bill, TOLD } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { dueLater } from '../interest/interest.ts';
import { linesOf } from '../reports/notice-balance.ts';
import { isDueWith, UNTOLD } from '../reports/publication-state.ts';
import type { BillDoc, NoticeDoc } from '../types.ts';

export const isTold = ({ publication }: Pick<BillDoc, 'publication'>): boolean =>
  TOLD.some(state => state === publication);

/** Guard of a zero bill: listed on its notice, but not published to the household. */
const NOTHING = { status: 'ACTIVE', publication: 'NOT_PUBLISHABLE' } as const;

function publishBill(doc: BillDoc, notice: NoticeDoc): Change[] {
  const { dueDate } = notice;
  if (doc.publication === 'NOT_PUBLISHABLE')
    return [
      {
        definition: bill,
        action: 'update',
        update: { doc, set: { noticeId: notice._id }, keepVersion: true, while: NOTHING },
      },
    ];
  if (!UNTOLD.some(state => state === doc.publication)) return [];
  return [
    {
      definition: bill,
      action: 'update',
      update: {
        doc,
        set: {
          publication: 'PUBLISHED',
          noticeId: notice._id,
          ...(dueDate && isDueWith(doc, dueDate) && dueLater(doc, dueDate)),
        },
        keepVersion: true,
        while: { status: 'ACTIVE', publication: { $in: [...UNTOLD] } },
      },
    },
  ];
}

/** Publishes the bills on notices and their adjustments to residents; they take the notice's due date. */
export async function publishBills(
  ctx: Ctx,
  notices: readonly NoticeDoc[],
  published: readonly BillDoc[],
): Promise<Change[]> {
  const byUnit = new Map(notices.map(notice => [notice.unitId, notice]));
  const adjusting = await records(bill).find(
    ctx,
    {
      status: 'ACTIVE',
      originalId: { $in: published.map(({ _id }) => _id) },
      type: { $in: ['ADJUST_UP', 'ADJUST_DOWN'] },
      publication: 'UNPUBLISHED',
      unitId: { $in: [...byUnit.keys()] },
    },
    { patience: 20_000 },
  );
  return [...published, ...adjusting].flatMap(doc => {
    const notice = byUnit.get(doc.unitId);
    return notice ? publishBill(doc, notice) : [];
  });
}

/** Unpublishes the bills of a withdrawn notice. */
export async function unpublishBills(ctx: Ctx, noticeId: string): Promise<Change[]> {
  const found = await records(bill).find(ctx, { noticeId, status: 'ACTIVE' });
  return found.map(doc => ({
    definition: bill,
    action: 'update',
    update: {
      doc,
      set: { noticeId: null, ...(doc.publication !== 'NOT_PUBLISHABLE' && { publication: 'UNPUBLISHED' }) },
      keepVersion: true,
    },
  }));
}

/** Marks the notice of a changed bill as edited since it was sent. */
export async function markNoticeEdited(ctx: Ctx, { noticeId }: BillDoc): Promise<Change[]> {
  const doc = noticeId ? await records(feeNotice).first(ctx, { _id: noticeId, status: 'PUBLISHED' }) : null;
  return doc ? [{ definition: feeNotice, action: 'update', update: { doc, set: { status: 'EDITED' } } }] : [];
}

/** Removes a cancelled bill from the lines and totals of notices; sent revisions keep it. */
export async function removeFromNotices(ctx: Ctx, { _id, unitId, remaining }: BillDoc): Promise<Change[]> {
  const notices = await records(feeNotice).find(ctx, {
    unitId,
    status: { $ne: 'CANCELLED' },
    $or: [{ 'lines.billId': _id }, { 'debtLines.billId': _id }],
  });
  return notices.map(doc => {
    const [lines, debtLines] = linesOf(doc);
    const figures = figuresOfLines(
      lines.filter(({ billId }) => billId !== _id),
      debtLines.filter(({ billId }) => billId !== _id),
    );
    const { totalPayment } = figures;
    const left = Math.min(totalPayment, Math.max(0, (doc.remaining ?? 0) - (remaining ?? 0)));
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

export const holdBill: Action<typeof bill, 'hold'> = () => ({ set: { publication: 'DO_NOT_PUBLISH' } });
/** A bill that no notice announced stays unpublished. */
export const unholdBill: Action<typeof bill, 'unhold'> = (_ctx, { noticeId }) => ({
  set: { publication: noticeId ? 'EDITED' : 'UNPUBLISHED' },
});
