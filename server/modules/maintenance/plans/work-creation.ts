import { addDays, instantAt } from '@lobby/shared/kit/dates.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { IN_SERVICE } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import type { Session } from '../../../kit/database/database.ts';
import { build } from '../../../kit/records/records.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, save, VersionConflict } from '../../../kit/store/save.ts';
import { dayAfterDone, loadDates, notifyPartners, type Target } from '../repair/index.ts';
import { loadItems } from '../works/items.ts';
import { liftChanges } from '../works/lift.ts';
import { mergeParts } from '../works/parts.ts';
import { syncWorksOfTarget, targetIn } from './targets.ts';

/** Maximum works created by a plan at once. */
const MOST = 400;
/** Works created in one transaction. */
const CHUNK = 100;
const TRIES = 5;

type Plan = Doc<typeof maintenancePlan>;

/** Items of a plan in service; a system stands for each of its devices. */
export async function loadTargets(ctx: Ctx, plan: Doc<typeof maintenancePlan>): Promise<Target[]> {
  const live = { projectId: ctx.projectId, deletedAt: null, status: { $in: [...IN_SERVICE] } };
  const machines = { $or: [{ _id: { $in: plan.deviceIds } }, { systemId: { $in: plan.systemIds } }] };
  const [devices, assets] = await Promise.all([
    records(device).find(ctx, { ...live, ...machines }, { only: ['_id'], sort: { _id: 1 }, patience: 2000 }),
    records(asset).find(
      ctx,
      { ...live, _id: { $in: plan.assetIds } },
      { only: ['_id'], sort: { _id: 1 }, patience: 2000 },
    ),
  ]);
  return [
    ...devices.map(({ _id }): Target => ({ name: 'deviceId', id: _id })),
    ...assets.map(({ _id }): Target => ({ name: 'assetId', id: _id })),
    ...plan.placeIds.map((id): Target => ({ name: 'placeId', id })),
  ];
}

const keyOf = (plan: Doc<typeof maintenancePlan>, { id }: Target, date: string) => `${plan._id} ${id} ${date}`;

/** Start and end of a plan's work on a day. */
export function hoursOn(
  ctx: Ctx,
  { startTime, durationMinutes }: Pick<Plan, 'startTime' | 'durationMinutes'>,
  day: string,
): { startAt: Date; endAt: Date } {
  const [hours = 8, minutes = 0] = (startTime ?? '08:00').split(':').map(Number);
  const startAt = instantAt(day, hours * 60 + minutes, ctx.project.timeZone);
  return { startAt, endAt: new Date(startAt.getTime() + durationMinutes * 60_000) };
}

/** Values that a work copies from its plan. */
export const workValuesOf = (plan: Plan): Values<typeof maintenance> => ({
  title: plan.workTitle || plan.name,
  kind: plan.kind,
  assigneeIds: plan.assigneeIds,
  departmentId: plan.departmentId,
  contractorId: plan.contractorId,
  priority: plan.priority,
  description: plan.note,
  attachments: plan.files,
  estimatedMinutes: plan.estimatedMinutes,
  requiresPhoto: plan.requiresPhoto,
  requiresSignature: plan.requiresSignature,
  closesLift: plan.closesLift,
  parts: mergeParts([], plan.parts),
});

interface Wanted {
  target: Target;
  date: string;
}

/** Dates of the rule within the lead time, for each item. */
async function byDates(ctx: Ctx, plan: Doc<typeof maintenancePlan>, targets: readonly Target[]): Promise<Wanted[]> {
  const today = todayOf(ctx);
  const until = addDays(today, plan.leadDays);
  // The plan may continue from a later date.
  const from = plan.nextDate && plan.nextDate > today ? plan.nextDate : today;
  const wanted: Wanted[] = [];
  for (const { date } of await loadDates(ctx, plan)) {
    if (date > until || wanted.length >= MOST) break;
    if (date >= from) wanted.push(...targets.map(target => ({ target, date })));
  }
  return wanted.slice(0, MOST);
}

type WorkStatus = Doc<typeof maintenance>['status'];

/** Works of a plan in these statuses. */
const standing = (ctx: Ctx, planId: string, statuses: readonly WorkStatus[]) =>
  records(maintenance).find(ctx, { planId, status: { $in: statuses } }, { sort: { scheduledDate: 1 } });

/** Whether a work is not among those being removed. */
const isLeft =
  (again: ReadonlySet<string>) =>
  ({ madeFor }: Doc<typeof maintenance>): boolean =>
    madeFor === null || !again.has(madeFor);

const isOf = (doc: Doc<typeof maintenance>, { name, id }: Target) => doc[name] === id;

/** One work per item without an open one: on the first date, then one interval after the last completion. */
async function byCompletion(
  ctx: Ctx,
  plan: Doc<typeof maintenancePlan>,
  targets: readonly Target[],
  again: ReadonlySet<string>,
): Promise<Wanted[]> {
  const today = todayOf(ctx);
  const until = addDays(today, plan.leadDays);
  const open = (await standing(ctx, plan._id, OPEN_WORKS)).filter(isLeft(again));
  const [first] = await byDates(ctx, { ...plan, leadDays: 3650 }, targets.slice(0, 1));
  const wanted: Wanted[] = [];
  for (const target of targets) {
    if (open.some(work => isOf(work, target))) continue;
    const date = (await dayAfterDone(ctx, plan, target)) ?? first?.date;
    const day = date && date < today ? today : date;
    if (day && day <= until) wanted.push({ target, date: day });
  }
  return wanted;
}

/** For plans that supersede missed works: one waiting work per item; the next is created when its day has come. */
async function oneByOne(
  ctx: Ctx,
  plan: Doc<typeof maintenancePlan>,
  wanted: readonly Wanted[],
  again: ReadonlySet<string>,
) {
  const today = todayOf(ctx);
  const waiting = (await standing(ctx, plan._id, ['SCHEDULED'])).filter(isLeft(again));
  const held = new Set(waiting.map(doc => targetIn(doc)?.id));
  return wanted.filter(({ target, date }) => {
    const comes = date <= today || !held.has(target.id);
    if (comes) held.add(target.id);
    return comes;
  });
}

/** Works of a plan to be created, for all items or one; `again` are keys of works removed in the same transaction. */
export async function missingWorks(
  ctx: Ctx,
  plan: Doc<typeof maintenancePlan>,
  again: ReadonlySet<string> = new Set(),
  only?: Target,
): Promise<Doc<typeof maintenance>[]> {
  // Plans with meter triggers only have no dates.
  if (plan.status !== 'ACTIVE' || !plan.frequency) return [];
  const targets = only ? [only] : await loadTargets(ctx, plan);
  const all = await (plan.basis === 'COMPLETED' ? byCompletion : byDates)(ctx, plan, targets, again);
  // Works removed by users are not created again.
  const keys = all.map(({ target, date }) => keyOf(plan, target, date));
  const made = await records(maintenance)
    .withRemoved()
    .find(ctx, { madeFor: { $in: keys } }, { only: ['madeFor'] });
  const madeKeys = new Set(made.flatMap(({ madeFor }) => madeFor ?? []).filter(key => !again.has(key)));
  const fresh = all.filter(({ target, date }) => !madeKeys.has(keyOf(plan, target, date)));
  const wanted = plan.supersede === true ? await oneByOne(ctx, plan, fresh, again) : fresh;
  const docs: Doc<typeof maintenance>[] = [];
  const items = await loadItems(ctx, plan.checklistId, plan.estimatedMinutes);
  for (const { target, date } of wanted) {
    const values = {
      ...workValuesOf(plan),
      ...items,
      ...hoursOn(ctx, plan, date),
      [target.name]: target.id,
      scheduledDate: date,
      madeFor: keyOf(plan, target, date),
      origin: 'PLAN',
      planId: plan._id,
      dueDate: addDays(date, plan.dueDelayDays),
    };
    docs.push(await build(ctx, maintenance, values, true));
  }
  return docs;
}

/** Updates items and partners of old and new versions of a plan. */
export async function syncWorksOfPlan(
  ctx: Ctx,
  plans: readonly Doc<typeof maintenancePlan>[],
  session: Session,
  gone?: string,
): Promise<void> {
  const all = new Map<string, Target>();
  for (const plan of plans) {
    for (const target of await loadTargets(ctx, plan)) all.set(target.id, target);
    for (const id of plan.systemIds) all.set(id, { name: 'systemId', id });
  }
  for (const target of all.values()) await syncWorksOfTarget(ctx, target, plans[0]?.kind, session, { gone });
  await notifyPartners(
    ctx,
    plans.map(({ contractorId }) => contractorId),
    session,
  );
}

/** Adds the same update after the last change. */
export function thenFollow(
  ctx: Ctx,
  changes: readonly Change[],
  plans: readonly Doc<typeof maintenancePlan>[],
): Change[] {
  const last = changes.at(-1);
  if (!last) return [];
  const also: Change['also'] = async session => {
    await last.also?.(session);
    await syncWorksOfPlan(ctx, plans, session);
  };
  return [...changes.slice(0, -1), { ...last, also }];
}

/** Changes that skip works superseded by later ones. */
export async function leftOut(ctx: Ctx, docs: readonly Doc<typeof maintenance>[]): Promise<Change[]> {
  const set = { status: 'SKIPPED' as const, overdue: false, reason: text('vi', 'maintenance.superseded') };
  const lifts = await Promise.all(docs.map(doc => liftChanges(ctx, { ...doc, ...set })));
  return [
    ...docs.map((doc): Change => ({ definition: maintenance, action: 'skip', update: { doc, set } })),
    ...lifts.flat(),
  ];
}

/**
 * Changes that create works; if the plan supersedes, older unstarted works are skipped (maintenance-plan card, rule 10). `gone` are removed in the
 * same transaction.
 */
export async function createWorks(
  ctx: Ctx,
  plan: Doc<typeof maintenancePlan>,
  inserts: readonly Doc<typeof maintenance>[],
  gone: readonly Doc<typeof maintenance>[] = [],
): Promise<Change[]> {
  const made = inserts.map((insert): Change => ({ definition: maintenance, action: 'create', insert }));
  if (plan.supersede !== true || inserts.length === 0) return made;
  const going = new Set(gone.map(({ _id }) => _id));
  const older = (await standing(ctx, plan._id, ['SCHEDULED'])).filter(
    doc =>
      !going.has(doc._id) &&
      inserts.some(insert => targetIn(insert)?.id === targetIn(doc)?.id && insert.scheduledDate >= doc.scheduledDate),
  );
  return [...made, ...(await leftOut(ctx, older))];
}

/** Creates the missing works of a plan; concurrent servers create no duplicates. */
export async function makeWorks(ctx: Ctx, planId: string): Promise<number> {
  for (let n = 0; n < TRIES; n++) {
    const plan = await records(maintenancePlan).get(ctx, planId);
    const docs = plan ? (await missingWorks(ctx, plan)).slice(0, MOST) : [];
    if (!plan || docs.length === 0) return 0;
    try {
      for (let at = 0; at < docs.length; at += CHUNK) {
        await save(ctx, thenFollow(ctx, await createWorks(ctx, plan, docs.slice(at, at + CHUNK)), [plan]));
      }
      return docs.length;
    } catch (error) {
      // Created concurrently by another server.
      if (!(error instanceof VersionConflict) && !(error instanceof Refusal && error.code === 'ALREADY_EXISTS'))
        throw error;
    }
  }
  return 0;
}
