import { addDays } from '@lobby/shared/kit/dates.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import { partnerWorks } from '@lobby/shared/modules/partner.contract.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { updateBeside } from '../../../kit/store/beside.ts';
import { type Doc, fieldOf, records } from '../../../kit/store/records.ts';

/** Days for which ratings count; `FEWEST` is the smallest number of ratings shown. */
const RATED_DAYS = 730;
const FEWEST = 3;

/** Number of a partner's open works, and the average rating of its finished ones. */
async function loadFigures(ctx: Ctx, contractorId: string, session: Session) {
  const works = records(maintenance).in(session);
  const planned = await works.count(ctx, { contractorId, status: { $in: OPEN_WORKS } });
  // Handover defects, in addition to maintenance works.
  const defects = records(handoverDefect).in(session);
  const ofDefects = { partnerId: contractorId };
  const faulty = await defects.count(ctx, { ...ofDefects, status: 'NOT_REPAIRED', closed: { $ne: true } });
  const openWorks = planned + faulty;
  const since = { $gte: addDays(todayOf(ctx), -RATED_DAYS) };
  const rated = { $type: 'number' };
  const ratings = [
    ...(await works.find(ctx, { contractorId, rating: rated, completedOn: since }, { only: ['rating'] })),
    ...(await defects.find(ctx, { ...ofDefects, rating: rated, confirmedOn: since }, { only: ['rating'] })),
  ];
  const sum = ratings.reduce((all, { rating }) => all + (rating ?? 0), 0);
  const rating = ratings.length < FEWEST ? null : Math.round((sum / ratings.length) * 10) / 10;
  return { openWorks, rating, ratingCount: ratings.length };
}

/** Updates the figures of partners in the transaction that changes their works. */
export async function notifyPartners(
  ctx: Ctx,
  ids: readonly (string | null | undefined)[],
  session: Session,
): Promise<void> {
  for (const id of new Set(ids.flatMap(partnerId => partnerId ?? []))) {
    await serializeBy(`partner ${id}`, session);
    const doc = await records(partner).in(session).get(ctx, id);
    if (!doc) continue;
    const set = await loadFigures(ctx, id, session);
    if (Object.entries(set).every(([name, value]) => (fieldOf(doc, name) ?? null) === value)) continue;
    await updateBeside(ctx, partner, doc, set, { action: 'count', session });
  }
}

/** Handover defects of a partner: open ones first, then by latest due date. */
async function loadDefects(ctx: Ctx, partnerId: string, offset: number, limit: number) {
  const ofPartner = { projectId: ctx.projectId, deletedAt: null, partnerId, rejected: { $ne: true } };
  const [docs, total] = await Promise.all([
    records(handoverDefect).find(ctx, ofPartner, {
      sort: { closed: 1, dueOn: -1, _id: 1 },
      skip: offset,
      limit,
      patience: 2000,
    }),
    records(handoverDefect).count(ctx, ofPartner),
  ]);
  return { docs, total };
}

/** `GET /partner/:id/works`: works of a partner, open ones first. */
export const partnerWorksRoute: Route = route(partnerWorks, {
  flags: ['read'],
  async run(ctx, { params, query: { page, limit, kind }, res }) {
    const { _id: contractorId } = await load(ctx, partner, params.id);
    const ofPartner = { projectId: ctx.projectId, deletedAt: null, contractorId };
    const offset = (page - 1) * limit;
    if (kind === 'DEFECT') {
      const { docs, total } = await loadDefects(ctx, contractorId, offset, limit);
      res.set('Content-Range', contentRange(offset, docs.length, total));
      return docs.map(doc => ({
        id: doc._id,
        code: doc.code ?? '',
        title: [doc.roomText, doc.description].filter(Boolean).join(': '),
        kind,
        status: doc.status,
        scheduledDate: doc.dueOn ?? doc.foundOn ?? '',
        completedOn: doc.repairedOn,
        rating: doc.rating,
      }));
    }
    const [docs, total] = await Promise.all([
      records(maintenance).aggregate<Doc<typeof maintenance>>(
        ctx,
        ofPartner,
        [
          { $set: { over: { $not: [{ $in: ['$status', [...OPEN_WORKS]] }] } } },
          { $sort: { over: 1, scheduledDate: -1, _id: 1 } },
          { $skip: offset },
          { $limit: limit },
        ],
        2000,
      ),
      records(maintenance).count(ctx, ofPartner),
    ]);
    res.set('Content-Range', contentRange(offset, docs.length, total));
    return docs.map(doc => ({
      id: doc._id,
      code: doc.code ?? '',
      title: doc.title,
      kind: doc.kind,
      status: doc.status,
      scheduledDate: doc.scheduledDate,
      completedOn: doc.completedOn,
      rating: doc.rating,
    }));
  },
});
