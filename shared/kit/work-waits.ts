import type { Filter, Wait } from './definition.ts';

/** Fields and statuses of records that are work of employees. */
interface Work {
  /** Field with the assignee. */
  assignee: string;
  /** Statuses of open work. */
  open: readonly string[];
  /** Statuses in which work can be late. */
  late: readonly string[];
  /** Field with the time since which it waits. */
  since: string;
  /** Field with the due time. */
  due: string;
  /** Field whose day makes it today's work. */
  today: string;
  /** Flag of those responsible for all late work. */
  flag: NonNullable<Wait['flag']>;
  /** Records listed first regardless of age. */
  first: Filter;
}

/** Waiting work: `mine`, `overdueMine`, `dueToday`, and `overdue` for those responsible for all of it. */
export function workWaits<const Of extends Work>({ assignee, open, late, since, due, today, flag, first }: Of) {
  const overdue = { in: ['true'] } as const;
  // Keeps literal names, so that a definition can check them against its columns and statuses.
  const mine = { [assignee]: { in: ['me'] } } as Record<Of['assignee'], { in: string[] }>;
  const stillOpen = { in: open as Of['open'] };
  const stillLate = { in: late as Of['late'] };
  const [at, by, on] = [since as Of['since'], due as Of['due'], today as Of['today']];
  return {
    mine: { as: 'later', where: { ...mine, status: stillOpen }, by: at, does: 'open' },
    overdueMine: {
      as: 'overdue',
      where: { ...mine, overdue, status: stillLate },
      each: true,
      by,
      first,
      does: 'open',
    },
    dueToday: {
      as: 'today',
      where: { ...mine, status: stillOpen },
      each: true,
      by: on,
      first,
      dueToday: true,
      does: 'open',
    },
    overdue: { as: 'overdue', where: { overdue, status: stillLate }, flag: flag as Of['flag'], by, does: 'open' },
  } as const satisfies Record<string, Wait>;
}
