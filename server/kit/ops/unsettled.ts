/**
 * Members of groups that work waits for, in the memory of one server; null stands for any member.
 *
 * It grows with what changes between two turns: a group holds a member once, so of a project's units at most as many as it has.
 * Only `settle` empties it, group by group.
 * When the server ends, what it holds is lost: its user asks the database now and then for what was left undone.
 */
export interface Unsettled {
  /** `member` null: from now on all of the group. */
  add: (group: string, member: string | null) => void;
  /** Does `work` for each group that waits, one after another. A group leaves before its work begins, so that what is added meanwhile waits for the next turn; it comes back when its work fails. Every group is tried; then the first failure is thrown. */
  settle: (work: (group: string, members: readonly string[] | null) => Promise<void>) => Promise<void>;
}

export function unsettled(): Unsettled {
  const waiting = new Map<string, Set<string> | null>();
  const add = (group: string, member: string | null) => {
    const members = waiting.get(group);
    if (members === null) return;
    if (member === null) waiting.set(group, null);
    else waiting.set(group, (members ?? new Set()).add(member));
  };
  return {
    add,
    async settle(work) {
      const failures: unknown[] = [];
      for (const [group, members] of [...waiting]) {
        waiting.delete(group);
        try {
          await work(group, members && [...members]);
        } catch (error) {
          failures.push(error);
          for (const member of members ?? [null]) add(group, member);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
