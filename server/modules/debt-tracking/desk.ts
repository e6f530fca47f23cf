import { ageOf, daysLate } from '@lobby/shared/billing/ageing.ts';
import type { DeskRow } from '@lobby/shared/billing/debt-desk.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtContact, debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { present } from '../../kit/records/present.ts';
import { records } from '../../kit/store/records.ts';
import { remindersOn } from './reminders.ts';

const MOST = 5000;

/** Latest record of each unit. */
const lastOf = <T extends { unitId: string; createdAt: Date }>(docs: readonly T[]): ReadonlyMap<string, T> =>
  new Map(docs.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt)).map(doc => [doc.unitId, doc]));

/** Householders of units, as far as the reader may see them. */
async function loadHeads({ projectId }: Ctx, unitIds: readonly string[], shown: boolean) {
  if (!shown) return new Map<string, { name: string; phone: string | null }>();
  const homes = await records(residency).find(
    { projectId },
    { living: true, role: 'HOUSEHOLDER', unitId: { $in: [...unitIds] } },
    { only: ['unitId', 'residentId'] },
  );
  const people = await records(resident)
    .withRemoved()
    .find({ projectId }, { _id: { $in: homes.map(({ residentId }) => residentId) } });
  await holdKeys(people);
  const byId = new Map(people.map(doc => [doc._id, present(resident, projectId, doc, 'staff')]));
  return new Map(
    homes.flatMap(({ unitId, residentId }) => {
      const person = byId.get(residentId);
      return person
        ? [
            [
              unitId,
              { name: String(person.name), phone: typeof person.phone === 'string' ? person.phone : null },
            ] as const,
          ]
        : [];
    }),
  );
}

async function loadReminders({ projectId }: Ctx, noticeIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sums = await records(noticeDelivery)
    .withRemoved()
    .aggregate<{ _id: string; n: number }>(
      { projectId },
      {
        noticeId: { $in: [...noticeIds] },
        status: { $ne: 'SKIPPED' },
        kind: { $in: ['REMIND_DEBT_1', 'REMIND_DEBT_2', 'REMIND_DEBT_3'] },
      },
      [{ $group: { _id: '$unitId', n: { $sum: 1 } } }],
      10_000,
    );
  return new Map(sums.map(({ _id, n }) => [_id, n]));
}

/** Units with debt, longest overdue first, with agreements and contacts. */
export async function loadDesk(ctx: Ctx, { blockId }: { blockId?: string | undefined } = {}): Promise<DeskRow[]> {
  const { projectId } = ctx;
  const today = todayOf(ctx);
  const owed = await records(bill).find(
    { projectId },
    // A paid bill may have unpaid late interest.
    { status: 'ACTIVE', $or: [{ paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } }, { late: true }] },
    { only: ['unitId', 'remaining', 'interest', 'createdFor', 'dueDate', 'noticeId'], patience: 10_000 },
  );
  const byUnit = Map.groupBy(owed, ({ unitId }) => unitId);
  const scope = { projectId, deletedAt: null };
  const units = await records(unit).find(
    ctx,
    { ...scope, _id: { $in: [...byUnit.keys()] }, ...(blockId && { blockId }) },
    { only: ['code'], limit: MOST },
  );
  const unitIds = units.map(({ _id }) => _id);
  const of = { ...scope, unitId: { $in: unitIds } };
  const noticeIds = [...new Set(owed.flatMap(({ noticeId }) => noticeId ?? []))];
  const [promises, disputes, plans, contacts, heads, sent, coming] = await Promise.all([
    records(debtPromise).find(ctx, { ...of, status: { $in: ['OPEN', 'BROKEN'] } }),
    records(debtDispute).find(ctx, { ...of, status: 'OPEN' }),
    records(instalmentPlan).find(ctx, { ...of, status: { $in: ['PROPOSED', 'ACTIVE', 'DEFAULTED'] } }),
    records(debtContact).find(ctx, of),
    loadHeads(ctx, unitIds, can(ctx, resident.code, 'read')),
    loadReminders(ctx, noticeIds),
    remindersOn(ctx, addDays(today, 1)),
  ]);
  const [saidBy, openBy, agreedBy, spokenBy] = [lastOf(promises), lastOf(disputes), lastOf(plans), lastOf(contacts)];
  const levels = new Map(
    coming.flatMap(({ unitId, level, reason }) => (reason === null ? [[unitId, level] as const] : [])),
  );
  const rows = units.map(({ _id, code }): DeskRow => {
    const bills = byUnit.get(_id) ?? [];
    const oldest = bills.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0] ?? null;
    const [promise, open, agreed, spoken] = [saidBy.get(_id), openBy.get(_id), agreedBy.get(_id), spokenBy.get(_id)];
    const head = heads.get(_id);
    return {
      unitId: _id,
      code,
      householder: head?.name ?? null,
      phone: head?.phone ?? null,
      debt: bills.reduce((sum, { remaining, interest }) => sum + remaining + interest, 0),
      interest: bills.reduce(
        (sum, item) => sum + item.interest + (item.createdFor === 'INTEREST' ? item.remaining : 0),
        0,
      ),
      bills: bills.length,
      notices: new Set(bills.flatMap(({ noticeId }) => noticeId ?? [])).size,
      oldestDue: oldest,
      days: oldest ? daysLate(oldest, today) : 0,
      bucket: oldest ? ageOf(oldest, today) : 'notDue',
      promise: promise
        ? {
            id: promise._id,
            promisedOn: promise.promisedOn,
            amount: promise.amount ?? 0,
            status: promise.status,
          }
        : null,
      dispute: open ? { id: open._id, code: open.code ?? '' } : null,
      plan: agreed ? { id: agreed._id, code: agreed.code ?? '', status: agreed.status } : null,
      lastContact: spoken ? { at: spoken.createdAt.toISOString(), how: spoken.how } : null,
      reminders: sent.get(_id) ?? 0,
      tomorrow: levels.get(_id) ?? null,
    };
  });
  const placeOf = ({ oldestDue }: DeskRow) => oldestDue ?? '9999-12-31';
  return rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : b.debt - a.debt));
}
