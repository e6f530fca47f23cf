import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { isClaim, type NoticeChannel, type NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import { RESIDENT_ROLES, residency, resident } from '@lobby/shared/modules/resident.ts';
import { sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { loadChoices } from './choices.ts';

type Values = Record<string, unknown>;
const WITHIN_MS = 20_000;
const ROLES: readonly string[] = RESIDENT_ROLES;

/** Somebody who lives in a unit, as notices see them. */
export interface Reader {
  person: Doc<typeof resident>;
  role: string;
  /** The channels that they do without. */
  off: readonly NoticeChannel[];
  /** Of the roles that the project sends notices to. */
  chosen: boolean;
}

/** A notice and the people who are to have it. */
export interface Household {
  notice: Doc<typeof feeNotice>;
  /** What the unit owes now of the notice's month and those before it, VND. */
  owed: number;
  /** What of it is unpaid, by the month of its notice, with the day that it was due and the yearly rate of its late fee. */
  unpaid: readonly { month: string; remaining: number; dueDate: string; rate: number }[];
  /** Who reads it: the first of the chosen roles, or whoever stands in for them; null where nobody lives there. */
  payer: Doc<typeof resident> | null;
  /** What the payer is in the unit. */
  role: string | null;
  /** The channels that the payer does without. */
  off: readonly NoticeChannel[];
  /** All of whom a notice may go to, in the order in which they are asked. */
  readers: readonly Reader[];
  /** Everybody of the chosen roles has it, else the first who is reached. */
  toAll: boolean;
  /** The ids of all who live there. */
  living: readonly string[];
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

/** The notices that a run is about, those issued unless others are asked for, from the one after `upTo` on, in the order of their ids. */
export async function noticesFrom(
  ctx: Ctx,
  run: Values,
  limit: number,
  statuses: readonly Doc<typeof feeNotice>['status'][] = ['PUBLISHED'],
): Promise<Doc<typeof feeNotice>[]> {
  const { projectId } = ctx;
  const chosen = homesOf(run);
  const named = Array.isArray(run.noticeIds) && run.noticeIds.length > 0 ? run.noticeIds.map(String) : null;
  const homes = chosen ? await records(unit).distinct({ projectId }, '_id', { ...chosen }) : [];
  return records(feeNotice).find(
    { projectId },
    {
      status: { $in: [...statuses] },
      ...(named ? {} : { month: String(run.month) }),
      ...(chosen && { unitId: { $in: homes } }),
      $and: [named ? { _id: { $in: named } } : {}, typeof run.upTo === 'string' ? { _id: { $gt: run.upTo } } : {}],
    },
    { sort: { _id: 1 }, limit, patience: WITHIN_MS },
  );
}

/** The people behind some notices, and what they owe now. */
export async function loadHouseholds(ctx: Ctx, notices: readonly Doc<typeof feeNotice>[]): Promise<Household[]> {
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
  const living = Map.groupBy(homes, ({ unitId }) => String(unitId));
  const { noticeRoles, noticeToAll } = sendingOf((await loadProject(projectId))?.sending);
  const unpaid = Map.groupBy(bills, ({ unitId }) => String(unitId));
  return notices.map(notice => {
    const inside = living.get(String(notice.unitId)) ?? [];
    const readers = inOrder(inside, noticeRoles).flatMap(({ role, residentId }): Reader[] => {
      const person = byId.get(String(residentId));
      const chosen = noticeRoles.some(one => one === role);
      return person ? [{ person, role: String(role), off: choices.get(person._id) ?? [], chosen }] : [];
    });
    const [first] = readers;
    const here = inside.flatMap(({ residentId }) => byId.get(String(residentId)) ?? []);
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
      payer: first?.person ?? null,
      role: first?.role ?? null,
      off: first?.off ?? [],
      readers,
      toAll: noticeToAll === true,
      living: here.map(({ _id }) => _id),
      hasApp: here.some(({ userId, appState }) => typeof userId === 'string' && appState !== 'BLOCKED'),
    };
  });
}

/** Who stands in where nobody of the chosen roles lives there or is reached. */
const STAND_INS: readonly ((home: Doc<typeof residency>) => boolean)[] = [
  ({ owner }) => owner === true,
  ({ role }) => role === 'EMPOWER',
  ({ role }) => role === 'RENTER',
];

/** Whom a notice goes to, in this order: the chosen roles, then who stands in for them; where there are none, whoever lives there. */
function inOrder(homes: readonly Doc<typeof residency>[], chosen: readonly string[]): Doc<typeof residency>[] {
  const turnOf = (home: Doc<typeof residency>) => {
    const at = chosen.indexOf(String(home.role));
    if (at >= 0) return at;
    const standIn = STAND_INS.findIndex(fits => fits(home));
    return standIn < 0 ? null : chosen.length + standIn;
  };
  const rank = (home: Doc<typeof residency>) => turnOf(home) ?? ROLES.indexOf(String(home.role));
  const turned = homes.filter(one => turnOf(one) !== null);
  return (turned.length > 0 ? turned : homes).toSorted((a, b) => rank(a) - rank(b) || (a._id < b._id ? -1 : 1));
}

/** A household as one of its people reads for it. */
export const asReadBy = (household: Household, { person, role, off }: Reader): Household => ({
  ...household,
  payer: person,
  role,
  off,
});

/** A household as something of this kind finds it: what makes a claim goes by every channel. */
export const asSent = (household: Household, kind: NoticeKind): Household =>
  isClaim(kind) ? { ...household, off: [], readers: household.readers.map(one => ({ ...one, off: [] })) } : household;

/** Those whose keys are needed to know where a notice goes. */
export const peopleOf = (households: readonly Household[]): Doc<typeof resident>[] =>
  households.flatMap(({ readers }) => readers.map(({ person }) => person));
