import { type Collection, db } from '../../../kit/database/database.ts';
import { open, seal } from '../../../kit/privacy/personal.ts';
import type { Binding, Page, Saved } from '../../payment-gateway/index.ts';

/** A way to pay that a resident has asked a provider to keep for them; theirs alone. */
export interface Way {
  _id: string;
  projectId: string;
  gatewayId: string;
  provider: string;
  /** Nobody's any more, where the provider is still to hear that it is given up. */
  residentId: string | null;
  state: 'ASKED' | 'SAVED' | 'REFUSED' | 'ENDING';
  binding: Binding;
  /** Where the provider asks for the consent. */
  page: Page;
  /** Token and last digits, sealed, once the consent was given. */
  kept: string | null;
  at: Date;
  /** Until when it is remembered; null: until it is given up. */
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

/** What tokens are sealed under. */
const LETTERS = 'saved-ways';
export const sealedWay = (saved: Saved): string => seal(LETTERS, JSON.stringify(saved));
export const savedIn = ({ kept }: Way): Saved | null => (kept ? JSON.parse(open(LETTERS, kept) ?? 'null') : null);
