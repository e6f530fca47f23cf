import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { NOTICE_CHANNELS } from '@lobby/shared/modules/notice-run.ts';
import { REMINDER_KINDS, reminderExclusion, reminderRule, STOPS } from '@lobby/shared/modules/reminder.ts';
import { workingDayFrom } from '@lobby/shared/modules/reminder-days.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Request } from '../../../kit/records/behaviour.ts';
import { serve } from '../../../kit/serve.ts';
import { todayOf } from '../../lock-date/index.ts';
import { workingDays } from '../../work-schedule/index.ts';
import { judge, lateNotices, rulesOf } from './judge.ts';
import { completeExclusion, exclusionActs } from './stops.ts';

/** More rows no screen shows; the counts are of all. */
const SHOWN = 1000;
const OUTCOMES = ['SEND', 'NO_ADDRESS', ...STOPS, 'TOO_LATE', 'BELOW_MIN', 'SENT', 'PAID', 'REPLACED'] as const;

/** What the reminders of a day are, to whom they go, and why others get none. */
const dayRoute = route({
  method: 'get',
  path: '/fee-notice/reminder-plan',
  summary: 'What would be sent as reminders on a day, to whom, and why others get none',
  module: reminderRule.code,
  flags: ['read'],
  query: z.strictObject({ day: (fieldSchema({ kind: 'date' }) as z.ZodType<string>).optional() }),
  answer: z.object({
    day: z.string(),
    /** Whether the building works on it; where not, the day on which they go instead. */
    working: z.boolean(),
    next: z.string(),
    rules: z.int(),
    counts: z.array(z.object({ outcome: z.enum(OUTCOMES), count: z.int(), owed: z.int() })),
    rows: z.array(
      z.object({
        ...{ noticeId: z.string(), unitId: z.string(), month: z.string(), dueDate: z.string() },
        ...{ kind: z.enum(REMINDER_KINDS), outcome: z.enum(OUTCOMES), reason: z.string() },
        ...{ owed: z.int(), daysLate: z.int(), lateFee: z.int() },
        channels: z.array(z.enum(NOTICE_CHANNELS)),
      }),
    ),
  }),
  async run(ctx, { query }) {
    const day = query.day ?? todayOf(ctx);
    const [rules, works] = await Promise.all([rulesOf(ctx), workingDays(ctx.project)]);
    const all = await judge(ctx, day, await lateNotices(ctx, day), rules);
    const rank = (outcome: (typeof OUTCOMES)[number]) => OUTCOMES.indexOf(outcome);
    const counted = OUTCOMES.map(outcome => all.filter(one => one.outcome === outcome));
    return {
      ...{ day, working: works(day), next: workingDayFrom(day, works), rules: rules.length },
      counts: counted.flatMap(own => {
        const [first] = own;
        const owed = own.reduce((sum, { household }) => sum + household.owed, 0);
        return first ? [{ outcome: first.outcome, count: own.length, owed }] : [];
      }),
      rows: all
        .toSorted((a, b) => rank(a.outcome) - rank(b.outcome) || b.household.owed - a.household.owed)
        .slice(0, SHOWN)
        .map(({ household: { notice, owed }, kind, outcome, reason, daysLate, lateFee, channels }) => ({
          ...{ noticeId: notice._id, unitId: String(notice.unitId), month: String(notice.month) },
          ...{ dueDate: String(notice.dueDate), kind, outcome, reason, owed, daysLate, lateFee, channels },
        })),
    };
  },
});

const LEVELS: readonly unknown[] = REMINDER_KINDS;
const rankOf = (kind: unknown) => LEVELS.indexOf(kind);

/** A level goes after the one below it. */
async function inOrder(ctx: Ctx, { kind: what, values, doc }: Request): Promise<Record<string, unknown>> {
  const own = { ...doc, ...values };
  if (what === 'remove' || own.active === false || own.kind === 'LATE_FEE') return values;
  const others = (await rulesOf(ctx)).filter(one => one._id !== doc?._id && one.kind !== 'LATE_FEE');
  const days = Number(own.daysAfter);
  const wrong = others.find(one => {
    const apart = rankOf(one.kind) - rankOf(own.kind);
    return (apart < 0 && Number(one.daysAfter) >= days) || (apart > 0 && Number(one.daysAfter) <= days);
  });
  if (wrong)
    failFields({ daysAfter: { code: 'REMINDER_ORDER', params: { days: Number(wrong.daysAfter) } } }, 'REMINDER_ORDER');
  return values;
}

/** When debts are reminded of by themselves, who is left out, and what comes of it on a day. */
export const reminderRoutes = (all: readonly Definition[]): Route[] => [
  dayRoute,
  ...serve(reminderRule, { check: inOrder }, all),
  ...serve(reminderExclusion, { check: completeExclusion, acts: exclusionActs }, all),
];
