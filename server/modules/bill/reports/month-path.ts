import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { type Day, dayOf } from '@lobby/shared/kit/dates.ts';
import { monthPath, type monthStep } from '@lobby/shared/modules/bill.contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { noticeDelivery, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import { REMINDER_KINDS } from '@lobby/shared/modules/reminder.ts';
import { reminderDay } from '@lobby/shared/modules/reminder-days.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';
import { paymentSettings } from '../../../platform/payments/settings.ts';
import { lockedTo } from '../../lock-date/index.ts';
import { workingDays } from '../../work-schedule/index.ts';
import { monthSums } from './figures.ts';

type Step = z.output<typeof monthStep>;
const REMINDERS = REMINDER_KINDS.filter(kind => kind !== 'LATE_FEE');

/** Records by the day of an instant. */
const daysOf = (ctx: Ctx, at: string) => [
  {
    $group: {
      _id: { $dateToString: { date: `$${at}`, format: '%Y-%m-%d', timezone: ctx.project.timeZone } },
      count: { $sum: 1 },
    },
  },
  { $sort: { _id: 1 as const } },
];
interface CountOfDay {
  _id: Day | null;
  count: number;
}

/** Number of records, and the day on which most of them were made, so that later corrections move no step. */
function summed(days: readonly CountOfDay[]): { count: number; day: Day | null } {
  const most = days.reduce<CountOfDay | null>((best, day) => (best && best.count >= day.count ? best : day), null);
  return { count: days.reduce((sum, { count }) => sum + count, 0), day: most?._id ?? null };
}

/** Notices of a month: their number, how many were sent, and how many reached their unit. */
async function loadSent(ctx: Ctx, month: string) {
  const [[found], [lost], sent] = await Promise.all([
    records(feeNotice).aggregate<{ all: number; out: number; planned: Day | null }>(
      ctx,
      { month, status: { $nin: ['CANCELLED', 'DO_NOT_PUBLISH'] } },
      [
        {
          $group: {
            _id: null,
            all: { $sum: 1 },
            out: { $sum: { $cond: [{ $in: ['$status', [...SENT]] }, 1, 0] } },
            planned: { $max: '$sendingDate' },
          },
        },
      ],
    ),
    // As in the list of failed deliveries: through any channel, until staff have handled it.
    records(noticeDelivery).aggregate<{ units: number }>(
      ctx,
      { month, kind: 'NORMAL', status: { $in: [...UNREACHED] }, handled: { $ne: true } },
      [{ $group: { _id: '$unitId' } }, { $count: 'units' }],
    ),
    records(noticeDelivery)
      .aggregate<CountOfDay>(ctx, { month, kind: 'NORMAL', status: { $ne: 'SKIPPED' } }, daysOf(ctx, 'createdAt'))
      .then(summed),
  ]);
  const { all = 0, out = 0, planned = null } = found ?? {};
  return { all, out, reached: Math.max(0, out - (lost?.units ?? 0)), day: sent.day ?? planned };
}

/** Number of units reminded of a month's notices, with the last day; before that, the day of the first reminder. */
async function loadReminded(ctx: Ctx, month: string, due: Day | null) {
  const [[found], { reminderOffsets }, works] = await Promise.all([
    records(noticeDelivery).aggregate<{ units: string[]; at: Date }>(
      ctx,
      { month, kind: { $in: REMINDERS }, status: { $ne: 'SKIPPED' } },
      [{ $group: { _id: null, units: { $addToSet: '$unitId' }, at: { $max: '$createdAt' } } }],
    ),
    paymentSettings(ctx.projectId),
    workingDays(ctx.project),
  ]);
  if (found) return { count: found.units.length, day: dayOf(found.at, ctx.project.timeZone) };
  return { count: 0, day: due && reminderDay(Math.min(...reminderOffsets), due, works) };
}

/** Steps of the last billed month from meter readings to the lock of its books, limited to what the caller may read. */
async function loadPath(ctx: Ctx): Promise<{ month: string; steps: Step[] } | null> {
  const sums = await monthSums(ctx);
  if (!sums) return null;
  const { month, total, paid, remaining, due } = sums;
  const generated = { status: 'ACTIVE', type: 'NORMAL', createType: 'AUTO', createdFor: 'SERVICE', month } as const;
  const [bills, noticed, readings, closed] = await Promise.all([
    records(bill).aggregate<CountOfDay>(ctx, generated, daysOf(ctx, 'createdAt')).then(summed),
    records(bill).first(ctx, { ...generated, noticeMonth: { $ne: null } }, { only: ['noticeMonth'] }),
    can(ctx, usage.code, 'read')
      ? records(usage).aggregate<CountOfDay>(ctx, { month }, daysOf(ctx, 'readAt')).then(summed)
      : null,
    can(ctx, lockDate.code, 'read') ? lockedTo(ctx, 'receivable') : undefined,
  ]);
  const steps: Step[] = [];
  const list = (route: string | undefined, query: string) => `${route ?? ''}?${query}`;
  if (readings && readings.count > 0)
    steps.push({
      key: 'read',
      done: true,
      count: readings.count,
      of: null,
      day: readings.day,
      link: list(usage.route, `month=${month}`),
    });
  steps.push({
    key: 'billed',
    done: true,
    count: bills.count,
    of: null,
    day: bills.day,
    link: list(bill.route, `tab=all&month=${month}`),
  });
  const noticeMonth = can(ctx, feeNotice.code, 'read') ? (noticed?.noticeMonth ?? month) : null;
  const [sent, reminded] = await Promise.all([
    noticeMonth && loadSent(ctx, noticeMonth),
    noticeMonth && loadReminded(ctx, noticeMonth, due),
  ]);
  if (sent)
    steps.push({
      key: 'told',
      done: sent.all > 0 && sent.out === sent.all,
      count: sent.reached,
      of: sent.all,
      day: sent.day,
      link: list(feeNotice.route, `tab=all&month=${noticeMonth}`),
    });
  steps.push({
    key: 'paid',
    done: remaining <= 0,
    count: total > 0 ? Math.round((paid / total) * 1000) / 10 : null,
    of: null,
    day: due,
    link: list(bill.route, `tab=owed&month=${month}`),
  });
  if (reminded)
    steps.push({
      key: 'reminded',
      done: reminded.count > 0 || remaining <= 0,
      count: reminded.count,
      of: null,
      day: reminded.day,
      link: `${feeNotice.route}?part=reminders`,
    });
  if (closed !== undefined) {
    const { end } = monthPeriod(month);
    const done = closed !== null && closed >= end;
    steps.push({
      key: 'locked',
      done,
      count: null,
      of: null,
      day: done ? closed : null,
      link: lockDate.route ?? '',
    });
  }
  return { month, steps };
}

/** `GET /home/month`: progress of the last billing month. */
export const monthPathRoute: Route = route(monthPath, {
  flags: ['read'],
  run: ctx => loadPath(ctx),
});
