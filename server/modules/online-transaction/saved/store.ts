import { type Collection, db } from '../../../kit/database/database.ts';
import { open, seal } from '../../../kit/privacy/personal.ts';
import type { Binding, Page, Saved } from '../../payment-gateway/index.ts';

/** A payment method saved at a provider for one resident. */
export interface Way {
  _id: string;
  projectId: string;
  gatewayId: string;
  provider: string;
  /** Null while the provider must still be notified that it is given up. */
  residentId: string | null;
  state: 'ASKED' | 'SAVED' | 'REFUSED' | 'ENDING';
  binding: Binding;
  /** Page for the consent. */
  page: Page;
  /** Encrypted token and last digits, once consent was given. */
  kept: string | null;
  at: Date;
  /** Expiry; null until it is given up. */
  until: Date | null;
}

export const wayCollection: Collection = {
  name: 'saved-ways',
  indexes: [
    { key: { projectId: 1, residentId: 1, state: 1 } },
    { key: { 'binding.ref': 1 }, options: { unique: true } },
    { key: { until: 1 }, options: { expireAfterSeconds: 0 } },
  ],
};
export const ways = () => db().collection<Way>(wayCollection.name);

/** Name of the encryption key for tokens. */
const LETTERS = 'saved-ways';
export const sealedWay = (saved: Saved): string => seal(LETTERS, JSON.stringify(saved));
export const savedIn = ({ kept }: Way): Saved | null => (kept ? JSON.parse(open(LETTERS, kept) ?? 'null') : null);
