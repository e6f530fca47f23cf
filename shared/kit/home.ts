import type { Filter } from './definition.ts';
import type { Flag } from './permissions.ts';

/** Whose work a page begins with: who may see the largest part of one has it, of equals the first. */
export const TRADES = ['service', 'reception', 'technician', 'accountant', 'manager'] as const;
export type Trade = (typeof TRADES)[number];

/** How pressing what waits is, the most pressing first. */
export const URGENCIES = ['overdue', 'answer', 'today', 'approval', 'later', 'soon'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** What is done about what waits, in a word on its button. */
export const DEEDS = ['answer', 'approve', 'claim', 'match', 'open', 'payOut', 'remind', 'resend', 'release'] as const;
export type Deed = (typeof DEEDS)[number];

/** Which records of a module wait for somebody, where the day begins; words in `waits.<name>`. */
export interface Wait {
  as: Urgency;
  where: Filter;
  /** Who may do something about it; default: who may read. */
  flag?: Flag;
  /** Each stands for itself: the first few are named, not counted. */
  each?: true;
  /** Since when it waits, or by when it is due. */
  by?: string;
  /** Only what is due by the end of today, or was before. */
  dueToday?: true;
  /** What it comes to. */
  sum?: string;
  does: Deed;
}

/** A number of today's work in the strip of a trade; words in `figures.<name>`. */
export interface Tally {
  trades: readonly Trade[];
  /** The field whose day counts, today with the fourteen days up to it; absent: as it stands now. */
  day?: string;
  where?: Filter;
  sum?: string;
  bad?: true;
}

/** What stands in the day's calendar: the moment of each record, and which of them. */
export interface Planned {
  at: string;
  where: Filter;
}
