import { dayOf, monthOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { smsSize } from '@lobby/shared/kit/sms.ts';
import type { NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import { sendingOf, smsPriceOf } from '@lobby/shared/modules/sending-settings.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { fail } from '../../../../kit/base/errors.ts';
import { loadProject, type Project } from '../../../../platform/projects/projects.ts';
import { deliveries } from '../results/deliveries.ts';
import { addressOf, loadSource, type Said, type Source, sayTo } from '../words/texts.ts';
import type { Household } from './households.ts';
import { phoneRefused, reasonFor } from './reach.ts';

/** Cost in VND of text messages sent or queued in the project's current month. */
export async function smsThisMonth(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  const from = startOfDay(`${monthOf(dayOf(ctx.now, timeZone))}-01`, timeZone);
  const [sum] = await deliveries()
    .aggregate<{ total: number }>([
      { $match: { projectId: ctx.projectId, channel: 'SMS', createdAt: { $gte: from } } },
      { $group: { _id: null, total: { $sum: '$cost' } } },
    ])
    .toArray();
  return sum?.total ?? 0;
}

/** Rest of the monthly SMS cap. */
export async function smsLeft(ctx: Ctx, { sending }: Pick<Project, 'sending'>): Promise<number> {
  const cap = sending?.smsMonthlyCap;
  return cap == null ? Number.POSITIVE_INFINITY : Math.max(0, cap - (await smsThisMonth(ctx)));
}

/** Percentage of the cap, if this cost crosses the warning threshold; else null. */
export async function warnedAt(ctx: Ctx, { sending }: Pick<Project, 'sending'>, cost: number): Promise<number | null> {
  const { smsMonthlyCap: cap, smsWarnAt } = sendingOf(sending);
  if (!cap || cost === 0) return null;
  const before = await smsThisMonth(ctx);
  const mark = (cap * smsWarnAt) / 100;
  return before < mark && before + cost >= mark ? Math.floor((100 * (before + cost)) / cap) : null;
}

/** SMS cost for each household; needs the loaded keys. */
export async function loadSmsCosts(ctx: Ctx, households: readonly Household[], kind: NoticeKind): Promise<SmsCost[]> {
  const source = await loadSource(ctx, households);
  return households.map(household => {
    const message = sayTo(source, household, kind, 'SMS');
    return message ? smsCostOf(ctx, source, household, message) : { segments: 0, cost: 0 };
  });
}

/** Refuses a manual run whose text messages exceed the monthly cap, with the number that would fit. */
export async function assertWithinCap(ctx: Ctx, households: readonly Household[], kind: NoticeKind): Promise<void> {
  const project = await loadProject(ctx.projectId);
  const left = project ? await smsLeft(ctx, project) : Number.POSITIVE_INFINITY;
  if (!Number.isFinite(left)) return;
  const reached = households.filter(household => !reasonFor(household, 'SMS') && !phoneRefused(ctx, household, 'SMS'));
  let spent = 0;
  let fits = 0;
  for (const { cost } of await loadSmsCosts(ctx, reached, kind)) {
    spent += cost;
    if (spent <= left) fits++;
  }
  if (spent > left) fail('LIMIT_REACHED', { why: 'notice-run.cap', fits });
}

interface SmsCost {
  segments: number;
  cost: number;
}

/** Segments and cost of a text message. */
export function smsCostOf(
  ctx: Ctx,
  { project }: Pick<Source, 'project'>,
  household: Household,
  { content }: Pick<Said, 'content'>,
): SmsCost {
  const { segments } = smsSize(content);
  return { segments, cost: segments * smsPriceOf(sendingOf(project.sending), addressOf(ctx, household, 'SMS') ?? '') };
}
