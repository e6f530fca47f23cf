import { feeMonthsOf } from '@lobby/shared/billing/fee-months.ts';
import { saidIn } from '@lobby/shared/kit/said-in.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { bill, TOLD } from '@lobby/shared/modules/bill.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { type homeCard, type owedMonth, residentHome } from '@lobby/shared/modules/resident.contract.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { loadScope } from '../../kit/records/acts/act.ts';
import { both, toQuery } from '../../kit/records/lists/list.ts';
import { EVERY_WRITE, loadTotal } from '../../kit/records/lists/totals.ts';
import { records } from '../../kit/store/records.ts';
import { findUnacknowledged, stillValid } from '../announcement/index.ts';
import { interestBy } from '../bill/index.ts';
import { nextMeeting } from '../conference/index.ts';
import { nextHandover } from '../handover-unit/index.ts';
import { countUnreadOfUnit } from '../room/index.ts';
import { todayOfHome } from './arrivals.ts';
import { COUNTED, type Counted } from './cards.ts';
import { ownDataRoutes } from './me.ts';
import { promiseRoute } from './promise.ts';

type Card = z.output<typeof homeCard>;

const cardOf = (ctx: Ctx, key: string, module: string, count: number, more: Partial<Card> = {}): Card => ({
  key,
  module,
  count,
  state: count > 0 ? 'waits' : 'quiet',
  url: `/${key}`,
  text: text(ctx, `resident-app.cards.${key}`),
  ...more,
});

async function counted(ctx: Ctx, { key, definition, filter }: Counted): Promise<Card> {
  const scope = await loadScope(ctx, definition);
  const query = both(toQuery(definition, filter, ctx), { projectId: ctx.projectId, ...scope });
  return cardOf(ctx, key, definition.code, await loadTotal(definition, query, EVERY_WRITE));
}

async function loadUnit({ projectId, unitId }: Ctx) {
  const doc = await records(unit)
    .withRemoved()
    .first({ projectId }, { _id: unitId ?? '' }, { only: ['code'] });
  return { id: unitId ?? '', code: doc?.code ?? '' };
}

/** Debts of the household by month. */
async function loadOwed(ctx: Ctx): Promise<z.output<typeof owedMonth>[]> {
  const { projectId, unitId } = ctx;
  const bills = await records(bill).find(
    { projectId },
    {
      unitId,
      status: 'ACTIVE',
      publication: { $in: [...TOLD] },
      // A paid bill may have unpaid late interest.
      $or: [{ paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } }, { late: true }],
    },
    { patience: 2000 },
  );
  const late = await interestBy(ctx, bills, todayOf(ctx));
  return [...Map.groupBy(bills, feeMonthsOf(bills))]
    .map(([month, monthBills]) => ({
      month,
      left: monthBills.reduce((sum, { _id, remaining }) => sum + remaining + (late.get(_id)?.open ?? 0), 0),
      dueDate: monthBills.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0] ?? null,
      interest: monthBills.every(({ createdFor }) => createdFor === 'INTEREST'),
    }))
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => b.month.localeCompare(a.month));
}

const LATEST = { sort: { createdAt: -1, _id: -1 }, limit: 3 } as const;
/** Latest news for the household. */
async function latestNews(ctx: Ctx) {
  return records(news).find(ctx, { status: 'PUBLISHED', ...(await loadScope(ctx, news)) }, LATEST);
}
/** Latest announcements to the household that are still valid. */
async function latestAnnouncements(ctx: Ctx) {
  const visible = { ...(await loadScope(ctx, announcement)), $and: [stillValid(ctx)] };
  return records(announcement).find(ctx, { status: 'SENT', ...visible }, LATEST);
}

/** `GET /resident/home`: content of the app's home page, in one call. */
export const residentHomeRoutes: Route[] = [
  ...ownDataRoutes,
  promiseRoute,
  route(residentHome, {
    staff: false,
    residents: true,
    async run(ctx) {
      const [unit, owes, today, unread, cards, meeting, handover, posts, notes, urgent] = await Promise.all([
        loadUnit(ctx),
        loadOwed(ctx),
        todayOfHome(ctx),
        countUnreadOfUnit(ctx),
        Promise.all(COUNTED.map(definition => counted(ctx, definition))),
        nextMeeting(ctx),
        nextHandover(ctx),
        latestNews(ctx),
        latestAnnouncements(ctx),
        findUnacknowledged(ctx),
      ]);
      const images = await loadFiles(
        ctx,
        posts.flatMap(doc => doc.images.slice(0, 1)),
      );
      const pictureOf = (doc: (typeof posts)[number]) => {
        const file = images.get(doc.images[0] ?? '');
        return file ? (file.thumbUrl ?? file.url) : null;
      };
      const told = [
        ...notes.map(doc => ({
          kind: 'announcement' as const,
          doc,
          urgent: doc.urgent,
          summary: '',
          image: null,
        })),
        ...posts.map(doc => ({
          kind: 'news' as const,
          doc,
          urgent: false,
          summary: doc.summary ?? '',
          image: pictureOf(doc),
        })),
      ].toSorted(
        (a, b) => Number(b.urgent) - Number(a.urgent) || b.doc.createdAt.getTime() - a.doc.createdAt.getTime(),
      );
      return {
        unit,
        owed: owes.reduce((sum, { left }) => sum + left, 0),
        owes,
        today,
        meeting,
        handover,
        cards: [cardOf(ctx, 'chat', room.code, unread), ...cards],
        urgent: urgent.map(doc => ({
          id: doc._id,
          ...saidIn(doc, ctx.language),
          at: doc.createdAt.toISOString(),
        })),
        told: told.map(({ kind, doc, summary, image }) => ({
          kind,
          id: doc._id,
          title: doc.title,
          at: doc.createdAt.toISOString(),
          summary,
          category: doc.category ?? '',
          image,
        })),
      };
    },
  }),
];
