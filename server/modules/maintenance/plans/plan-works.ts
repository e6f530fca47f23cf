import { addDays } from '@lobby/shared/kit/dates.ts';
import { CARE_KINDS } from '@lobby/shared/modules/care.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { type maintenancePlan, RULE_FIELDS, TARGETS } from '@lobby/shared/modules/maintenance-plan.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { edited } from '../../../kit/records/records.ts';
import type { BehaviourOf, DoneOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records, type Where } from '../../../kit/store/records.ts';
import { type Change, save, VersionConflict } from '../../../kit/store/save.ts';
import { type BroughtWorks, notifyPartners, plansFor } from '../repair/index.ts';
import { loadItems } from '../works/items.ts';
import { syncWorksOfTarget } from './targets.ts';
import {
  createWorks,
  hoursOn,
  leftOut,
  missingWorks,
  syncWorksOfPlan,
  thenFollow,
  workValuesOf,
} from './work-creation.ts';

type Query = Where<typeof maintenance>;
/** Fields that decide which works exist. */
const DECIDING = [...Object.keys(RULE_FIELDS), ...TARGETS, 'basis', 'leadDays', 'supersede', 'kind'];
/** Fields that works copy. */
const TAKEN = [
  'name',
  'workTitle',
  'assigneeIds',
  'departmentId',
  'contractorId',
  'priority',
  'note',
  'files',
  'startTime',
  'durationMinutes',
  'dueDelayDays',
  'estimatedMinutes',
  'requiresPhoto',
  'requiresSignature',
  'checklistId',
  'closesLift',
  'parts',
];

const loadWorks = (ctx: Ctx, planId: string, query: Query) => worksOfPlans(ctx, planId, query);
const worksOfPlans = (ctx: Ctx, planId: Query['planId'], query: Query) =>
  records(maintenance).find(ctx, { planId, ...query }, { sort: { scheduledDate: 1 } });

const UNTOUCHED = { status: 'SCHEDULED', touched: { $ne: true } } as const;
/** Planned works that nobody changed. */
const untouched = (ctx: Ctx, planId: string) =>
  loadWorks(ctx, planId, { ...UNTOUCHED, scheduledDate: { $gte: todayOf(ctx) } });

/** Removes works so that the plan can create them again. */
const taken = (ctx: Ctx, docs: readonly Doc<typeof maintenance>[]): Change[] =>
  docs.map(doc => ({
    definition: maintenance,
    action: 'remove',
    update: { doc, set: { deletedAt: ctx.now, madeFor: null } },
  }));

const differs = (a: Doc<typeof maintenancePlan>, b: Doc<typeof maintenancePlan>, names: readonly string[]) =>
  names.some(name => JSON.stringify(fieldOf(a, name) ?? null) !== JSON.stringify(fieldOf(b, name) ?? null));

/** Updates unchanged works from the plan; their checklist items change only if `items` is given. */
export async function saidAnew(
  ctx: Ctx,
  plan: Doc<typeof maintenancePlan>,
  items: Values<typeof maintenance> = {},
): Promise<Change[]> {
  const updates: Change[] = [];
  for (const doc of await untouched(ctx, plan._id)) {
    const day = doc.scheduledDate;
    const dueDate = addDays(day, plan.dueDelayDays);
    const { changed } = await edited(ctx, maintenance, doc, {
      ...workValuesOf(plan),
      ...items,
      ...hoursOn(ctx, plan, day),
      dueDate,
    });
    updates.push({ definition: maintenance, action: 'update', update: { doc, set: changed } });
  }
  return updates;
}

/** Changes of works after a plan was created or changed. */
async function worksAfter(ctx: Ctx, { doc, before }: DoneOf<typeof maintenancePlan>): Promise<Change[]> {
  // Works of a removed plan are parts of it, and are removed with it.
  if (!doc) return [];
  const anew = !before || differs(doc, before, DECIDING);
  if (!anew) {
    const made = await createWorks(ctx, doc, await missingWorks(ctx, doc));
    if (!differs(doc, before, TAKEN)) return made;
    const relisted = differs(doc, before, ['checklistId']);
    const items = relisted ? await loadItems(ctx, doc.checklistId, doc.estimatedMinutes) : {};
    const superseded = new Set(made.map(({ update }) => update?.doc._id));
    return [...made, ...(await saidAnew(ctx, doc, items)).filter(({ update }) => !superseded.has(update?.doc._id))];
  }
  const gone = before ? await untouched(ctx, doc._id) : [];
  const again = new Set(gone.flatMap(({ madeFor }) => madeFor ?? []));
  return [...taken(ctx, gone), ...(await createWorks(ctx, doc, await missingWorks(ctx, doc, again), gone))];
}

/** Refuses to remove a plan whose works have begun. */
export async function assertNotBegun(ctx: Ctx, planId: string): Promise<void> {
  const [work] = await loadWorks(ctx, planId, {
    $or: [{ startedAt: { $ne: null } }, { status: { $in: ['IN_PROGRESS', 'ON_HOLD', 'COMPLETED'] } }],
  });
  if (work) fail('MAINTENANCE_HAS_HISTORY');
}

/**
 * Works of an item that is new, put in service or moved to another system: creates those of its plans, removes those of its former system's plans.
 */
export const broughtWorks: BroughtWorks = async (ctx, name, doc, before) => {
  const moved = before !== null && (before.systemId ?? null) !== (doc.systemId ?? null);
  const begins = !before || !isInService(before.status);
  if (!isInService(doc.status) || !(moved || begins)) return [];
  const target = { name, id: doc._id };
  const plans = (await Promise.all(CARE_KINDS.map(kind => plansFor(ctx, target, doc, kind)))).flat();
  const former = moved
    ? await worksOfPlans(ctx, { $type: 'string', $nin: plans.map(({ _id }) => _id) }, { ...UNTOUCHED, [name]: doc._id })
    : [];
  const made = await Promise.all(
    plans.map(async plan => createWorks(ctx, plan, await missingWorks(ctx, plan, new Set(), target))),
  );
  const changes = [...taken(ctx, former), ...made.flat()];
  const last = changes.at(-1);
  if (!last) return [];
  const partners = [...former, ...plans].map(({ contractorId }) => contractorId);
  const also: Change['also'] = async session => {
    for (const kind of CARE_KINDS) await syncWorksOfTarget(ctx, target, kind, session);
    await notifyPartners(ctx, partners, session);
  };
  return [...changes.slice(0, -1), { ...last, also }];
};

const bothOf = ({ doc, before }: DoneOf<typeof maintenancePlan>) => [doc, before].filter(side => side !== null);

/** Updates the plan's works, and then its items. */
const changes = async (ctx: Ctx, done: DoneOf<typeof maintenancePlan>): Promise<Change[]> =>
  thenFollow(ctx, await worksAfter(ctx, done), bothOf(done));
const tell = (ctx: Ctx, session: Session, done: DoneOf<typeof maintenancePlan>): Promise<void> =>
  syncWorksOfPlan(ctx, bothOf(done), session, done.kind === 'remove' ? done.before._id : undefined);

export const planWorks = { changes, inTransaction: tell } satisfies BehaviourOf<typeof maintenancePlan>;

/** Removes the planned works of a paused or ended plan. */
export const takenAway = async (ctx: Ctx, plan: Doc<typeof maintenancePlan>): Promise<Change[]> =>
  taken(ctx, await untouched(ctx, plan._id));

/** Works of a plan on an arbitrary day, for all or some of its items. */
export async function worksOn(
  ctx: Ctx,
  plan: Doc<typeof maintenancePlan>,
  date: string,
  ids: readonly string[] = [],
): Promise<Change[]> {
  const whole: Doc<typeof maintenancePlan> = {
    ...plan,
    basis: 'SCHEDULED',
    frequency: 'DAILY',
    interval: 1,
    startsOn: date,
    endsOn: null,
    count: 1,
    nextDate: date,
    holidays: 'KEEP',
    leadDays: 3650,
    supersede: false,
  };
  const made = await missingWorks(ctx, whole);
  const wanted = made.filter(target => ids.length === 0 || ids.includes(targetKey(target)));
  return createWorks(ctx, plan, wanted);
}

/** Skips unstarted works once the next one is due. */
export async function supersede(ctx: Ctx, plan: Doc<typeof maintenancePlan>): Promise<number> {
  const due = await loadWorks(ctx, plan._id, { status: 'SCHEDULED', scheduledDate: { $lte: todayOf(ctx) } });
  const latest = new Map(due.map(doc => [targetKey(doc), doc._id]));
  const older = due.filter(doc => latest.get(targetKey(doc)) !== doc._id);
  let skipped = 0;
  for (const doc of older) {
    await save(ctx, thenFollow(ctx, await leftOut(ctx, [doc]), [plan])).then(
      () => skipped++,
      error => {
        if (!(error instanceof VersionConflict)) throw error;
      },
    );
  }
  return skipped;
}
const targetKey = ({ deviceId, assetId, placeId }: Doc<typeof maintenance>) => deviceId ?? assetId ?? placeId ?? '';
