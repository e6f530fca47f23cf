import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { isClaim, type NoticeChannel, type NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import { RESIDENT_ROLES, residency, resident } from '@lobby/shared/modules/resident.ts';
import { sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, feature } from '../../../../kit/base/context.ts';
import { type Doc, records, type Where } from '../../../../kit/store/records.ts';
import { loadRefs } from '../../../../kit/store/refs/refs.ts';
import { loadProject } from '../../../../platform/projects/projects.ts';
import { findLate, type Late } from '../../../bill/index.ts';
import { loadChoices } from './choices.ts';

/** What of a run chooses its notices. */
type Chosen = Pick<Doc<typeof noticeRun>, 'month' | 'noticeIds' | 'upTo' | 'blockIds' | 'floorIds' | 'labelIds'>;
const WITHIN_MS = 20_000;
const ROLES: readonly string[] = RESIDENT_ROLES;

/** A resident as a possible recipient of notices. */
export interface Reader {
  person: Doc<typeof resident>;
  role: string;
  /** Channels that they turned off. */
  off: readonly NoticeChannel[];
  /** Whether they have a role that the project sends notices to. */
  chosen: boolean;
}

/** An unpaid bill as a notice names it. */
interface Unpaid {
  /** Of its notice. */
  month: string;
  billed: string;
  of: Doc<typeof service> | undefined;
  /** The late bill, of late interest. */
  late: Late | undefined;
  remaining: number;
  dueDate: string;
  rate: number;
}

/** A notice with its possible recipients. */
export interface Household {
  notice: Doc<typeof feeNotice>;
  /** Current debt of the unit in VND, for the notice's month and earlier. */
  owed: number;
  /** Unpaid bills with notice month, due date and yearly late fee rate. */
  unpaid: readonly Unpaid[];
  /** The recipient: the first resident with a chosen role, or a substitute; null if nobody lives there. */
  payer: Doc<typeof resident> | null;
  /** Role of the recipient in the unit. */
  role: string | null;
  /** Channels that the recipient turned off. */
  off: readonly NoticeChannel[];
  /** Channels whose feature the project has not switched on. */
  notSetUp: readonly NoticeChannel[];
  /** All possible recipients, in order of preference. */
  readers: readonly Reader[];
  /** Whether all residents with chosen roles receive it, rather than the first who can be reached. */
  toAll: boolean;
  /** Ids of all residents of the unit. */
  living: readonly string[];
  /** Whether a resident of the unit uses the app. */
  hasApp: boolean;
}

/** Channels that a project must switch on before they are used. */
const SWITCHED = ['SMS', 'ZALO'] as const;

/** Channels whose feature the project has not switched on. */
export const notSetUpIn = (ctx: Ctx): NoticeChannel[] => SWITCHED.filter(channel => !feature(ctx, channel));

/** Query of the units that a run is limited to; null for all. */
function homesOf(run: Chosen): Where<typeof unit> | null {
  const by = [
    ['blockIds', 'blockId'],
    ['floorIds', 'floorId'],
    ['labelIds', 'labelIds'],
  ] as const;
  const chosen = by.flatMap(([from, field]) => (run[from].length > 0 ? [[field, { $in: run[from] }]] : []));
  return chosen.length > 0 ? Object.fromEntries(chosen) : null;
}

/** Notices of a run after `upTo`, in order of their ids; published ones by default. */
export async function noticesFrom(
  ctx: Ctx,
  run: Chosen,
  limit: number,
  statuses: readonly Doc<typeof feeNotice>['status'][] = ['PUBLISHED'],
): Promise<Doc<typeof feeNotice>[]> {
  const { projectId } = ctx;
  const chosen = homesOf(run);
  const named = run.noticeIds.length > 0 ? run.noticeIds : null;
  const homes = chosen ? await records(unit).distinct({ projectId }, '_id', chosen) : [];
  return records(feeNotice).find(
    { projectId },
    {
      status: { $in: [...statuses] },
      ...(named ? {} : { month: run.month }),
      ...(chosen && { unitId: { $in: homes } }),
      $and: [named ? { _id: { $in: named } } : {}, run.upTo ? { _id: { $gt: run.upTo } } : {}],
    },
    { sort: { _id: 1 }, limit, patience: WITHIN_MS },
  );
}

/** Recipients and current debts of notices. */
export async function loadHouseholds(ctx: Ctx, notices: readonly Doc<typeof feeNotice>[]): Promise<Household[]> {
  const { projectId } = ctx;
  const units = { unitId: { $in: notices.map(({ unitId }) => unitId) } };
  const [homes, bills] = await Promise.all([
    records(residency).find(ctx, { ...units, living: true }, { patience: WITHIN_MS }),
    records(bill).find(
      ctx,
      { ...units, status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
      {
        only: ['unitId', 'noticeMonth', 'month', 'remaining', 'dueDate', 'serviceId', 'createdFor', 'originalId'],
        patience: WITHIN_MS,
      },
    ),
  ]);
  const lateBy = await findLate(projectId, bills);
  const services = await loadRefs(
    projectId,
    service,
    bills.flatMap(({ _id, serviceId }) => [serviceId, lateBy(_id)?.serviceId ?? serviceId]),
  );
  const ids = homes.map(({ residentId }) => residentId);
  const people = await records(resident).find({ projectId }, { _id: { $in: ids } }, { patience: WITHIN_MS });
  const choices = await loadChoices(
    projectId,
    people.map(({ _id }) => _id),
  );
  const byId = new Map(people.map(person => [person._id, person]));
  const living = Map.groupBy(homes, ({ unitId }) => unitId);
  const { noticeRoles, noticeToAll } = sendingOf((await loadProject(projectId))?.sending);
  const unpaid = Map.groupBy(bills, ({ unitId }) => unitId);
  const notSetUp = notSetUpIn(ctx);
  return notices.map(notice => {
    const inside = living.get(notice.unitId) ?? [];
    const readers = inOrder(inside, noticeRoles).flatMap(({ role, residentId }): Reader[] => {
      const person = byId.get(residentId);
      const chosen = noticeRoles.some(noticeRole => noticeRole === role);
      return person ? [{ person, role, off: choices.get(person._id) ?? [], chosen }] : [];
    });
    const [first] = readers;
    const here = inside.flatMap(({ residentId }) => byId.get(residentId) ?? []);
    const due = (unpaid.get(notice.unitId) ?? []).filter(line => line.noticeMonth && line.noticeMonth <= notice.month);
    return {
      notice,
      owed: due.reduce((sum, { remaining }) => sum + remaining, 0),
      unpaid: due.map(({ _id, noticeMonth, month, remaining, dueDate, serviceId }) => ({
        month: noticeMonth ?? '',
        billed: month,
        of: services.get(lateBy(_id)?.serviceId ?? serviceId),
        late: lateBy(_id),
        remaining,
        dueDate: dueDate ?? '',
        rate: services.get(serviceId)?.interestPerYear ?? 0,
      })),
      payer: first?.person ?? null,
      role: first?.role ?? null,
      off: first?.off ?? [],
      notSetUp,
      readers,
      toAll: noticeToAll === true,
      living: here.map(({ _id }) => _id),
      hasApp: here.some(({ userId, appState }) => userId && appState !== 'BLOCKED'),
    };
  });
}

/** Substitute recipients, in order, if nobody with a chosen role can be reached. */
const STAND_INS: readonly ((home: Doc<typeof residency>) => boolean)[] = [
  ({ owner }) => owner === true,
  ({ role }) => role === 'EMPOWER',
  ({ role }) => role === 'RENTER',
];

/** Recipients in order: chosen roles, then substitutes; if there are neither, any resident. */
function inOrder(homes: readonly Doc<typeof residency>[], chosen: readonly string[]): Doc<typeof residency>[] {
  const turnOf = (home: Doc<typeof residency>) => {
    const at = chosen.indexOf(home.role);
    if (at >= 0) return at;
    const standIn = STAND_INS.findIndex(fits => fits(home));
    return standIn < 0 ? null : chosen.length + standIn;
  };
  const rank = (home: Doc<typeof residency>) => turnOf(home) ?? ROLES.indexOf(home.role);
  const turned = homes.filter(home => turnOf(home) !== null);
  return (turned.length > 0 ? turned : homes).toSorted((a, b) => rank(a) - rank(b) || (a._id < b._id ? -1 : 1));
}

/** The household with one of its residents as the recipient. */
export const asReadBy = (household: Household, { person, role, off }: Reader): Household => ({
  ...household,
  payer: person,
  role,
  off,
});

/** The household as seen by this kind of notice: claims ignore turned-off channels. */
export const asSent = (household: Household, kind: NoticeKind): Household =>
  isClaim(kind)
    ? { ...household, off: [], readers: household.readers.map(reader => ({ ...reader, off: [] })) }
    : household;

/** Residents whose encryption keys are needed to reach the households. */
export const peopleOf = (households: readonly Household[]): Doc<typeof resident>[] =>
  households.flatMap(({ readers }) => readers.map(({ person }) => person));
