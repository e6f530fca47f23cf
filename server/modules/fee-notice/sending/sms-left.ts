import { dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { deliveries } from './deliveries.ts';

/** The parts of short messages that went out, or go, in the month that it is at the building. */
export async function smsThisMonth(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  const from = startOfDay(`${dayOf(ctx.now, timeZone).slice(0, 7)}-01`, timeZone);
  const [sum] = await deliveries()
    .aggregate<{ total: number }>([
      { $match: { projectId: ctx.projectId, channel: 'SMS', createdAt: { $gte: from } } },
      { $group: { _id: null, total: { $sum: '$segments' } } },
    ])
    .toArray();
  return sum?.total ?? 0;
}

/** How many parts may still go out this month. */
export const smsLeft = async (ctx: Ctx, { smsMonthlyCap }: Pick<Project, 'smsMonthlyCap'>): Promise<number> =>
  smsMonthlyCap == null ? Number.POSITIVE_INFINITY : Math.max(0, smsMonthlyCap - (await smsThisMonth(ctx)));
