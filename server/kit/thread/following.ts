import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import { save, VersionConflict } from '../store/save.ts';
import type { Stored } from '../store/schema.ts';

/** Limit of followers per record. */
export const MOST_FOLLOWERS = 20;

/**
 * Followers of a record, and those who left it: the latter are added again only if somebody calls them in or they follow
 * themselves.
 */
export interface Following {
  followerIds: string[];
  leftIds: string[];
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
export const followingOf = ({ followerIds, leftIds }: Pick<Stored, string>): Following => ({
  followerIds: idsOf(followerIds),
  leftIds: idsOf(leftIds),
});

/** Adds followers even if they left before: mentioned, assigned, or following themselves. */
export function called({ followerIds, leftIds }: Following, ids: readonly string[]): Following {
  return {
    followerIds: [...new Set([...followerIds, ...ids])],
    leftIds: leftIds.filter(id => !ids.includes(id)),
  };
}

/** Adds an author, if there is room and they have not left before. */
export function taking(before: Following, id: string | null): Following {
  const { followerIds, leftIds } = before;
  if (!id || leftIds.includes(id) || followerIds.length >= MOST_FOLLOWERS) return before;
  return called(before, [id]);
}

/** Removes followers and notes that they left. */
export function without({ followerIds, leftIds }: Following, ids: readonly string[]): Following {
  const left = ids.filter(id => followerIds.includes(id));
  return { followerIds: followerIds.filter(id => !ids.includes(id)), leftIds: [...new Set([...leftIds, ...left])] };
}

/** The changed lists to store; empty if nobody was added or removed. */
export function changedFollowing(doc: Pick<Stored, string>, after: Following): Partial<Following> {
  const before = followingOf(doc);
  const same = (name: keyof Following) => before[name].join() === after[name].join();
  return same('followerIds') && same('leftIds') ? {} : after;
}

/** Lists of staff with something unread in a record: those mentioned in a note, and those absent at the last message. */
const TO_READ = ['mentionedIds', 'unreadIds'] as const;
export type ToRead = Partial<Record<(typeof TO_READ)[number], readonly string[]>>;

/** The unread lists after somebody writes or reads: only lists that the definition has and that change. */
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

/** Conditions that the unread lists are still as they were read. */
export const readersAsRead = (changed: ToRead, doc: Pick<Stored, string>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(changed).map(name => [name, doc[name] ?? null]));

/** Marks a conversation as read by the caller. */
export async function markHeard(ctx: Ctx, definition: Definition, doc: Stored): Promise<void> {
  const set = changedReaders(definition, doc, {}, ctx.employeeId);
  if (Object.keys(set).length === 0) return;
  const update = { doc, set, keepVersion: true, while: readersAsRead(set, doc) };
  await save({ ...ctx, once: null }, [{ definition, action: 'heard', update }]).catch(error => {
    // Somebody wrote meanwhile, or it was read twice concurrently.
    if (!(error instanceof VersionConflict)) throw error;
  });
}
