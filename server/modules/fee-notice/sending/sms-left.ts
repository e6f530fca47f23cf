import { dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { smsSize } from '@lobby/shared/kit/sms.ts';
import { sendingOf, smsPriceOf } from '@lobby/shared/modules/sending-settings.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { deliveries } from './deliveries.ts';
import type { Household } from './households.ts';
import { addressOf, type Said, type Source } from './texts.ts';

/** What short messages that went out, or go, cost in the month that it is at the building, VND. */
export async function smsThisMonth(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  const from = startOfDay(`${dayOf(ctx.now, timeZone).slice(0, 7)}-01`, timeZone);
  const [sum] = await deliveries()
    .aggregate<{ total: number }>([
      { $match: { projectId: ctx.projectId, channel: 'SMS', createdAt: { $gte: from } } },
      { $group: { _id: null, total: { $sum: '$cost' } } },
    ])
    .toArray();
  return sum?.total ?? 0;
}

/** What short messages may still cost this month. */
export async function smsLeft(ctx: Ctx, { sending }: Pick<Project, 'sending'>): Promise<number> {
  const cap = sending?.smsMonthlyCap;
  return cap == null ? Number.POSITIVE_INFINITY : Math.max(0, cap - (await smsThisMonth(ctx)));
}

/** The segments of a short message to a household, and what they cost. */
export function smsCostOf(
  ctx: Ctx,
  { project }: Pick<Source, 'project'>,
  household: Household,
  { content }: Pick<Said, 'content'>,
): { segments: number; cost: number } {
  const { segments } = smsSize(content);
  return { segments, cost: segments * smsPriceOf(sendingOf(project.sending), addressOf(ctx, household, 'SMS') ?? '') };
}
