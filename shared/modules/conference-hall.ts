/** What the screen of the hall shows: one page at a time, which the secretary sends. */
export const HALL_PAGES = ['WELCOME', 'QUORUM', 'QUESTION', 'TURNOUT', 'RESULT'] as const;
export type HallPage = (typeof HALL_PAGES)[number];

interface Weighed {
  heads: number;
  weight: number;
}
interface Counted {
  weight: number;
  percent: number;
  /** None where they are too few to be told. */
  ballots: number | null;
}

export interface HallAnswer extends Partial<Counted> {
  n: number;
  text: string;
  tie?: boolean;
}

/** A question as the hall sees it: figures only once its vote is counted. */
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

/** All that stands on the screen of the hall, as it is sent there. */
export interface HallScreen {
  /** Another one, another screen: who waits names what it has. */
  stamp: string;
  /** When this was so. */
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
  /** How many have voted, of those who may; never what. */
  turnout: { cast: Weighed; of: Weighed; papers: number; closesAt: string | null; open: boolean } | null;
}
