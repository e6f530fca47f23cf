/** Minimum number of witnesses who sign the minutes. */
export const FEWEST_WITNESSES = 2;

/** Scans of documents signed on paper. */
export const SIGNED_FILES = { kind: 'files', max: 5, types: ['PDF', 'IMAGE'], large: true } as const;

/** Resolution on a question; its text is editable, its figures are not. */
export interface Resolution {
  sheetId: string;
  /** Title of the vote, which distinguishes equal questions of several votes. */
  sheet: string;
  question: number;
  text: string;
  /** Null for elections. */
  passed: boolean | null;
  /** Election: answers with most votes; several on a tie. */
  leads: string[];
}

/** Minutes; generic in the types of times and files, which differ between database and API. */
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
