import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { z } from 'zod';
import type { Ctx } from '../../../../kit/base/context.ts';
import { fail, failFields } from '../../../../kit/base/errors.ts';
import { type Collection, db, transaction } from '../../../../kit/database/database.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { writeEvents } from '../../../../kit/store/events.ts';
import type { Doc } from '../../../../kit/store/records.ts';
import { collectionOf } from '../../../../kit/store/schema.ts';
import { eventOf } from '../../../../platform/auth/sessions.ts';

/** Channels that residents may turn off; app and paper are always used. */
export const CHOSEN = ['EMAIL', 'SMS', 'ZALO'] as const;

/** Channels that a resident has turned off for notices. */
interface Choice {
  /** Id of the resident. */
  _id: string;
  projectId: string;
  off: (typeof CHOSEN)[number][];
}

export const choiceCollection: Collection = { name: 'noticeChoices', indexes: [{ key: { projectId: 1 } }] };
const choices = () => db().collection<Choice>(choiceCollection.name);

/** Turned-off channels by resident. */
export async function loadChoices(
  projectId: string,
  residentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly NoticeChannel[]>> {
  const rows = await choices()
    .find({ _id: { $in: [...residentIds] }, projectId })
    .toArray();
  return new Map(rows.map(({ _id, off }) => [_id, off]));
}

/** Turns off notices by mail for a resident who followed the unsubscribe link, with or without an account. */
export async function turnOffMails(residentId: string, now: Date): Promise<void> {
  const person = await db()
    .collection<Doc<typeof resident>>(collectionOf(resident))
    .findOne({ _id: residentId, deletedAt: null });
  if (!person) return;
  const by = typeof person.userId === 'string' ? person.userId : residentId;
  await transaction(async session => {
    await choices().updateOne(
      { _id: residentId },
      { $set: { projectId: String(person.projectId) }, $addToSet: { off: 'EMAIL' as const } },
      { upsert: true, session },
    );
    await writeEvents([eventOf(by, String(person.name), null, 'update', now)], session);
  });
}

const answer = z.strictObject({ off: z.array(z.enum(CHOSEN)) });
const path = `${feeNotice.path}/channels`;
const own = ({ residentId }: Ctx): string => residentId ?? fail('NOT_FOUND');
const shared = { path, module: feeNotice.code, residents: true, staff: false, answer } as const;

/** Routes by which residents read and choose their notice channels. */
export const choiceRoutes: Route[] = [
  route({
    ...shared,
    method: 'get',
    flags: ['read'],
    summary: 'The channels by which a resident gets no notices',
    run: async ctx => ({ off: (await choices().findOne({ _id: own(ctx), projectId: ctx.projectId }))?.off ?? [] }),
  }),
  route({
    ...shared,
    method: 'put',
    flags: ['write'],
    summary: 'Choose by which channels notices come; the app always tells of them',
    body: answer,
    async run(ctx, { body }) {
      const off = [...new Set(body.off)];
      if (off.length < body.off.length) failFields({ off: { code: 'LISTED_TWICE' } });
      const { projectId, userId, actor, now } = ctx;
      await transaction(async session => {
        await choices().updateOne({ _id: own(ctx) }, { $set: { projectId, off } }, { upsert: true, session });
        await writeEvents([eventOf(userId, actor.name, null, 'update', now)], session);
      });
      return { off };
    },
  }),
];
