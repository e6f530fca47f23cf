import type { MailRow } from './queue.ts';

/** Why an address gets no mails. */
export type Suppressed = 'BOUNCE' | 'COMPLAINT' | 'SOFT_BOUNCES' | 'MANUAL';

/** Keeps the list of suppressed addresses. */
export interface SuppressionKeeper {
  /** Why a mail may not be sent; null if it may. */
  find: (row: MailRow, to: string) => Promise<Suppressed | null>;
  /** Suppresses the mail's address for its project. */
  note: (row: MailRow, cause: 'BOUNCE' | 'COMPLAINT', detail: string | null, at: Date) => Promise<void>;
}

let keeper: SuppressionKeeper | null = null;
/** Called at start. */
export function configureSuppressions(next: SuppressionKeeper): void {
  keeper = next;
}

export const loadSuppression = async (row: MailRow, to: string): Promise<Suppressed | null> =>
  (await keeper?.find(row, to)) ?? null;

export const suppress = async (...facts: Parameters<SuppressionKeeper['note']>): Promise<void> =>
  keeper?.note(...facts);
