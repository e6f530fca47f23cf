import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import { RESIDENT_ROLES, residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs.ts';
import type { Stored } from '../../../kit/store/schema.ts';
import { loadChoices } from './choices.ts';

type Values = Record<string, unknown>;
const WITHIN_MS = 20_000;
const ROLES: readonly string[] = RESIDENT_ROLES;

/** A notice and the people who are to have it. */
export interface Household {
  notice: Stored;
  /** What the unit owes now of the notice's month and those before it, VND. */
  owed: number;
  /** What of it is unpaid, by the month of its notice, with the day that it was due and the yearly rate of its late fee. */
  unpaid: readonly { month: string; remaining: number; dueDate: string; rate: number }[];
  /** Who pays: the householder, or whoever stands in for one; null where nobody lives there. */
  payer: Stored | null;
  /** What the payer is in the unit. */
  role: string | null;
  /** The channels that the payer does without. */
  off: readonly NoticeChannel[];
  /** How many people live there. */
  living: number;
  /** Somebody who lives there has the app. */
  hasApp: boolean;
}

/** The units that a run is narrowed to; null: all. */
function homesOf(run: Values): Values | null {
  const by = [
    ['blockIds', 'blockId'],
    ['floorIds', 'floorId'],
    ['labelIds', 'labelIds'],
  ] as const;
  const chosen = by.flatMap(([from, field]) => {
    const ids = Array.isArray(run[from]) ? run[from].map(String) : [];
    return ids.length > 0 ? [[field, { $in: ids }]] : [];
  });
  return chosen.length > 0 ? Object.fromEntries(chosen) : null;
}

/** The notices that a run is about, from the one after `upTo` on, in the order of their ids. */
export async function noticesFrom(ctx: Ctx, run: Values, limit: number): Promise<Doc<typeof feeNotice>[]> {
  const { projectId } = ctx;
  const chosen = homesOf(run);
  const named = Array.isArray(run.noticeIds) && run.noticeIds.length > 0 ? run.noticeIds.map(String) : null;
  const homes = chosen ? await records(unit).distinct({ projectId }, '_id', { ...chosen }) : [];
  return records(feeNotice).find(
    { projectId },
    {
      status: 'PUBLISHED',
      ...(named ? {} : { month: String(run.month) }),
      ...(chosen && { unitId: { $in: homes } }),
      $and: [named ? { _id: { $in: named } } : {}, typeof run.upTo === 'string' ? { _id: { $gt: run.upTo } } : {}],
    },
    { sort: { _id: 1 }, limit, patience: WITHIN_MS },
  );
}

/** The people behind some notices, and what they owe now. */
export async function loadHouseholds(ctx: Ctx, notices: readonly Stored[]): Promise<Household[]> {
  const { projectId } = ctx;
  const units = { unitId: { $in: notices.map(({ unitId }) => String(unitId)) } };
  const [homes, bills] = await Promise.all([
    records(residency).find(ctx, { ...units, living: true }, { patience: WITHIN_MS }),
    records(bill).find(
      ctx,
      { ...units, status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
      { only: ['unitId', 'noticeMonth', 'remaining', 'dueDate', 'serviceId'], patience: WITHIN_MS },
    ),
  ]);
  const rates = await loadRefs(
    projectId,
    service,
    bills.map(({ serviceId }) => String(serviceId)),
  );
  const ids = homes.map(({ residentId }) => residentId);
  const people = await records(resident).find({ projectId }, { _id: { $in: ids } }, { patience: WITHIN_MS });
  const choices = await loadChoices(
    projectId,
    people.map(({ _id }) => _id),
  );
  const byId = new Map(people.map(one => [one._id, one]));
  const rank = ({ role }: Doc<typeof residency>) => ROLES.indexOf(String(role));
  const living = Map.groupBy(
    homes.toSorted((a, b) => rank(a) - rank(b) || (a._id < b._id ? -1 : 1)),
    ({ unitId }) => String(unitId),
  );
  const unpaid = Map.groupBy(bills, ({ unitId }) => String(unitId));
  return notices.map(notice => {
    const inside = (living.get(String(notice.unitId)) ?? []).flatMap(
      ({ residentId }) => byId.get(String(residentId)) ?? [],
    );
    const due = (unpaid.get(String(notice.unitId)) ?? []).filter(
      one => String(one.noticeMonth) <= String(notice.month),
    );
    return {
      notice,
      owed: due.reduce((sum, { remaining }) => sum + Number(remaining), 0),
      unpaid: due.map(({ noticeMonth, remaining, dueDate, serviceId }) => ({
        month: String(noticeMonth),
        remaining: Number(remaining),
        dueDate: String(dueDate ?? ''),
        rate: Number(rates.get(String(serviceId))?.interestPerYear ?? 0),
      })),
      payer: inside[0] ?? null,
      role: roleOf(living.get(String(notice.unitId)) ?? [], inside[0]),
      off: choices.get(inside[0]?._id ?? '') ?? [],
      living: inside.length,
      hasApp: inside.some(({ userId, appState }) => typeof userId === 'string' && appState !== 'BLOCKED'),
    };
  });
}

function roleOf(homes: readonly Doc<typeof residency>[], payer: Doc<typeof resident> | undefined): string | null {
  const role = homes.find(({ residentId }) => residentId === payer?._id)?.role;
  return typeof role === 'string' ? role : null;
}
