import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { chosenIdsSchema, fieldSchema } from '@lobby/shared/kit/schema.ts';
import { reminderMonth, reminderPlan } from '@lobby/shared/modules/reminder.contract.ts';
import { OUTCOMES, reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { workingDayFrom } from '@lobby/shared/modules/reminder-days.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { chunks } from '../../../kit/store/bulk-insert.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type Served, serves } from '../../../platform/server-module.ts';
import { levelDays } from '../../debt-tracking/index.ts';
import { workingDays } from '../../work-schedule/index.ts';
import { failNothingToSend } from '../sending/nothing-to-send.ts';
import { sendNoticesSoon } from '../sending/run/run.ts';
import { judgeReminders, lateNotices, loadRules } from './due-reminders.ts';
import { sendDay } from './job.ts';
import { completeExclusion, exclusionActs } from './stops.ts';

/** Maximum rows returned; the counts cover all. */
const SHOWN = 1000;

const rank = (outcome: (typeof OUTCOMES)[number]) => OUTCOMES.indexOf(outcome);

/** All notices of a day with what becomes of them: those that are sent first, and of each outcome those that owe most. */
async function loadDay(ctx: Ctx, wanted: string | undefined) {
  const day = wanted ?? todayOf(ctx);
  assertDayInReach(ctx, day);
  const rules = await loadRules(ctx);
  const all = await judgeReminders(ctx, day, await lateNotices(ctx, day), rules);
  const rows = all.toSorted((a, b) => rank(a.outcome) - rank(b.outcome) || b.household.owed - a.household.owed);
  return { day, rules, rows };
}

/** Reminder plan of a day: recipients, and why others get none. */
const dayRoute = route(reminderPlan, {
  flags: ['read'],
  async run(ctx, { query }) {
    const [{ day, rules, rows: all }, works] = await Promise.all([loadDay(ctx, query.day), workingDays(ctx.project)]);
    const counted = OUTCOMES.map(outcome => all.filter(entry => entry.outcome === outcome));
    return {
      day,
      working: works(day),
      next: workingDayFrom(day, works),
      rules: rules.length,
      counts: counted.flatMap(group => {
        const [first] = group;
        const owed = group.reduce((sum, { household }) => sum + household.owed, 0);
        return first ? [{ outcome: first.outcome, count: group.length, owed }] : [];
      }),
      rows: all
        .slice(0, SHOWN)
        .map(({ household: { notice, owed }, kind, outcome, reason, daysLate, lateFee, channels }) => ({
          noticeId: notice._id,
          unitId: notice.unitId,
          month: notice.month,
          dueDate: notice.dueDate ?? '',
          kind,
          outcome,
          reason,
          owed,
          daysLate,
          lateFee,
          channels,
        })),
    };
  },
});

/** Forecast limit in days. */
const AHEAD_DAYS = 60;
function assertDayInReach(ctx: Ctx, day: string): void {
  if (day > addDays(todayOf(ctx), AHEAD_DAYS))
    failFields({ day: { code: 'REMINDER_DAY_OUT_OF_RANGE' } }, 'REMINDER_DAY_OUT_OF_RANGE');
}

/** Number of reminders per level for each day of a month. */
const monthRoute = route(reminderMonth, {
  flags: ['read'],
  async run(ctx, { query }) {
    const { start, end } = monthPeriod(query.month);
    assertDayInReach(ctx, start);
    const [days, works] = await Promise.all([levelDays(ctx, start, end), workingDays(ctx.project)]);
    const all: string[] = [];
    for (let day = start; day <= end; day = addDays(day, 1)) all.push(day);
    return all.map(day => ({ day, working: works(day), levels: days.get(day) ?? [0, 0, 0] }));
  },
});

/** Sends today's reminders now instead of at their hour, even on a day off. */
const sendRoute = route({
  method: 'post',
  path: '/fee-notice/reminder-plan/send',
  summary: 'Send what is to be sent as reminders today, to all or to some units, without waiting for the hour',
  module: reminderRule.code,
  flags: ['updateStatus'],
  status: 202,
  body: z.strictObject({
    day: fieldSchema({ kind: 'date' }).optional(),
    unitIds: chosenIdsSchema(unit, 500).optional(),
  }),
  answer: z.object({ runs: z.int(), households: z.int() }),
  async run(ctx, { body }) {
    const today = todayOf(ctx);
    if (body.day && body.day !== today)
      failFields({ day: { code: 'REMINDER_DAY_OUT_OF_RANGE' } }, 'REMINDER_DAY_OUT_OF_RANGE');
    const { begun, households } = await sendDay(ctx, today, body.unitIds);
    if (households === 0) failNothingToSend('NO_REMINDER');
    sendNoticesSoon();
    return { runs: begun, households };
  },
});

const COLUMNS = ['unit', 'kind', 'outcome', 'owed', 'due', 'late', 'fee'] as const;

async function* sheetOf(ctx: Ctx, { rows }: Awaited<ReturnType<typeof loadDay>>): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `reminder-rule.${key}`);
  const named = (channel: string) => text(ctx, `notice-delivery.options.channel.${channel}`);
  yield [[...COLUMNS.map(name => say(name === 'kind' ? 'fields.kind' : `day.${name}`)), say('day.why')]];
  for (const part of chunks(rows)) {
    const units = await loadRefs(
      ctx.projectId,
      unit,
      part.map(({ household }) => household.notice.unitId),
    );
    yield part.map(({ household: { notice, owed }, kind, outcome, reason, daysLate, lateFee, channels }): Cell[] => [
      units.get(notice.unitId)?.code ?? '',
      say(`options.kind.${kind}`),
      say(`outcomes.${outcome}`),
      owed,
      dayWords(notice.dueDate ?? ''),
      daysLate,
      lateFee,
      reason || (outcome === 'SEND' ? channels.map(named).join(', ') : ''),
    ]);
  }
}

/** The reminders of a day as a spreadsheet, all of them. */
const exportRoute = route({
  method: 'get',
  path: '/fee-notice/reminder-plan/export',
  summary: 'The reminders of a day as a spreadsheet: to whom, by which channels, and why others get none',
  module: reminderRule.code,
  flags: ['export'],
  query: z.strictObject({ day: fieldSchema({ kind: 'date' }).optional() }),
  answer: XLSX,
  async run(ctx, { query, res }) {
    const plan = await loadDay(ctx, query.day);
    res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="reminders-${plan.day}.xlsx"` });
    await writeSheet(res, text(ctx, 'reminder-rule.day.title'), sheetOf(ctx, plan));
  },
});

export const reminderRoutes: readonly Route[] = [dayRoute, monthRoute, exportRoute, sendRoute];
export const servedReminders: readonly Served[] = [
  serves(reminderRule),
  serves(reminderExclusion, { check: completeExclusion, actions: exclusionActs }),
];
