import type { Definition } from '@lobby/shared/kit/definition.ts';
import { CARE, CARE_KINDS, worstAmong } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { ordered } from '../../kit/records/lists/ordered.ts';
import type { ActionsOf, BehaviourOf, RequestOf, RuleOf, Values } from '../../kit/records/typed-behaviour.ts';
import { updateBeside } from '../../kit/store/beside.ts';
import { records } from '../../kit/store/records.ts';
import { type CareValues, keptDates } from '../maintenance/repair/index.ts';
import { careActs, careDues, completeCare } from './care.ts';

const STANDING = CARE_KINDS.flatMap(kind => [CARE[kind].due, CARE[kind].next]);

/** Summary of a system: number of devices, and the worst of their due dates; without devices those of its own. */
async function worstIn(ctx: Ctx, system: CareValues & { _id: string }, session?: Session) {
  const query = { systemId: system._id };
  const machines = await records(device).in(session).find(ctx, query, { only: STANDING, patience: 2000 });
  return { deviceCount: machines.length, ...worstAmong(machines.length > 0 ? machines : [system]) };
}

/** Updates the summary of a system, in the transaction that changes one of its devices. */
export async function touchSystem(ctx: Ctx, systemId: string | null | undefined, session: Session): Promise<void> {
  if (!systemId) return;
  await serializeBy(`system ${systemId}`, session);
  const doc = await records(technicalSystem).in(session).get(ctx, systemId);
  if (!doc) return;
  const set = await worstIn(ctx, doc, session);
  const isTold = set.deviceCount === doc.deviceCount && set.worstDue === doc.worstDue;
  if (isTold && set.dueOn === doc.dueOn) return;
  await updateBeside(ctx, technicalSystem, doc, set, { action: 'count', session });
}

type Dependent = typeof device | typeof technicalSystem | typeof maintenancePlan | typeof maintenance;
/** Refuses to remove a record with devices, systems, plans or works, giving their number. */
async function assertNoDependents(ctx: Ctx, of: Dependent, field: string, id: string) {
  const count = await records<Definition>(of).count(ctx, { [field]: id });
  const devices = of === device ? count : 0;
  const plans = of === maintenancePlan ? count : 0;
  const works = of === maintenance ? count : 0;
  const about = { module: of.code, entity: of.name, field, count, devices, plans, works };
  if (count > 0) fail('SYSTEM_HAS_DEPENDENTS', about);
}

/** Completes a system; refuses its removal while it has devices, plans or works. */
async function completeSystem(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof technicalSystem>,
): Promise<Values<typeof technicalSystem>> {
  if (kind === 'remove') {
    await assertNoDependents(ctx, device, 'systemId', doc._id);
    await assertNoDependents(ctx, maintenancePlan, 'systemIds', doc._id);
    await assertNoDependents(ctx, maintenance, 'systemId', doc._id);
  }
  if (kind === 'remove' || kind === 'restore') return values;
  const care = completeCare(ctx, values, doc, true);
  const dates = doc ? await keptDates(ctx, 'systemId', doc, values) : {};
  const whole = { ...care, ...dates, ...careDues(ctx, { ...doc, ...care, ...dates }, true) };
  const next = { ...doc, ...whole, _id: doc?._id ?? '' };
  return { ...whole, ...(await worstIn(ctx, next)) };
}

/** Updates the summary of a system after an action on it. */
const withWorst =
  <Input extends object>(rule: RuleOf<typeof technicalSystem, Input>): RuleOf<typeof technicalSystem, Input> =>
  async (ctx, doc, input) => {
    const effect = await rule(ctx, doc, input);
    return { ...effect, set: { ...effect.set, ...(await worstIn(ctx, { ...doc, ...effect.set, _id: doc._id })) } };
  };

export const systemRules = { check: completeSystem } satisfies BehaviourOf<typeof technicalSystem>;
const care = careActs(technicalSystem, () => true);
export const systemActs = {
  'record-maintenance': withWorst(care['record-maintenance']),
  'record-inspection': withWorst(care['record-inspection']),
} satisfies ActionsOf<typeof technicalSystem>;

const order = ordered(systemGroup, 'ALREADY_EXISTS');

/** A group can be removed once it has no systems. */
async function completeGroup(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof systemGroup>,
): Promise<Values<typeof systemGroup>> {
  if (kind === 'remove') await assertNoDependents(ctx, technicalSystem, 'groupId', doc._id);
  return values;
}

export const groupRules = { check: completeGroup, ...order } satisfies BehaviourOf<typeof systemGroup>;
