import { createHash, randomBytes } from 'node:crypto';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { type Collection, db, type Session } from '../../../kit/database/database.ts';
import { openSealed, sealAlike } from '../../../kit/privacy/aes.ts';
import { keyOf } from '../../../kit/privacy/personal.ts';
import { keepBeside } from '../../../kit/store/beside.ts';

/** What a ballot says: an answer to each question, from 1; 0 is blank. Null: spoilt. */
export interface Cast {
  answers: number[] | null;
  hundredths: number;
}

/** A ballot: no unit, no person, no time; what it says is sealed under the key of its sheet. An open vote names its unit, by `rowId`. */
interface Ballot {
  /** At random, so that it tells no order. */
  _id: string;
  projectId: string;
  sheetId: string;
  sealed: string;
  hash: string;
  channel: 'APP' | 'DESK';
  rowId?: string;
}
/** That a unit has voted, or has a paper; never what. */
interface Mark {
  _id: string;
  projectId: string;
  sheetId: string;
  rowId: string;
  how: 'ONLINE' | 'PAPER';
}
/** A printed paper: nobody writes down whose it is. */
export interface Paper {
  /** Its serial. */
  _id: string;
  projectId: string;
  sheetId: string;
  hundredths: number;
  /** Who has keyed it in, and what they saw; null: spoilt. */
  keyings: { by: string; answers: number[] | null }[];
}
/** A paper as it lies in the database: areas are nearly unique, so its weight is sealed with what was keyed in. */
interface SealedPaper extends Pick<Paper, '_id' | 'projectId' | 'sheetId'> {
  sealed: string;
}
/** The rows that were there when a sheet was opened. */
interface Base {
  _id: string;
  projectId: string;
  rowIds: string[];
}

export const voteCollections: readonly Collection[] = [
  // A mark and its ballot are written together: in the order in which they came, the one would tell of the other.
  { name: 'vote-ballots', indexes: [{ key: { projectId: 1, sheetId: 1, hash: 1 } }], clustered: true },
  {
    name: 'vote-marks',
    indexes: [{ key: { projectId: 1, sheetId: 1 } }, { key: { projectId: 1, rowId: 1 } }],
    clustered: true,
  },
  // By their serials, which are at random: in the order in which they were printed they would tell whose each is.
  { name: 'vote-papers', indexes: [{ key: { projectId: 1, sheetId: 1 } }], clustered: true },
  { name: 'vote-bases', indexes: [] },
];
export const ballots = () => db().collection<Ballot>('vote-ballots');
export const marks = () => db().collection<Mark>('vote-marks');
export const papers = () => db().collection<SealedPaper>('vote-papers');
export const bases = () => db().collection<Base>('vote-bases');

export const markId = (sheetId: string, rowId: string): string => `${sheetId}/${rowId}`;
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Writes into rows that they have voted on a sheet, or hold a paper of it: without a time, and so that no version moves. */
export async function markRows(
  projectId: string,
  rowIds: readonly string[],
  field: 'ballotsOnline' | 'ballotsPaper',
  sheetId: string,
  session: Session,
): Promise<void> {
  await keepBeside(conferenceUnit, { projectId }, { _id: { $in: rowIds } }, { include: { [field]: sheetId } }, session);
}

const keyFor = (projectId: string, sheetId: string) => keyOf(projectId, `vote ${sheetId}`);
export const sealCast = (projectId: string, sheetId: string, cast: Cast): string =>
  sealAlike(keyFor(projectId, sheetId), cast, CAST_LENGTH);
export const openCast = (projectId: string, sheetId: string, sealed: string): Cast =>
  openSealed(keyFor(projectId, sheetId), sealed);

/** What a ballot and a paper are filled up to: no length tells a weight, or how far a paper is keyed in. */
const CAST_LENGTH = 64;
const PAPER_LENGTH = 384;
export const sealPaper = ({ _id, projectId, sheetId, ...said }: Paper): SealedPaper => ({
  _id,
  projectId,
  sheetId,
  sealed: sealAlike(keyFor(projectId, sheetId), said, PAPER_LENGTH),
});
export const openPaper = ({ sealed, ...own }: SealedPaper): Paper => ({
  ...own,
  ...openSealed<Pick<Paper, 'hundredths' | 'keyings'>>(keyFor(own.projectId, own.sheetId), sealed),
});

/** What a voter's device can compute too: the proof that a ballot was counted, not of what it says. */
export const receiptOf = (sheetId: string, { answers, hundredths }: Cast, nonce: string): string =>
  createHash('sha256')
    .update(`${sheetId}|${(answers ?? []).join(',')}|${hundredths}|${nonce}`)
    .digest('hex');

/** Whether a unit has voted on a sheet of its meeting, or holds a paper. */
export const hasVoted = async (projectId: string, rowId: string, session?: Session): Promise<boolean> =>
  (await marks().findOne({ projectId, rowId }, { projection: { _id: 1 }, ...(session && { session }) })) !== null;
