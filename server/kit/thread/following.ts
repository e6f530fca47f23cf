import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import { Overtaken, save } from '../store/save.ts';
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

/** Who was called into a record by a note and has not read it yet, once somebody writes; empty where that stays as it is. */
export function changedCalls(
  { mentionedIds }: Pick<Stored, string>,
  mentioned: readonly string[],
  writer: string | null,
): { mentionedIds?: string[] } {
  const before = idsOf(mentionedIds);
  const after = [...new Set([...before.filter(id => id !== writer), ...mentioned])];
  return after.join() === before.join() ? {} : { mentionedIds: after };
}

/** Whoever was called in and reads the conversation is not waited for any more. */
export async function markHeard(ctx: Ctx, definition: Definition, doc: Stored): Promise<void> {
  const { employeeId } = ctx;
  const { mentionedIds } = changedCalls(doc, [], employeeId);
  if (!mentionedIds) return;
  const update = { doc, set: { mentionedIds }, keepVersion: true, while: { mentionedIds: doc.mentionedIds } };
  await save({ ...ctx, once: null }, [{ definition, action: 'heard', update }]).catch(error => {
    // Called in again, or read twice at once.
    if (!(error instanceof Overtaken)) throw error;
  });
}
