import type { Session } from '../../kit/database/database.ts';
import { type Hearing, rowOf } from './notification-row.ts';
import { pushes } from './push/push-queue.ts';
import { notifications } from './rows.ts';

/** As many notifications of one kind and one bulk work a person gets one by one; more of them become one. */
const ONE_BY_ONE = 20;

/** Replaces a person's notifications of one bulk work by a single one that counts them, once they are more than a few. Residents get each. */
export async function foldBulk(hearings: readonly Hearing[], session: Session): Promise<Hearing[]> {
  const groups = Map.groupBy(hearings, ({ ctx, kind, listener, filter }) =>
    ctx.bulk && filter.unitId === null ? `${ctx.bulk.run}/${kind}/${listener.userId}` : '',
  );
  const folded: Hearing[] = [];
  for (const [key, group] of groups) folded.push(...(key ? await foldGroup(group, session) : group));
  return folded;
}

/** Notifications of one kind to one person. */
async function foldGroup(group: readonly Hearing[], session: Session): Promise<readonly Hearing[]> {
  const last = group.at(-1);
  const bulk = last?.ctx.bulk;
  if (!last || !bulk) return group;
  const { ctx, kind, listener, set } = last;
  const earlier = await notifications()
    .find(
      { run: bulk.run, userId: listener.userId, kind },
      { projection: { count: 1, readAt: 1, subject: 1 }, session },
    )
    .toArray();
  const before = earlier.reduce((sum, { count }) => sum + count, 0);
  if (before + group.length <= ONE_BY_ONE) return group;
  const loose = earlier.filter(({ readAt, subject }) => readAt === null && !subject.many);
  const ids = loose.map(({ _id }) => _id);
  if (ids.length > 0) {
    await notifications().deleteMany({ _id: { $in: ids } }, { session });
    await pushes().deleteMany({ notificationId: { $in: ids } }, { session });
  }
  const filter = { ...last.filter, 'subject.id': bulk.run };
  const folded = {
    ...set,
    subject: { module: set.subject.module, id: bulk.run, title: '', many: bulk.definition },
  };
  const count = group.length + loose.reduce((sum, row) => sum + row.count, 0);
  // A device is told once of all.
  const isFirst = !earlier.some(({ subject }) => subject.many);
  return [
    {
      ctx,
      kind,
      listener: isFirst ? listener : { ...listener, push: 'off' },
      filter,
      set: folded,
      row: rowOf(filter, folded, count),
    },
  ];
}
