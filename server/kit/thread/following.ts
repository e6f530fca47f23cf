import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import { save, VersionConflict } from '../store/save.ts';
import type { Stored } from '../store/schema.ts';

/** So many people follow a record at most. */
export const MOST_FOLLOWERS = 20;

/** Who follows a record, and who has left it: these come back only where somebody calls them in, or by themselves. */
export interface Following {
  followerIds: string[];
  leftIds: string[];
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
export const followingOf = ({ followerIds, leftIds }: Pick<Stored, string>): Following => ({
  followerIds: idsOf(followerIds),
  leftIds: idsOf(leftIds),
});

/** Adds followers who are wanted back: mentioned, given the work, or coming themselves. */
export function called({ followerIds, leftIds }: Following, ids: readonly string[]): Following {
  return {
    followerIds: [...new Set([...followerIds, ...ids])],
    leftIds: leftIds.filter(id => !ids.includes(id)),
  };
}

/** Adds somebody who writes or makes it, as long as there is room and they have not left before. */
export function taking(before: Following, id: string | null): Following {
  const { followerIds, leftIds } = before;
  if (!id || leftIds.includes(id) || followerIds.length >= MOST_FOLLOWERS) return before;
  return called(before, [id]);
}

/** Takes followers away: they have left. */
export function without({ followerIds, leftIds }: Following, ids: readonly string[]): Following {
  const left = ids.filter(id => followerIds.includes(id));
  return { followerIds: followerIds.filter(id => !ids.includes(id)), leftIds: [...new Set([...leftIds, ...left])] };
}

/** What of it a record stores anew; empty where nobody comes or goes. */
export function changedFollowing(doc: Pick<Stored, string>, after: Following): Partial<Following> {
  const before = followingOf(doc);
  const same = (name: keyof Following) => before[name].join() === after[name].join();
  return same('followerIds') && same('leftIds') ? {} : after;
}

/** Lists of the staff who have something to read in a record: called in by a note, and not there since the last word. */
const TO_READ = ['mentionedIds', 'unreadIds'] as const;
export type ToRead = Partial<Record<(typeof TO_READ)[number], readonly string[]>>;

/** Who has something to read in a record, once somebody writes or reads there: the lists that its definition has, without those that stay as they are. */
export function changedReaders(
  { fields }: Definition,
  doc: Pick<Stored, string>,
  added: ToRead,
  reader: string | null,
): ToRead {
  const changed: ToRead = {};
  for (const name of TO_READ) {
    if (!(name in fields)) continue;
    const before = idsOf(doc[name]);
    const after = [...new Set([...before.filter(id => id !== reader), ...(added[name] ?? [])])];
    if (after.join() !== before.join()) changed[name] = after;
  }
  return changed;
}

/** A change of who has something to read holds only on top of what was read. */
export const readersAsRead = (changed: ToRead, doc: Pick<Stored, string>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(changed).map(name => [name, doc[name] ?? null]));

/** Whoever reads the conversation is not waited for any more. */
export async function markHeard(ctx: Ctx, definition: Definition, doc: Stored): Promise<void> {
  const set = changedReaders(definition, doc, {}, ctx.employeeId);
  if (Object.keys(set).length === 0) return;
  const update = { doc, set, keepVersion: true, while: readersAsRead(set, doc) };
  await save({ ...ctx, once: null }, [{ definition, action: 'heard', update }]).catch(error => {
    // Somebody wrote meanwhile, or it is read twice at once.
    if (!(error instanceof VersionConflict)) throw error;
  });
}
