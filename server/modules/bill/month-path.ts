import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { monthPath, type monthStep } from '@lobby/shared/modules/bill.contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { lockedTo } from '../lock-date/index.ts';
import { monthSums } from './figures.ts';

type Step = z.output<typeof monthStep>;

const countStages = (day: string) => [{ $group: { _id: null, count: { $sum: 1 }, day: { $max: day } } }];
interface Count {
  count: number;
  day: Date | null;
}

/** Steps of the last billed month from meter readings to the lock of its books, limited to what the caller may read. */
async function loadPath(ctx: Ctx): Promise<{ month: string; steps: Step[] } | null> {
  const sums = await monthSums(ctx);
  if (!sums) return null;
  const { month, total, paid, remaining, due } = sums;
  const { timeZone } = ctx.project;
  const when = (at: Date | null | undefined) => (at ? dayOf(at, timeZone) : null);
  const own = { status: 'ACTIVE', type: 'NORMAL', createType: 'AUTO', createdFor: 'SERVICE', month } as const;
  const [[bills], noticed, [readings], closed] = await Promise.all([
    records(bill).aggregate<Count>(ctx, own, countStages('$createdAt')),
    records(bill).first(ctx, { ...own, noticeMonth: { $ne: null } }, { only: ['noticeMonth'] }),
    can(ctx, usage.code, 'read') ? records(usage).aggregate<Count>(ctx, { month }, countStages('$readAt')) : [],
    can(ctx, lockDate.code, 'read') ? lockedTo(ctx, 'receivable') : undefined,
  ]);
  const steps: Step[] = [];
  const list = (route: string | undefined, query: string) => `${route ?? ''}?${query}`;
  if (readings)
    steps.push({
      key: 'read',
      done: true,
      count: readings.count,
      of: null,
      day: when(readings.day),
      link: list(usage.route, `month=${month}`),
    });
  steps.push({
    key: 'billed',
    done: true,
    count: bills?.count ?? 0,
    of: null,
    day: when(bills?.day),
    link: list(bill.route, `tab=all&month=${month}`),
  });
  if (can(ctx, feeNotice.code, 'read')) {
    const told = noticed?.noticeMonth ?? month;
    const [found] = await records(feeNotice).aggregate<{
      sent: number;
      all: number;
      day: string | null;
      sentAt: Date | null;
    }>(ctx, { month: told, status: { $nin: ['CANCELLED', 'DO_NOT_PUBLISH'] } }, [
      {
        $group: {
          _id: null,
          all: { $sum: 1 },
          sent: { $sum: { $cond: [{ $in: ['$status', [...SENT]] }, 1, 0] } },
          day: { $max: '$sendingDate' },
          sentAt: { $max: '$sentAt' },
        },
      },
    ]);
    steps.push({
      key: 'told',
      done: found !== undefined && found.sent === found.all,
      count: found?.sent ?? 0,
      of: found?.all ?? 0,
      // The planned date until the notices were sent.
      day: when(found?.sentAt) ?? found?.day ?? null,
      link: list(feeNotice.route, `tab=all&month=${told}`),
    });
  }
  steps.push({
    key: 'paid',
    done: remaining <= 0,
    count: total > 0 ? Math.round((paid / total) * 1000) / 10 : null,
    of: null,
    day: due,
    link: list(bill.route, `tab=owed&month=${month}`),
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
