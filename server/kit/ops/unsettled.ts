/**
 * Members of groups that need work, in the memory of one server; null stands for any member.
 *
 * It grows between two turns only: a group holds a member once, so at most as many as a project has units. Only `settle`
 * empties it, group by group.
 *
 * Its content is lost when the server stops: the caller looks in the database from time to time for work left undone.
 */
export interface Unsettled {
  /** A null `member` stands for the whole group. */
  add: (group: string, member: string | null) => void;
  /**
   * Runs `work` for each waiting group, one after another. A group is removed before its work starts, so that additions
   * meanwhile wait for the next turn, and is put back if its work fails. Tries every group, then throws the first error.
   */
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
