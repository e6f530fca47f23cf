import { device } from '@lobby/shared/modules/device.ts';
import { MOST_TARGETS, maintenancePlan, PEOPLE, RULE_FIELDS, TARGETS } from '@lobby/shared/modules/maintenance-plan.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { modelOf } from '../../kit/store/schema.ts';
import { nextOf, todayOf } from './dates.ts';

type Values = Record<string, unknown>;
const REQUIRED = { code: 'REQUIRED' } as const;
const idsIn = (value: unknown): string[] => [value].flat().filter(id => typeof id === 'string');
const named = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, REQUIRED]));

/** A plan looks after something, and somebody does it. */
function refuseEmpty(whole: Values): void {
  const targets = TARGETS.flatMap(name => idsIn(whole[name]));
  if (targets.length === 0) failFields(named(TARGETS));
  if (targets.length > MOST_TARGETS) failFields({ deviceIds: { code: 'TOO_MANY', params: { max: MOST_TARGETS } } });
  if (PEOPLE.every(name => idsIn(whole[name]).length === 0)) failFields(named(PEOPLE));
}

/** A plan whose machines are used is ended, not removed. */
async function refuseUsed(ctx: Ctx, doc: Values): Promise<void> {
  const used = await modelOf(device)
    .exists({
      ...{ projectId: ctx.projectId, deletedAt: null, status: 'IN_USE' },
      $or: [{ _id: { $in: idsIn(doc.deviceIds) } }, { systemId: { $in: idsIn(doc.systemIds) } }],
    })
    .maxTimeMS(2000);
  if (used) fail('MAINTENANCE_HAS_HISTORY');
}

/** Completes a plan by its next date; refuses one without dates, targets or people. */
export async function completePlan(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (kind === 'remove') await refuseUsed(ctx, doc);
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: Values = { ...doc, ...values };
  refuseEmpty(whole);
  if (!doc && String(values.startsOn) < todayOf(ctx)) failFields({ startsOn: { code: 'DATE_IN_PAST' } });
  if (doc && !Object.keys(RULE_FIELDS).some(name => name in values)) return values;
  const next = await nextOf(ctx, whole);
  if (next === null && !doc) failFields({ endsOn: { code: 'PLAN_RULE_INVALID' } }, 'PLAN_RULE_INVALID');
  const status = doc?.status ?? maintenancePlan.initial;
  return { ...(!doc && { startTime: '08:00' }), ...values, nextDate: status === 'ACTIVE' ? next : null };
}

export const planActs: Readonly<Record<string, Rule>> = {
  pause: () => ({ set: { nextDate: null } }),
  async resume(ctx, doc, { from }) {
    if (String(from) < todayOf(ctx)) failFields({ from: { code: 'DATE_IN_PAST' } });
    return { set: { nextDate: await nextOf(ctx, doc, String(from)), reason: null } };
  },
  end: () => ({ set: { nextDate: null } }),
  assign(_ctx, _doc, input) {
    const set = Object.fromEntries(PEOPLE.flatMap(name => (idsIn(input[name]).length ? [[name, input[name]]] : [])));
    if (Object.keys(set).length === 0) failFields(named(PEOPLE));
    return { set };
  },
};
