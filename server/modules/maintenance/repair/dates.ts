import { type maintenancePlan, type RULE_FIELDS, ruleIn } from '@lobby/shared/modules/maintenance-plan.ts';
import { type PlanDate, planDates } from '@lobby/shared/modules/plan-dates.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { workingDays } from '../../work-schedule/index.ts';

/** Working days of the project, cached per request context. */
const read = new WeakMap<Ctx, ReturnType<typeof workingDays>>();
export function worksOn(ctx: Ctx): ReturnType<typeof workingDays> {
  const days = read.get(ctx) ?? workingDays(ctx.project);
  read.set(ctx, days);
  return days;
}

/** The rule of a plan, given or stored. */
type Rule = Pick<Values<typeof maintenancePlan>, keyof typeof RULE_FIELDS>;

/** Dates of a plan's rule, adjusted to working days. */
export async function loadDates(ctx: Ctx, values: Rule): Promise<Iterable<PlanDate>> {
  const rule = ruleIn(values);
  if (!rule) return [];
  return planDates(rule, values.holidays ?? 'NEXT_WORKING_DAY', await worksOn(ctx));
}

/** First date of a plan that is not past; null if there is none. */
export async function loadNext(ctx: Ctx, values: Rule, from = todayOf(ctx)): Promise<string | null> {
  for (const { date } of await loadDates(ctx, values)) if (date >= from) return date;
  return null;
}
