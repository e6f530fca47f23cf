/** Pages of the hall screen, shown one at a time as chosen by the secretary. */
export const HALL_PAGES = ['WELCOME', 'QUORUM', 'QUESTION', 'TURNOUT', 'RESULT'] as const;
export type HallPage = (typeof HALL_PAGES)[number];

interface Weighed {
  heads: number;
  weight: number;
}
interface Counted {
  weight: number;
  percent: number;
  /** Null if there are too few to be published. */
  ballots: number | null;
}

export interface HallAnswer extends Partial<Counted> {
  n: number;
  text: string;
  tie?: boolean;
}

/** A question on the hall screen; figures only after counting. */
export interface HallQuestion {
  n: number;
  of: number;
  sheet: string;
  status: string;
  text: string;
  kind: string;
  answers: HallAnswer[];
  blank?: Counted;
  invalid?: Counted;
  base?: number;
  passed?: boolean;
}

/** Full content of the hall screen. */
export interface HallScreen {
  /** Version of the screen, which a waiting client passes back. */
  stamp: string;
  /** Time of the content. */
  at: string;
  project: string;
  title: string;
  startAt: string;
  venue: string | null;
  timeZone: string;
  page: HallPage;
  speaker: string | null;
  quorum: {
    eligible: Weighed;
    present: Weighed;
    percent: { heads: number; area: number };
    basis: string;
    needed: number;
    reached: boolean;
  };
  question: HallQuestion | null;
  /** How many eligible voters have voted, without results. */
  turnout: { cast: Weighed; of: Weighed; papers: number; closesAt: string | null; open: boolean } | null;
}
