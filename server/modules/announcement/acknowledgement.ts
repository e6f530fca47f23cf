import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load, loadScope } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';

/** Age limit in days and maximum number of announcements at the top of the app. */
const [SHOWN_DAYS, MOST_SHOWN] = [30, 5];

/** Marks the app delivery as seen when its resident first opens the announcement. */
async function see(ctx: Ctx, announcementId: string): Promise<void> {
  const { residentId } = ctx;
  if (!residentId) return;
  const delivery = { announcementId, residentId, channel: 'APP', status: 'DELIVERIED' } as const;
  const doc = await records(announcementDelivery).first(ctx, delivery);
  if (!doc) return;
  const update = { doc, set: { status: 'SEEN' }, keepVersion: true, while: { status: 'DELIVERIED' } };
  await save({ ...ctx, once: null }, [{ definition: announcementDelivery, action: 'seen', update }]).catch(error => {
    // Opened twice concurrently.
    if (!(error instanceof VersionConflict)) throw error;
  });
}

/** The caller's app delivery of an announcement. */
const ownDelivery = ({ residentId, projectId }: Ctx, announcementId: string) =>
  records(announcementDelivery).first({ projectId }, { announcementId, residentId, channel: 'APP' });

/** Stores once that the reader acknowledged an urgent announcement, which removes it from the top of their app. */
export const acknowledge = route({
  method: 'put',
  path: `${announcement.path}/:id/acknowledge`,
  summary: 'Say that one knows of an urgent announcement',
  module: announcement.code,
  flags: ['write'],
  staff: false,
  residents: true,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  answer: z.object({ acknowledgedAt: z.string() }),
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, announcement, id);
    const delivery = await ownDelivery(ctx, doc._id);
    if (!delivery) return fail('NOT_FOUND');
    if (delivery.acknowledgedAt) return { acknowledgedAt: delivery.acknowledgedAt.toISOString() };
    const update = { doc: delivery, set: { acknowledgedAt: ctx.now, status: 'SEEN' }, keepVersion: true };
    await save(ctx, [{ definition: announcementDelivery, action: 'acknowledge', update }]);
    return { acknowledgedAt: ctx.now.toISOString() };
  },
});

/** Query of announcements whose validity has not ended. */
export const stillValid = ({ now }: Ctx) => ({ $or: [{ validTo: null }, { validTo: { $gte: now } }] });

/** Recent urgent announcements that the caller has not acknowledged, newest first. */
export async function findUnacknowledged(ctx: Ctx): Promise<Doc<typeof announcement>[]> {
  const since = new Date(ctx.now.getTime() - SHOWN_DAYS * DAY_MS);
  const urgent = await records(announcement).find(
    ctx,
    { ...(await loadScope(ctx, announcement)), urgent: true, createdAt: { $gte: since }, $and: [stillValid(ctx)] },
    { sort: { createdAt: -1 }, limit: MOST_SHOWN },
  );
  if (urgent.length === 0) return [];
  const open = await records(announcementDelivery).distinct(ctx, 'announcementId', {
    residentId: ctx.residentId,
    channel: 'APP',
    acknowledgedAt: null,
    announcementId: { $in: urgent.map(({ _id }) => _id) },
  });
  return urgent.filter(({ _id }) => open.includes(_id));
}

/** Wraps the detail route so that opening an announcement marks it as seen for residents. */
export const withSeenMark = (detail: Route): Route => ({
  ...detail,
  async run(ctx, input) {
    if (ctx.kind === 'resident')
      await see(ctx, (await load(ctx, announcement, (input.params as { id: string }).id))._id);
    return detail.run(ctx, input);
  },
});
