import type { ApprovalRule } from './approval-acts.ts';

/** When bills are paid out of what a unit has, without anybody's doing. */
export const AUTO_DEDUCT = ['OFF', 'ADVANCE', 'ADVANCE_AND_ACCOUNT'] as const;
export type AutoDeduct = (typeof AUTO_DEDUCT)[number];

/** What a project sets for whatever is paid. */
export interface PaymentSettings {
  /** Units that are paid for at once. */
  multiUnitCap: number;
  /** Days after the due date on which the three reminders go. */
  reminderOffsets: readonly number[];
  /** What a bank tells of beyond what is owed goes to the unit's account. */
  surplusToAccount: boolean;
  autoDeduct: AutoDeduct;
  /** Expenses above it need a file; null: none does. */
  attachmentFrom: number | null;
  /** What may be missing of a transfer that still closes its bill. */
  smallDifference: number;
  /** Residents may say that they have paid. */
  claimImages: boolean;
  /** A deposit that is kept needs a picture. */
  forfeitPhotos: boolean;
  /** An instalment plan begins with its signed paper. */
  planNeedsFile: boolean;
  /** A bill that a resident disputes is a ticket, too. */
  disputeMakesTicket: boolean;
  /** Which acts wait for a second person, and from how much on. */
  approvalRules: readonly ApprovalRule[];
}

export const PAYMENT_DEFAULTS: PaymentSettings = {
  multiUnitCap: 200,
  reminderOffsets: [3, 7, 12],
  surplusToAccount: true,
  autoDeduct: 'OFF',
  attachmentFrom: null,
  smallDifference: 0,
  claimImages: true,
  forfeitPhotos: false,
  planNeedsFile: true,
  disputeMakesTicket: false,
  approvalRules: [],
};

/** Reminders are two days apart or more. */
export const areOffsets = (days: readonly number[]): boolean =>
  days.every((day, n) => n === 0 || day >= (days[n - 1] ?? 0) + 2);
