import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { room } from '@lobby/shared/modules/room.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { loadListeners } from './listeners.ts';
import { subjectOf } from './talk.ts';
import { loadTopics } from './topics.ts';

const BATCH = 200;

/** Marks rooms with a late answer and notifies those responsible; closes rooms that have been quiet for long. */
export const roomsJob = defineJob({
  name: 'rooms',
  every: '* * * * *',
  perProject: ctx => attemptEach([markLate, closeQuiet], step => step(ctx)),
});

const find = ({ projectId }: Ctx, query: Where<typeof room>) =>
  records(room).find({ projectId }, query, { limit: BATCH });

async function markLate(ctx: Ctx): Promise<number> {
  const isLate = { waits: true, late: { $ne: true }, lateAt: { $lte: ctx.now } };
  return attemptEach(await find(ctx, isLate), doc =>
    save(ctx, [
      {
        definition: room,
        action: 'late',
        update: { doc, set: { late: true }, keepVersion: true, while: isLate },
        also: async session => notify(ctx, toStaff(await loadListeners(ctx, doc)), 'MSG_LATE', subjectOf(doc), session),
      },
    ]),
  );
}

async function closeQuiet(ctx: Ctx): Promise<number> {
  return attemptEach(await loadTopics(ctx), async ({ roomType, quietDays }) => {
    const since = new Date(ctx.now.getTime() - quietDays * DAY_MS);
    const isQuiet = { roomType, status: 'ACTIVE', waits: { $ne: true }, lastMessageAt: { $lte: since } } as const;
    return attemptEach(await find(ctx, isQuiet), doc =>
      save(ctx, [
        { definition: room, action: 'inactive', update: { doc, set: { status: 'INACTIVE' }, while: isQuiet } },
      ]),
    );
  });
}
