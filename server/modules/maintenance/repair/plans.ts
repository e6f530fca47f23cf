import { addDays, isDay } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import type { asset } from '@lobby/shared/modules/asset.ts';
import { CARE, type CARE_FIELDS, CARE_KINDS, type CareKind } from '@lobby/shared/modules/care.ts';
import type { device } from '@lobby/shared/modules/device.ts';
import { maintenance, OPEN_WORKS, type WorkTarget } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { stepAfter } from '@lobby/shared/modules/plan-dates.ts';
import { nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Effect } from '../../../kit/records/acts/act.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { type AnyDoc, type Doc, records, type Where } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { loadNext, worksOn } from './dates.ts';

type Work = Values<typeof maintenance>;
/** What the dates of care go by: a system, a device, or an asset, given or stored. */
export type CareValues = Pick<Values<typeof device>, keyof typeof CARE_FIELDS | 'systemId'> &
  Pick<Values<typeof asset>, 'cycleDays'>;
export interface Target {
  name: WorkTarget;
  id: string;
}
/** Field of a plan that lists the targets of a kind. */
const COVERED = { deviceId: 'deviceIds', systemId: 'systemIds', assetId: 'assetIds', placeId: 'placeIds' } as const;

/** Active plans of a kind that cover a target. */
export const plansFor = (
  ctx: Ctx,
  { name, id }: Target,
  thing: CareValues,
  kind: CareKind,
  session?: Session,
): Promise<Doc<typeof maintenancePlan>[]> =>
  records(maintenancePlan)
    .in(session)
    .find(
      ctx,
      {
        status: 'ACTIVE',
        kind,
        $or: [
          { [COVERED[name]]: id },
          ...(name === 'deviceId' && thing.systemId ? [{ systemIds: thing.systemId }] : []),
        ],
      },
      { patience: 2000 },
    );

/** The day for which a plan made a work, or its scheduled day if that is later. */
function plannedDay({ madeFor, scheduledDate }: Pick<Work, 'madeFor' | 'scheduledDate'>): string {
  const named = (madeFor ?? '').slice(-10);
  // Works made by a meter reading have no planned day.
  const [meant, stands] = [isDay(named) ? named : '', scheduledDate ?? ''];
  return meant > stands ? meant : stands;
}

/** Day from which a plan counts on: of the last work completed, skipped or removed; null if there is none. */
function countsFrom(works: readonly Doc<typeof maintenance>[]): string | null {
  const days = works.flatMap(work => {
    if (!work.deletedAt && isIn(work.status, OPEN_WORKS)) return [];
    return work.completedOn ?? plannedDay(work);
  });
  return days.toSorted().at(-1) ?? null;
}

/** Next day of a plan that counts from completion; null before the first work. */
export async function dayAfterDone(
  ctx: Ctx,
  plan: Doc<typeof maintenancePlan>,
  { name, id }: Target,
  session?: Session,
): Promise<string | null> {
  if (plan.basis !== 'COMPLETED' || !plan.frequency) return null;
  const made = [{ deletedAt: null }, { madeFor: { $type: 'string' } }];
  const works = await records(maintenance)
    .withRemoved()
    .in(session)
    .find(ctx, { planId: plan._id, [name]: id, $or: made });
  const from = countsFrom(works);
  return from && stepAfter(plan, from, await worksOn(ctx));
}

interface Besides {
  session?: Session | undefined;
  /** `ended`: works that the same change closes; `gone`: a plan removed with its works. */
  ended?: readonly string[] | undefined;
  gone?: string | undefined;
}

/** Next date from works and plans: of the first open work, else by the plans; undefined if there are neither. */
export async function broughtDate(
  ctx: Ctx,
  target: Target,
  thing: CareValues,
  kind: CareKind,
  { session, ended = [], gone }: Besides = {},
): Promise<string | null | undefined> {
  const about = { [target.name]: target.id, kind, _id: { $nin: [...ended] }, ...(gone && { planId: { $ne: gone } }) };
  const first = (query: Where<typeof maintenance>, scheduledDate: 1 | -1) =>
    records(maintenance)
      .in(session)
      .first(ctx, { ...about, ...query }, { sort: { scheduledDate }, patience: 2000 });
  const open = await first({ status: { $in: OPEN_WORKS } }, 1);
  if (open) return open.scheduledDate;
  const plans = await plansFor(ctx, target, thing, kind, session);
  if (plans.length === 0) return undefined;
  const dates: string[] = [];
  for (const plan of plans) {
    const again = await dayAfterDone(ctx, plan, target, session);
    if (again) {
      dates.push(again);
      continue;
    }
    const last = await first({ planId: plan._id }, -1);
    const from = [todayOf(ctx), last ? addDays(plannedDay(last), 1) : '', plan.nextDate ?? ''].toSorted().at(-1);
    const next = await loadNext(ctx, plan, from);
    if (next) dates.push(next);
  }
  return dates.toSorted()[0] ?? null;
}

/** Next date of a target itself: the one entered, else a cycle after the last work. */
export function ownDate(thing: CareValues, kind: CareKind, ofAsset: boolean): string | null {
  const { last, cycle, meant } = CARE[kind];
  return thing[meant] || nextAfter(thing[last], thing.startDate, thing[ofAsset ? 'cycleDays' : cycle]);
}

/** Refuses a next date for a target whose plans determine it. */
export async function assertNotPlanned(
  ctx: Ctx,
  target: Target,
  thing: CareValues,
  kind: CareKind,
  field: string,
): Promise<void> {
  const [plan] = await plansFor(ctx, target, thing, kind);
  const code = 'KEPT_BY_PLAN';
  if (plan) failFields({ [field]: { code, params: { plan: plan.name } } }, code);
}

/** Next dates of a target by its works and plans; refuses given dates that contradict its plans. */
export async function keptDates(
  ctx: Ctx,
  name: WorkTarget,
  doc: CareValues & { _id: string },
  values: CareValues = {},
  ended: readonly string[] = [],
): Promise<Pick<CareValues, 'nextMaintenanceDate' | 'nextInspectionDate'>> {
  const dates: Pick<CareValues, 'nextMaintenanceDate' | 'nextInspectionDate'> = {};
  const target = { name, id: doc._id };
  for (const kind of name === 'assetId' ? CARE_KINDS.slice(0, 1) : CARE_KINDS) {
    const brought = await broughtDate(ctx, target, doc, kind, { ended });
    if (brought === undefined) continue;
    const { next, last } = CARE[kind];
    if (next in values && (values[next] ?? null) !== (doc[next] ?? null))
      await assertNotPlanned(ctx, target, doc, kind, next);
    if (brought && (values[last] ?? '') > brought) failFields({ [last]: { code: 'LAST_AFTER_NEXT' } });
    dates[next] = brought;
  }
  return dates;
}

/** Last day to which a work may be moved: the plan's next date, else the next one of the target's plans, else that of its cycle. */
export async function lastDayFor(ctx: Ctx, target: Target, thing: CareValues, work: Work): Promise<string | null> {
  const kind = CARE_KINDS.find(careKind => careKind === work.kind);
  if (!kind) return null;
  const plans = await plansFor(ctx, target, thing, kind);
  const ofWork = plans.find(({ _id }) => _id === work.planId);
  if (ofWork) {
    const after = plannedDay(work);
    return ofWork.basis === 'COMPLETED' && ofWork.frequency
      ? stepAfter(ofWork, after, await worksOn(ctx))
      : loadNext(ctx, ofWork, addDays(after, 1));
  }
  const dates = await Promise.all(plans.map(plan => loadNext(ctx, plan)));
  const [first] = dates.filter(date => date !== null).toSorted();
  if (first) return first;
  const dated = ownDate(thing, kind, target.name === 'assetId');
  if (dated) return dated;
  // Older targets have a next date, but no works.
  const works = await records(maintenance).exists(ctx, {
    [target.name]: target.id,
    kind,
    status: { $in: OPEN_WORKS },
  });
  return works ? null : thing[CARE[kind].next] || null;
}

/** A device (in a system) or an asset. */
type BroughtThing = Pick<AnyDoc, '_id' | 'status'> & { systemId?: string | null };

/** Works that plans make for a target when they start to cover it. */
export type BroughtWorks = (
  ctx: Ctx,
  name: 'deviceId' | 'assetId',
  doc: BroughtThing,
  before: BroughtThing | null,
) => Promise<Change[]>;

type Caused = Omit<Effect, 'status'>;

/** Wraps an action that puts a target into use: adds the works of its plans and their dates. */
export const withWorks =
  <T extends BroughtThing & CareValues, Input>(
    name: 'deviceId' | 'assetId',
    rule: (ctx: Ctx, doc: T, input: Input) => Caused | Promise<Caused>,
    brought: BroughtWorks,
  ) =>
  async (ctx: Ctx, doc: T, input: Input): Promise<Caused> => {
    const effect = await rule(ctx, doc, input);
    const after = { ...doc, ...effect.set, status: 'IN_USE' };
    const set = { ...effect.set, ...(await keptDates(ctx, name, after)) };
    return { ...effect, set, with: [...(effect.with ?? []), ...(await brought(ctx, name, { ...after, ...set }, doc))] };
  };
