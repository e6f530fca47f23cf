import type { Fields } from '../kit/fields.ts';

/** How far an electronic invoice is on its way to the provider or the tax office. */
export const SYNC_STATES = ['NOT_SYNCHRONIZED', 'SYNCHRONIZING', 'SYNCHRONIZED', 'FAILED', 'CANCELLED'] as const;

/** What a document says of the invoice that stands on it: how far that is, and its number. */
export const INVOICED_FIELDS = {
  eInvoice: { kind: 'choice', options: SYNC_STATES, readOnly: true },
  eInvoiceNumber: { kind: 'text', max: 20, key: true, readOnly: true },
} as const satisfies Fields;
