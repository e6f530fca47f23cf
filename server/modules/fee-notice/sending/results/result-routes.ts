import { DAY_MS, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { noticeDelivery, REACHED, REASONS, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import { countSchema, sendStatistics } from '@lobby/shared/modules/notice-run.contract.ts';
import { NOTICE_CHANNELS } from '@lobby/shared/modules/notice-sending.ts';
import { z } from 'zod';
import type { Ctx } from '../../../../kit/base/context.ts';
import { fail, failFields } from '../../../../kit/base/errors.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { withPictures } from '../../../../kit/mail/frame.ts';
import { load } from '../../../../kit/records/acts/act.ts';
import { loadLetterhead } from '../../../../platform/branding/letterhead.ts';
import { loadProject } from '../../../../platform/projects/projects.ts';
import { MOST_BOUNCED, MOST_COMPLAINED } from '../../../../platform/sending/mail-week.ts';
import { plainText } from '../../../template/index.ts';
import { deliveries } from './deliveries.ts';

const MOST_DAYS = 3660;
const FORMATS = { day: '%Y-%m-%d', week: '%G-W%V', month: '%Y-%m' } as const;
async function loadLogo({ projectId }: Pick<Ctx, 'projectId'>): Promise<string | null> {
  const project = await loadProject(projectId);
  return project && (await loadLetterhead(project)).logo;
}

interface Counted {
  _id: { at: string; channel: string; status: string; reason: string | null };
  count: number;
  cost: number;
}

const percent = (part: number, of: number) => (of === 0 ? 0 : Math.round((10_000 * part) / of) / 100);
const sumOf = (rows: readonly Counted[], name: 'count' | 'cost') =>
  rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
const within = (rows: readonly Counted[], states: readonly string[]) =>
  sumOf(
    rows.filter(({ _id }) => states.includes(_id.status)),
    'count',
  );

/** Delivery rates in percent with two decimals. */
function ratesOf(rows: readonly Counted[]) {
  const reached = within(rows, REACHED);
  const handed = reached + within(rows, ['BOUNCE', 'COMPLAINT', 'UNSUBSCRIBE']);
  const seen = within(rows, ['DELIVERIED', 'OPENED', 'CLICKED', 'COMPLETED', 'COMPLAINT']);
  return {
    delivered: percent(reached, reached + within(rows, UNREACHED)),
    bounce: percent(within(rows, ['BOUNCE']), handed),
    complaint: percent(within(rows, ['COMPLAINT']), seen),
  };
}

/** Text of a delivery as sent, and delivery statistics. */
export const resultRoutes: Route[] = [
  route(sendStatistics, {
    flags: ['aggregate'],
    async run(ctx, { query: { from, to, by, channel, kind } }) {
      const { timeZone } = ctx.project;
      if (to < from) failFields({ to: { code: 'DATES_REVERSED' } });
      const [start, end] = [startOfDay(from, timeZone), startOfDay(nextDay(to), timeZone)];
      if (end.getTime() - start.getTime() > MOST_DAYS * DAY_MS) fail('REPORT_PERIOD_TOO_LONG');
      const counted = (since: Date) =>
        deliveries()
          .aggregate<Counted>(
            [
              {
                $match: {
                  projectId: ctx.projectId,
                  deletedAt: null,
                  createdAt: { $gte: since, $lt: end },
                  ...(channel && { channel }),
                  ...(kind && { kind }),
                },
              },
              {
                $group: {
                  _id: {
                    at: { $dateToString: { date: '$createdAt', format: FORMATS[by], timezone: timeZone } },
                    channel: '$channel',
                    status: '$status',
                    reason: '$reason',
                  },
                  count: { $sum: 1 },
                  cost: { $sum: '$cost' },
                },
              },
              { $sort: { '_id.at': 1, '_id.channel': 1 } },
            ],
            { maxTimeMS: 10_000 },
          )
          .toArray();
      const week = new Date(Math.max(start.getTime(), end.getTime() - 7 * DAY_MS));
      const [all, recent] = await Promise.all([counted(start), counted(week)]);
      const groups = Map.groupBy(all, ({ _id }) => `${_id.at} ${_id.channel}`);
      const mails = ratesOf(recent.filter(({ _id }) => _id.channel === 'EMAIL'));
      return {
        rows: [...groups.values()].flatMap(group => {
          const [first] = group;
          const named = NOTICE_CHANNELS.find(noticeChannel => noticeChannel === first?._id.channel);
          if (!first || !named) return [];
          const [reached, failed, skipped] = [
            within(group, REACHED),
            within(group, UNREACHED),
            within(group, ['SKIPPED']),
          ];
          const waiting = sumOf(group, 'count') - reached - failed - skipped;
          return [{ at: first._id.at, channel: named, reached, failed, waiting, cost: sumOf(group, 'cost') }];
        }),
        byStatus: Object.fromEntries(
          [...Map.groupBy(all, ({ _id }) => _id.status)].map(([status, rows]) => [status, sumOf(rows, 'count')]),
        ),
        byReason: REASONS.flatMap(reason => {
          const count = sumOf(
            all.filter(({ _id }) => _id.reason === reason),
            'count',
          );
          return count > 0 ? [{ reason, count }] : [];
        }),
        rates: ratesOf(all),
        cost: sumOf(all, 'cost'),
        warnings: [
          ...(mails.bounce > 100 * MOST_BOUNCED ? (['BOUNCES'] as const) : []),
          ...(mails.complaint > 100 * MOST_COMPLAINED ? (['COMPLAINTS'] as const) : []),
        ],
      };
    },
  }),
  route({
    method: 'get',
    path: `${noticeDelivery.path}/:id/content`,
    summary: 'What a notice said by a channel, as it went out',
    module: noticeDelivery.code,
    flags: ['read'],
    params: z.strictObject({ id: idSchema }),
    answer: z.object({
      channel: z.enum(NOTICE_CHANNELS),
      subject: z.string().nullable(),
      html: z.string().nullable(),
      text: z.string().nullable(),
      sms: z.string().nullable(),
      templateId: z.string().nullable(),
      templateRevision: countSchema.nullable(),
    }),
    async run(ctx, { params }) {
      const doc = await load(ctx, noticeDelivery, params.id);
      const { channel, content: body } = doc;
      const isMail = channel === 'EMAIL';
      return {
        channel,
        subject: doc.subject || null,
        html: isMail && body ? withPictures(body, { logo: await loadLogo(ctx) }) : null,
        text: isMail && body ? plainText(body) : null,
        sms: isMail ? null : body,
        templateId: doc.templateId,
        templateRevision: doc.templateRevision,
      };
    },
  }),
];
