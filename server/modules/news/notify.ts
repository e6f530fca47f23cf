import { news } from '@lobby/shared/modules/news.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';

/** Units notified in one transaction. */
const CHUNK = 50;

/** Units with accounts among the article's audience, after the last notified one. */
async function unitsAfter(ctx: Ctx, doc: Doc<typeof news>): Promise<string[]> {
  const homes = await records(resident).distinct(ctx, 'unitIds', { userId: { $ne: null } });
  const meant =
    doc.audience === 'UNITS' ? { $or: [{ _id: { $in: doc.unitIds } }, { blockId: { $in: doc.blockIds } }] } : {};
  const units = await records(unit).find(ctx, { $and: [{ _id: { $in: homes } }, meant] }, { only: ['_id'] });
  const after = doc.toldUpTo ?? '';
  return units
    .map(home => home._id)
    .filter(id => id > after)
    .toSorted();
}

/** Notifies residents of a first publication; each unit once, even if the server crashes in between. */
export async function notifyResidents(ctx: Ctx, doc: Doc<typeof news>): Promise<void> {
  const units = doc.audience === 'STAFF' ? [] : await unitsAfter(ctx, doc);
  const subject = { module: news.code, id: doc._id, title: doc.title };
  let upTo = doc.toldUpTo;
  const moveOn = async (next: string | null, homeIds: readonly string[]): Promise<boolean> =>
    save(ctx, [
      {
        definition: news,
        action: 'told',
        quiet: true,
        update: { doc, set: { toldUpTo: next }, keepVersion: true, while: { toldUpTo: upTo } },
        async also(session) {
          for (const id of homeIds) await notify(ctx, toUnit(id), 'NEWS_PUBLISHED', subject, session);
        },
      },
    ]).then(
      () => true,
      error => {
        // Another server is doing it.
        if (error instanceof VersionConflict) return false;
        throw error;
      },
    );
  for (let at = 0; at < units.length; at += CHUNK) {
    const chunk = units.slice(at, at + CHUNK);
    const next = chunk.at(-1) ?? '';
    if (!(await moveOn(next, chunk))) return;
    upTo = next;
  }
  await moveOn(null, []);
}
