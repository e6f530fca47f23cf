import { createHash, randomBytes } from 'node:crypto';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { type Collection, db, type Session } from '../../../kit/database/database.ts';
import { openSealed, sealAlike } from '../../../kit/privacy/aes.ts';
import { keyOf } from '../../../kit/privacy/personal.ts';
import { keepBeside } from '../../../kit/store/beside.ts';

/** Answer per question, from 1; 0 is blank, null spoilt. */
export interface Cast {
  answers: number[] | null;
  hundredths: number;
}

/** A ballot without unit, person or time; its content is encrypted with the sheet's key. In an open vote `rowId` names the unit. */
interface Ballot {
  /** Random, so that it reveals no order. */
  _id: string;
  projectId: string;
  sheetId: string;
  sealed: string;
  hash: string;
  channel: 'APP' | 'DESK';
  rowId?: string;
}
/** Fact that a unit has voted or holds a paper, without its choice. */
interface Mark {
  _id: string;
  projectId: string;
  sheetId: string;
  rowId: string;
  how: 'ONLINE' | 'PAPER';
}
/** A printed paper ballot; its holder is not stored. */
export interface Paper {
  /** Serial number. */
  _id: string;
  projectId: string;
  sheetId: string;
  hundredths: number;
  /** Entries with their author; null answers mean spoilt. */
  keyings: { by: string; answers: number[] | null }[];
}
/** Stored form of a paper. The weight is encrypted too, as unit areas are nearly unique. */
interface SealedPaper extends Pick<Paper, '_id' | 'projectId' | 'sheetId'> {
  sealed: string;
}
/** Rows present at the opening of a sheet. */
interface Base {
  _id: string;
  projectId: string;
  rowIds: string[];
}

export const voteCollections: readonly Collection[] = [
  // Clustered: marks and ballots are written together, so the insertion order would link them.
  { name: 'vote-ballots', indexes: [{ key: { projectId: 1, sheetId: 1, hash: 1 } }], clustered: true },
  {
    name: 'vote-marks',
    indexes: [{ key: { projectId: 1, sheetId: 1 } }, { key: { projectId: 1, rowId: 1 } }],
    clustered: true,
  },
  // Clustered by random serial: the printing order would reveal the holders.
  { name: 'vote-papers', indexes: [{ key: { projectId: 1, sheetId: 1 } }], clustered: true },
  { name: 'vote-bases', indexes: [] },
];
export const ballots = () => db().collection<Ballot>('vote-ballots');
export const marks = () => db().collection<Mark>('vote-marks');
export const papers = () => db().collection<SealedPaper>('vote-papers');
export const bases = () => db().collection<Base>('vote-bases');

export const markId = (sheetId: string, rowId: string): string => `${sheetId}/${rowId}`;
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Marks rows as voted or holding a paper, without timestamp or version change. */
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

/** Padded lengths, so that the size reveals neither weight nor number of entries. */
const CAST_LENGTH = 64;
const PAPER_LENGTH = 384;
export const sealPaper = ({ _id, projectId, sheetId, ...content }: Paper): SealedPaper => ({
  _id,
  projectId,
  sheetId,
  sealed: sealAlike(keyFor(projectId, sheetId), content, PAPER_LENGTH),
});
export const openPaper = ({ sealed, ...rest }: SealedPaper): Paper => ({
  ...rest,
  ...openSealed<Pick<Paper, 'hundredths' | 'keyings'>>(keyFor(rest.projectId, rest.sheetId), sealed),
});

/** Hash that the voter's device can compute as well; it proves that a ballot was counted, not its content. */
export const receiptOf = (sheetId: string, { answers, hundredths }: Cast, nonce: string): string =>
  createHash('sha256')
    .update(`${sheetId}|${(answers ?? []).join(',')}|${hundredths}|${nonce}`)
    .digest('hex');

/** Whether a unit has voted on a sheet of its meeting or holds a paper. */
export const hasVoted = async (projectId: string, rowId: string, session?: Session): Promise<boolean> =>
  (await marks().findOne({ projectId, rowId }, { projection: { _id: 1 }, ...(session && { session }) })) !== null;
