import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { explainBill, unitBills } from '@lobby/shared/modules/bill.contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { loadFiles } from '../../../kit/files/files.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load, loadScope } from '../../../kit/records/acts/act.ts';
import { records, type Where } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { interestBy } from '../interest/interest.ts';
import type { BillDoc } from '../types.ts';
import { billSayer, billSpeech } from './bill-speech.ts';

/** Query of the bills that the caller may see. */
const visibleTo = async (ctx: Ctx): Promise<Where<typeof bill>> => ({
  $and: [await loadScope(ctx, bill)],
});

async function findPrevious(
  ctx: Ctx,
  { unitId, serviceId, month }: BillDoc,
): Promise<AnswerOf<typeof explainBill>['previous']> {
  const before = await records(bill).first(ctx, {
    ...(await visibleTo(ctx)),
    unitId,
    serviceId,
    month: addMonths(month, -1),
    type: 'NORMAL',
    status: 'ACTIVE',
  });
  return before && { id: before._id, month: before.month, quantity: before.quantity ?? null, total: before.total };
}

/** Photos of the meter readings that a bill was calculated from. */
async function loadPhotos(ctx: Ctx, { _id, unitId }: BillDoc) {
  const read = await records(usage).find(ctx, { unitId, billId: _id }, { only: ['photos'] });
  const ids = read.flatMap(({ photos }) => photos ?? []);
  const files = await loadFiles(ctx, ids);
  return ids.flatMap(id => {
    const file = files.get(id);
    return file ? [{ id: file.id, url: file.url, thumbUrl: file.thumbUrl }] : [];
  });
}

/** Receipts that paid a bill, oldest first. */
async function findPayments(ctx: Ctx, { _id, unitId }: BillDoc): Promise<AnswerOf<typeof explainBill>['payments']> {
  if (ctx.kind !== 'staff' || !can(ctx, receipt.code, 'read')) return [];
  const receipts = await records(receipt).find(
    ctx,
    { unitId, 'allocations.billId': _id, status: 'NOT_CANCELED' },
    { only: ['code', 'accountingDate', 'allocations'], sort: { accountingDate: 1, _id: 1 }, patience: 2000 },
  );
  return receipts.map(({ _id: id, code, accountingDate, allocations }) => ({
    id,
    code: code ?? '',
    day: accountingDate,
    amount: (allocations ?? []).reduce((sum, { billId, amount }) => sum + (billId === _id ? (amount ?? 0) : 0), 0),
  }));
}

const explain = route(explainBill, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { id }, query: { language } }) {
    const doc = await load(ctx, bill, id);
    const charged = (await loadRefs(ctx.projectId, service, [doc.serviceId])).get(doc.serviceId);
    const unitName = charged?.unitName ?? null;
    const spoken = language ?? ctx.language;
    const speech = billSpeech({ ...ctx, language: spoken });
    const sayings = (await billSayer(ctx.projectId, [doc], speech, spoken))(doc, unitName ?? '');
    return {
      code: doc.code ?? null,
      month: doc.month,
      service: calledIn(service, charged, spoken),
      unitName,
      ...sayings,
      total: doc.originalTotal,
      previous: await findPrevious(ctx, doc),
      payments: await findPayments(ctx, doc),
      versionIds: [...new Set((doc.items ?? []).flatMap(({ versionId }) => versionId ?? []))],
      photos: await loadPhotos(ctx, doc),
    };
  },
});

const MOST = 100;

/** Active adjustments by original bill. */
async function loadAdjustments(ctx: Ctx, unitId: string, ids: readonly string[]) {
  // Filtered by unit, so that an index applies instead of scanning all bills.
  const found = await records(bill).find(
    ctx,
    { unitId, originalId: { $in: [...ids] }, type: { $in: ['ADJUST_UP', 'ADJUST_DOWN'] }, status: 'ACTIVE' },
    { only: ['originalId', 'originalTotal', 'changeReason'], patience: 2000 },
  );
  return new Map(
    found.map(doc => [doc.originalId, { amount: doc.originalTotal, reason: doc.changeReason ?? null }] as const),
  );
}

/** Date of the last payment of a unit's bills, by bill. */
async function paidOn(ctx: Ctx, unitId: string): Promise<ReadonlyMap<string, string>> {
  const receipts = await records(receipt).find(
    ctx,
    { unitId, status: 'NOT_CANCELED' },
    { only: ['accountingDate', 'allocations'], sort: { accountingDate: 1, _id: 1 }, patience: 2000 },
  );
  return new Map(
    receipts.flatMap(({ accountingDate, allocations }) =>
      (allocations ?? []).flatMap(({ billId }) => (billId ? [[billId, accountingDate] as const] : [])),
    ),
  );
}

const ofUnit = route(unitBills, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { unitId } }) {
    if (ctx.kind === 'resident' && unitId !== ctx.unitId) fail('NOT_FOUND');
    await load(ctx, unit, unitId);
    const bills = await records(bill).find(
      ctx,
      { ...(await visibleTo(ctx)), unitId, status: { $ne: 'CANCELLED' } },
      { sort: { month: -1, _id: -1 }, limit: MOST, patience: 2000 },
    );
    const services = await loadRefs(
      ctx.projectId,
      service,
      bills.map(({ serviceId }) => serviceId),
    );
    const [counted, adjusted, paid] = await Promise.all([
      interestBy(ctx, bills, todayOf(ctx)),
      loadAdjustments(
        ctx,
        unitId,
        bills.map(({ _id }) => _id),
      ),
      paidOn(ctx, unitId),
    ]);
    const nameOf = (id: string) => calledIn(service, services.get(id), ctx.language);
    const last = new Map(
      bills
        .filter(({ type }) => type === 'NORMAL')
        .toReversed()
        .map(doc => [doc.serviceId, doc] as const),
    );
    return {
      bills: bills.map(({ _id, code = null, serviceId, month, noticeMonth = null, quantity = null, ...doc }) => ({
        id: _id,
        code,
        serviceId,
        service: nameOf(serviceId),
        group: services.get(serviceId)?.group ?? 'OTHER',
        unitName: services.get(serviceId)?.unitName ?? null,
        createdFor: doc.createdFor,
        periodStart: doc.periodStart ?? null,
        periodEnd: doc.periodEnd ?? null,
        month,
        noticeMonth,
        quantity,
        total: doc.total,
        remaining: doc.remaining,
        interest: counted.get(_id)?.open ?? 0,
        status: doc.status,
        paymentState: doc.paymentState,
        dueDate: doc.dueDate ?? null,
        paidOn: paid.get(_id) ?? null,
        adjusted: adjusted.get(_id) ?? null,
      })),
      services: [...last].map(([id, { month, quantity = null, total }]) => ({
        id,
        name: nameOf(id),
        last: { month, quantity, total },
        unitName: services.get(id)?.unitName || null,
      })),
    };
  },
});

export const explainRoutes: readonly Route[] = [explain, ofUnit];
