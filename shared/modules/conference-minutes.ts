/** Who saw how it went: so many sign the minutes at least. */
export const FEWEST_WITNESSES = 2;

/** What was signed on paper: as it was scanned. */
export const SIGNED_FILES = { kind: 'files', max: 5, types: ['PDF', 'IMAGE'], large: true } as const;

/** What was decided on a question: its words may be mended, its figures not. */
export interface Resolution {
  sheetId: string;
  /** The vote that asked it: two may ask in the same words. */
  sheet: string;
  question: number;
  text: string;
  /** Null: an election, in which nothing is passed. */
  passed: boolean | null;
  /** Of an election who has most votes: several have as many. */
  leads: string[];
}

/** What the minutes of a meeting say; moments and files are as they are stored, or as they travel. */
export interface MinutesText<Moment, File> {
  version: number;
  status: 'DRAFT' | 'FINAL';
  number: string | null;
  startedAt: Moment | null;
  endedAt: Moment | null;
  witnesses: { name: string; role: string }[];
  authorities: { name: string; body: string }[];
  discussion: string | null;
  objections: { who: string; text: string; at: Moment | null }[];
  resolutions: Resolution[];
  signedFiles: File[];
  corrections: { text: string; at: Moment; by: string }[];
}
