import type { Fields } from '../kit/fields.ts';
import type { Status } from '../kit/status.ts';

/** Transmission state of an invoice to the provider or tax office. */
export const SYNC_STATES = ['NOT_SYNCHRONIZED', 'SYNCHRONIZING', 'SYNCHRONIZED', 'FAILED', 'CANCELLED'] as const;

export const SYNC_LOOKS = {
  NOT_SYNCHRONIZED: { tone: 'waiting', icon: 'clock' },
  SYNCHRONIZING: { tone: 'going', icon: 'circle-dot' },
  SYNCHRONIZED: { tone: 'done', icon: 'circle-check' },
  FAILED: { tone: 'bad', icon: 'circle-x' },
  CANCELLED: { tone: 'ended', icon: 'ban' },
} as const satisfies Record<(typeof SYNC_STATES)[number], Status>;

/** State and number of the invoice that contains a document. */
export const INVOICED_FIELDS = {
  eInvoice: { kind: 'choice', options: SYNC_STATES, states: SYNC_LOOKS, readOnly: true },
  eInvoiceNumber: { kind: 'text', max: 20, key: true, readOnly: true },
} as const satisfies Fields;
