import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, save, VersionConflict } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { loadListeners } from './listeners.ts';
import { subjectOf } from './talk.ts';
import { loadTopics } from './topics.ts';

const BATCH = 200;

/** Marks rooms with a late answer and notifies those responsible; closes rooms that have been quiet for long. */
export async function runRoomsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += await markLate(ctx);
    turned += await closeQuiet(ctx);
  }
  return turned;
}

const found = ({ projectId }: Ctx, query: Record<string, unknown>) =>
  records(room).find({ projectId }, { ...query }, { limit: BATCH });

async function markLate(ctx: Ctx): Promise<number> {
  const isLate = { waits: true, late: { $ne: true }, lateAt: { $lte: ctx.now } };
  return each(await found(ctx, isLate), async doc => ({
    definition: room,
    action: 'late',
    update: { doc, set: { late: true }, keepVersion: true, while: isLate },
    also: async session => notify(ctx, toStaff(await loadListeners(ctx, doc)), 'MSG_LATE', subjectOf(doc), session),
  }))(ctx);
}

async function closeQuiet(ctx: Ctx): Promise<number> {
  let closed = 0;
  for (const { roomType, quietDays } of await loadTopics(ctx)) {
    const since = new Date(ctx.now.getTime() - quietDays * DAY_MS);
    const isQuiet = { roomType, status: 'ACTIVE', waits: { $ne: true }, lastMessageAt: { $lte: since } };
    closed += await each(await found(ctx, isQuiet), async doc => ({
      definition: room,
      action: 'inactive',
      update: { doc, set: { status: 'INACTIVE' }, while: isQuiet },
    }))(ctx);
  }
  return closed;
}

/** Saves the changes one by one; rooms changed concurrently are skipped. */
const each =
  (docs: readonly Doc<typeof room>[], changeOf: (doc: Doc<typeof room>) => Promise<Change>) => async (ctx: Ctx) => {
    let done = 0;
    for (const doc of docs) {
      const saved = await save(ctx, [await changeOf(doc)]).catch(error => {
        if (error instanceof VersionConflict) return null;
        throw error;
      });
      if (saved) done++;
    }
    return done;
  };
