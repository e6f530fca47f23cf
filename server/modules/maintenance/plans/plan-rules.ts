import { device } from '@lobby/shared/modules/device.ts';
import { metersIn } from '@lobby/shared/modules/device-reading.ts';
import { MOST_TARGETS, maintenancePlan, PEOPLE, RULE_FIELDS, TARGETS } from '@lobby/shared/modules/maintenance-plan.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Action, ActionsOf, RequestOf, RuleOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadNext } from '../repair/index.ts';
import { assertNotBegun, saidAnew, takenAway, worksOn } from './plan-works.ts';
import { createWorks, loadTargets, missingWorks, syncWorksOfPlan, thenFollow } from './work-creation.ts';

type PlanValues = Values<typeof maintenancePlan>;
const REQUIRED = { code: 'REQUIRED' } as const;
const idsIn = (value: string | string[] | null | undefined): string[] => [value ?? []].flat();
const named = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, REQUIRED]));

/** Requires items and people. */
function assertNotEmpty(whole: PlanValues): void {
  const targets = TARGETS.flatMap(name => idsIn(whole[name]));
  if (targets.length === 0) failFields(named(TARGETS));
  if (targets.length > MOST_TARGETS) failFields({ deviceIds: { code: 'TOO_MANY', params: { max: MOST_TARGETS } } });
  if (PEOPLE.every(name => idsIn(whole[name]).length === 0)) failFields(named(PEOPLE));
}

/** Refuses to remove a plan whose devices are in use; it must be ended instead. */
async function assertUnused(ctx: Ctx, doc: Doc<typeof maintenancePlan>): Promise<void> {
  const used = await records(device).exists(ctx, {
    status: 'IN_USE',
    $or: [{ _id: { $in: doc.deviceIds } }, { systemId: { $in: doc.systemIds } }],
  });
  if (used) fail('MAINTENANCE_HAS_HISTORY');
}

/** Adds name and unit of the meters to the plan's triggers. */
async function namedMeters(ctx: Ctx, whole: PlanValues): Promise<Pick<PlanValues, 'triggers'>> {
  const triggers = whole.triggers ?? [];
  if (triggers.length === 0) return {};
  const machines = await records(device).find(
    ctx,
    { $or: [{ _id: { $in: idsIn(whole.deviceIds) } }, { systemId: { $in: idsIn(whole.systemIds) } }] },
    { only: ['meters'], limit: MOST_TARGETS },
  );
  const byKey = new Map(machines.flatMap(({ meters }) => metersIn(meters).map(meter => [meter.key, meter])));
  const named = triggers.map(line => {
    const { name = null, unitName = null } = byKey.get(line.meter) ?? {};
    return { ...line, name, unitName };
  });
  return { triggers: named };
}

/** Validates a plan and sets its next date. */
export async function completePlan(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof maintenancePlan>,
): Promise<PlanValues> {
  if (kind === 'remove') {
    await assertUnused(ctx, doc);
    await assertNotBegun(ctx, doc._id);
  }
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: PlanValues = { ...doc, ...values };
  assertNotEmpty(whole);
  if (!doc && values.startsOn && values.startsOn < todayOf(ctx)) failFields({ startsOn: { code: 'DATE_IN_PAST' } });
  const meters = ['triggers', ...TARGETS].some(name => name in values) ? await namedMeters(ctx, whole) : {};
  if (doc && ![...Object.keys(RULE_FIELDS), 'triggers'].some(name => name in values)) return { ...values, ...meters };
  const metered = (whole.triggers ?? []).length > 0;
  if (!whole.frequency && !metered) failFields({ frequency: { code: 'PLAN_WITHOUT_RULE' } }, 'PLAN_WITHOUT_RULE');
  const next = await loadNext(ctx, whole);
  if (next === null && !doc && whole.frequency)
    failFields({ endsOn: { code: 'PLAN_RULE_INVALID' } }, 'PLAN_RULE_INVALID');
  const status = doc?.status ?? maintenancePlan.initial;
  return { ...(!doc && { startTime: '08:00' }), ...values, ...meters, nextDate: status === 'ACTIVE' ? next : null };
}

/** Wraps an act so that the plan's items are updated. */
const follows =
  <Input extends object>(
    status: Doc<typeof maintenancePlan>['status'],
    rule: RuleOf<typeof maintenancePlan, Input>,
  ): RuleOf<typeof maintenancePlan, Input> =>
  async (ctx, doc, input) => {
    const effect = await rule(ctx, doc, input);
    const plans = [{ ...doc, ...effect.set, status }];
    if (effect.with?.length) return { ...effect, with: thenFollow(ctx, effect.with, plans) };
    return { ...effect, also: session => syncWorksOfPlan(ctx, plans, session) };
  };

/** Reassigns the plan's works, including existing ones that nobody changed. */
const assign: Action<typeof maintenancePlan, 'assign'> = async (ctx, doc, input) => {
  const set = Object.fromEntries(PEOPLE.flatMap(name => (idsIn(input[name]).length ? [[name, input[name]]] : [])));
  if (Object.keys(set).length === 0) failFields(named(PEOPLE));
  const after = { ...doc, ...set };
  return {
    set,
    with: await saidAnew(ctx, after),
    also: session => syncWorksOfPlan(ctx, [doc, after], session),
  };
};

/** Stops creating works; planned ones are removed on request. */
const stops: RuleOf<typeof maintenancePlan, { removeOpen?: boolean }> = async (ctx, doc, { removeOpen }) => ({
  set: { nextDate: null },
  ...(removeOpen === true && { with: await takenAway(ctx, doc) }),
});

const CHOSEN = ['deviceIds', 'assetIds', 'placeIds'] as const;
type Chosen = Pick<PlanValues, (typeof CHOSEN)[number]>;

/** Refuses items that the plan does not cover or that are out of service. */
async function assertCovered(ctx: Ctx, plan: Doc<typeof maintenancePlan>, chosen: Chosen): Promise<void> {
  const covered = new Set((await loadTargets(ctx, plan)).map(({ id }) => id));
  const strange = CHOSEN.filter(name => idsIn(chosen[name]).some(id => !covered.has(id)));
  if (strange.length > 0)
    failFields(
      Object.fromEntries(
        strange.map(name => [
          name,
          { code: 'REFERENCE_NOT_SUITABLE', params: { why: 'maintenance-plan.state.uncovered' } },
        ]),
      ),
    );
}

export const planActs = {
  pause: follows('PAUSED', stops),
  resume: follows('ACTIVE', async (ctx, doc, { from }: { from: string }) => {
    if (from < todayOf(ctx)) failFields({ from: { code: 'DATE_IN_PAST' } });
    const set = { nextDate: await loadNext(ctx, doc, from), reason: null };
    const plan = { ...doc, ...set, status: 'ACTIVE' as const };
    return { set, with: await createWorks(ctx, plan, await missingWorks(ctx, plan)) };
  }),
  end: follows('ENDED', stops),
  'make-now': follows('ACTIVE', async (ctx, doc, { scheduledDate, ...chosen }: Chosen & { scheduledDate: string }) => {
    if (scheduledDate < todayOf(ctx)) failFields({ scheduledDate: { code: 'DATE_IN_PAST' } });
    await assertCovered(ctx, doc, chosen);
    const ids = CHOSEN.flatMap(name => idsIn(chosen[name]));
    return { with: await worksOn(ctx, doc, scheduledDate, ids) };
  }),
  assign,
} satisfies ActionsOf<typeof maintenancePlan>;
