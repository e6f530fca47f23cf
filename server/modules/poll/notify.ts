import { isIn } from '@lobby/shared/kit/is-in.ts';
import { POLL_NOTICES, poll } from '@lobby/shared/modules/poll.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { notify } from '../../platform/notifications/notifications.ts';
import { entitledHomes } from './entitled.ts';
import { votersAmong } from './votes.ts';

type Notice = (typeof POLL_NOTICES)[number];
/** People notified per transaction. */
const CHUNK = 50;

/** Starts notifying residents; replaces a notification still under way. */
export const toTell = (telling: Notice) => ({ telling, toldUpTo: '' });

interface Person {
  residentId: string;
  unitId: string;
  userId: string;
}

/** Recipients of a notice: each person once, in a home where they may vote. */
async function meantBy(ctx: Ctx, doc: Doc<typeof poll>): Promise<Person[]> {
  const homes = await entitledHomes(ctx, doc);
  const accounts = await records(resident).find(
    ctx,
    { _id: { $in: homes.map(home => home.residentId) }, userId: { $ne: null } },
    { only: ['userId'] },
  );
  const users = new Map(accounts.map(({ _id, userId }) => [_id, userId]));
  const people = homes.flatMap(home => {
    const userId = users.get(home.residentId);
    return userId ? [{ ...home, userId }] : [];
  });
  const voted = doc.telling === 'POLL_OPENED' ? new Set<string>() : await votersAmong(ctx, doc, people);
  // A cancelled poll concerns those who have voted, every other notice those who have not.
  const wanted = people.filter(
    person => voted.has(`${person.unitId} ${person.userId}`) === (doc.telling === 'POLL_CANCELLED'),
  );
  const first = new Map(wanted.toReversed().map(person => [person.residentId, person]));
  return [...first.values()].toSorted((a, b) => (a.residentId < b.residentId ? -1 : 1));
}

/** Notifies residents: each once, even if a server is killed midway. */
export async function notifyVoters(ctx: Ctx, doc: Doc<typeof poll>): Promise<void> {
  const { telling } = doc;
  if (!isIn(telling, POLL_NOTICES)) return;
  const from = doc.toldUpTo ?? '';
  const people = (await meantBy(ctx, doc)).filter(person => person.residentId > from);
  const subject = { module: poll.code, id: doc._id, title: doc.title };
  let upTo = doc.toldUpTo;
  const moveOn = (set: Partial<Doc<typeof poll>>, group: readonly Person[]): Promise<boolean> =>
    save(ctx, [
      {
        definition: poll,
        action: 'tell',
        quiet: true,
        update: { doc, set, keepVersion: true, while: { telling, toldUpTo: upTo } },
        async also(session) {
          for (const { unitId, residentId } of group)
            await notify(ctx, { unitId, residentIds: [residentId] }, telling, subject, session);
        },
      },
    ]).then(
      () => true,
      error => {
        // Another server notifies, or another notice has begun.
        if (error instanceof VersionConflict) return false;
        throw error;
      },
    );
  for (let at = 0; at < people.length; at += CHUNK) {
    const chunk = people.slice(at, at + CHUNK);
    const next = chunk.at(-1)?.residentId ?? '';
    if (!(await moveOn({ toldUpTo: next }, chunk))) return;
    upTo = next;
  }
  await moveOn({ telling: null, toldUpTo: null }, []);
}
