import type { Fields } from '../kit/fields.ts';
import type { Status } from '../kit/status.ts';

/** How far an electronic invoice is on its way to the provider or the tax office. */
export const SYNC_STATES = ['NOT_SYNCHRONIZED', 'SYNCHRONIZING', 'SYNCHRONIZED', 'FAILED', 'CANCELLED'] as const;

/** Colour and icon of each status. */
export const SYNC_LOOKS = {
  NOT_SYNCHRONIZED: { tone: 'waiting', icon: 'clock' },
  SYNCHRONIZING: { tone: 'going', icon: 'circle-dot' },
  SYNCHRONIZED: { tone: 'done', icon: 'circle-check' },
  FAILED: { tone: 'bad', icon: 'circle-x' },
  CANCELLED: { tone: 'ended', icon: 'ban' },
} as const satisfies Record<(typeof SYNC_STATES)[number], Status>;

/** State and number of the invoice that a document is part of. */
export const INVOICED_FIELDS = {
  eInvoice: { kind: 'choice', options: SYNC_STATES, states: SYNC_LOOKS, readOnly: true },
  eInvoiceNumber: { kind: 'text', max: 20, key: true, readOnly: true },
} as const satisfies Fields;
