import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { invoiceSettings } from '@lobby/shared/modules/invoice-config.contract.ts';

/** Settings of electronic invoices as returned by the server. */
export type HeldConfig = AnswerOf<typeof invoiceSettings>;
