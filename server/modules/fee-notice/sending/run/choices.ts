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
import { loadProject } from '../../../../platform/projects/projects.ts';

/** Channels that residents may turn off; app and paper are always used. */
export const CHOSEN = ['EMAIL', 'SMS', 'ZALO'] as const;

/** Channels that a resident has turned off for notices. */
interface Choice {
  /** Id of the resident. */
  _id: string;
  projectId: string;
  off: (typeof CHOSEN)[number][];
  /** Whether the project may learn of the mails that they open. */
  track?: boolean;
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

/** Whether a resident agreed that the opening of mails is noted. */
export const hasAgreed = async (projectId: string, residentId: string): Promise<boolean> =>
  (await choices().findOne({ _id: residentId, projectId }))?.track === true;

/** Turns off notices by mail for a resident who followed the unsubscribe link, with or without an account. */
export async function turnOffMails(residentId: string, now: Date): Promise<void> {
  const person = await db()
    .collection<Doc<typeof resident>>(collectionOf(resident))
    .findOne({ _id: residentId, deletedAt: null });
  if (!person) return;
  const by = person.userId ?? residentId;
  await transaction(async session => {
    await choices().updateOne(
      { _id: residentId },
      { $set: { projectId: person.projectId }, $addToSet: { off: 'EMAIL' as const } },
      { upsert: true, session },
    );
    await writeEvents([eventOf(by, person.name, null, 'update', now)], session);
  });
}

const chosen = { off: z.array(z.enum(CHOSEN)), track: z.boolean() };
const answer = z.strictObject({
  ...chosen,
  /** Whether the project notes the opening of mails at all. */
  tracks: z.boolean(),
});
const tracks = async ({ projectId }: Ctx) => (await loadProject(projectId))?.sending?.trackMail === true;
const path = `${feeNotice.path}/channels`;
const residentOf = ({ residentId }: Ctx): string => residentId ?? fail('NOT_FOUND');
const shared = { path, module: feeNotice.code, residents: true, staff: false, answer } as const;

/** Routes by which residents read and choose their notice channels. */
export const choiceRoutes: Route[] = [
  route({
    ...shared,
    method: 'get',
    flags: ['read'],
    summary: 'The channels by which a resident gets no notices, and whether the opening of mails may be noted',
    async run(ctx) {
      const held = await choices().findOne({ _id: residentOf(ctx), projectId: ctx.projectId });
      return { off: held?.off ?? [], track: held?.track === true, tracks: await tracks(ctx) };
    },
  }),
  route({
    ...shared,
    method: 'put',
    flags: ['write'],
    summary: 'Choose by which channels notices come; the app always tells of them',
    body: z.strictObject(chosen).partial({ track: true }),
    async run(ctx, { body }) {
      const off = [...new Set(body.off)];
      if (off.length < body.off.length) failFields({ off: { code: 'LISTED_TWICE' } });
      const { projectId, userId, actor, now } = ctx;
      const { track } = body;
      const set = { projectId, off, ...(track !== undefined && { track }) };
      await transaction(async session => {
        await choices().updateOne({ _id: residentOf(ctx) }, { $set: set }, { upsert: true, session });
        await writeEvents([eventOf(userId, actor.name, null, 'update', now)], session);
      });
      return { off, track: await hasAgreed(projectId, residentOf(ctx)), tracks: await tracks(ctx) };
    },
  }),
];
