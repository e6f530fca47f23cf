import { createHash, randomBytes } from 'node:crypto';
import type { HallPage } from '@lobby/shared/modules/conference-hall.ts';
import { type Collection, db } from '../../../kit/database/database.ts';

/** State of a meeting's hall screen. */
export interface Hall {
  /** Id of the meeting. */
  _id: string;
  projectId: string;
  page: HallPage;
  sheetId: string | null;
  question: number;
  speaker: string | null;
  sentAt: Date | null;
}

/** A link that opens the hall screen without signing in. Only the hash of its token is stored. */
export interface HallLink {
  _id: string;
  projectId: string;
  conferenceId: string;
  hash: string;
  madeBy: string;
  madeAt: Date;
  revokedAt: Date | null;
}

export const hallCollections: readonly Collection[] = [
  { name: 'conference-halls', indexes: [{ key: { projectId: 1 } }] },
  {
    name: 'conference-hall-links',
    indexes: [{ key: { hash: 1 }, options: { unique: true } }, { key: { projectId: 1, conferenceId: 1 } }],
  },
];
export const halls = () => db().collection<Hall>('conference-halls');
export const hallLinks = () => db().collection<HallLink>('conference-hall-links');

export const hallHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
export const newToken = (): string => randomBytes(32).toString('base64url');
