import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { records } from '../../kit/store/records.ts';
import { Overtaken, save } from '../../kit/store/save.ts';

/** Marks the way by the app as seen, once, by the resident who opens an announcement. */
async function see(ctx: Ctx, announcementId: string): Promise<void> {
  const { residentId } = ctx;
  if (!residentId) return;
  const own = { announcementId, residentId, channel: 'APP', status: 'DELIVERIED' } as const;
  const doc = await records(announcementDelivery).first(ctx, own);
  if (!doc) return;
  const update = { doc, set: { status: 'SEEN' }, keepVersion: true, while: { status: 'DELIVERIED' } };
  await save({ ...ctx, once: null }, [{ definition: announcementDelivery, action: 'seen', update }]).catch(error => {
    // Opened twice at once.
    if (!(error instanceof Overtaken)) throw error;
  });
}

/** The detail of an announcement, which residents have seen once they open it. */
export const seeing = (detail: Route): Route => ({
  ...detail,
  async run(ctx, input) {
    if (ctx.kind === 'resident')
      await see(ctx, (await load(ctx, announcement, String((input.params as { id: string }).id)))._id);
    return detail.run(ctx, input);
  },
});
