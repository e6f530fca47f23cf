import type { Filter, Wait } from './definition.ts';

/** Records that are somebody's work. */
interface Work {
  /** The field that names who does it. */
  assignee: string;
  /** The statuses in which it is still to be done. */
  open: readonly string[];
  /** The statuses in which it can be late. */
  late: readonly string[];
  /** The field since which it waits. */
  since: string;
  /** The field by which it is due. */
  due: string;
  /** The field whose day makes it today's work. */
  today: string;
  /** Who answers for all that is late. */
  flag: NonNullable<Wait['flag']>;
  /** What may not wait behind what is only older. */
  first: Filter;
}

/** What of somebody's work waits: `mine`, `overdueMine`, `dueToday`, and `overdue` for who answers for all of it. */
export function workWaits<const Of extends Work>({ assignee, open, late, since, due, today, flag, first }: Of) {
  const overdue = { in: ['true'] } as const;
  // The names keep their own types: a definition checks them against its columns and statuses.
  const own = { [assignee]: { in: ['me'] } } as Record<Of['assignee'], { in: string[] }>;
  const stillOpen = { in: open as Of['open'] };
  const stillLate = { in: late as Of['late'] };
  const [at, by, on] = [since as Of['since'], due as Of['due'], today as Of['today']];
  return {
    mine: { as: 'later', where: { ...own, status: stillOpen }, by: at, does: 'open' },
    overdueMine: {
      as: 'overdue',
      where: { ...own, overdue, status: stillLate },
      each: true,
      by,
      first,
      does: 'open',
    },
    dueToday: {
      as: 'today',
      where: { ...own, status: stillOpen },
      each: true,
      by: on,
      first,
      dueToday: true,
      does: 'open',
    },
    overdue: { as: 'overdue', where: { overdue, status: stillLate }, flag: flag as Of['flag'], by, does: 'open' },
  } as const satisfies Record<string, Wait>;
}
