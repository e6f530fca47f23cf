import type { MailRow } from './queue.ts';

/** Why nothing goes to an address. */
export type Suppressed = 'BOUNCE' | 'COMPLAINT' | 'SOFT_BOUNCES' | 'MANUAL';

/** Who keeps the addresses that take nothing, or do not want it. */
export interface SuppressionKeeper {
  /** Why a mail may not go; null: it may. */
  find: (row: MailRow, to: string) => Promise<Suppressed | null>;
  /** Keeps further mails of its project from where this one went. */
  note: (row: MailRow, cause: 'BOUNCE' | 'COMPLAINT', detail: string | null, at: Date) => Promise<void>;
}

let keeper: SuppressionKeeper | null = null;
/** Sets it; at start. */
export function configureSuppressions(next: SuppressionKeeper): void {
  keeper = next;
}

export const loadSuppression = async (row: MailRow, to: string): Promise<Suppressed | null> =>
  (await keeper?.find(row, to)) ?? null;

export const suppress = async (...told: Parameters<SuppressionKeeper['note']>): Promise<void> => keeper?.note(...told);
