/** Pages of the hall screen; the secretary chooses the one shown. */
export const HALL_PAGES = ['WELCOME', 'QUORUM', 'QUESTION', 'TURNOUT', 'RESULT'] as const;
export type HallPage = (typeof HALL_PAGES)[number];

interface Weighed {
  heads: number;
  weight: number;
}
interface Counted {
  weight: number;
  percent: number;
  /** Null where the number is too small to be published. */
  ballots: number | null;
}

export interface HallAnswer extends Partial<Counted> {
  n: number;
  text: string;
  tie?: boolean;
}

/** A question on the hall screen; answers have figures only after the count. */
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

export interface HallScreen {
  /** Version of the content; long polling passes it back to wait for the next one. */
  stamp: string;
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
  /** Turnout so far, without results. */
  turnout: { cast: Weighed; of: Weighed; papers: number; closesAt: string | null; open: boolean } | null;
}
