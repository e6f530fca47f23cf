import type { ApprovalRule } from './approval-acts.ts';

/** Whether bills are paid automatically from a unit's credit. */
export const AUTO_DEDUCT = ['OFF', 'ADVANCE', 'ADVANCE_AND_ACCOUNT'] as const;
export type AutoDeduct = (typeof AUTO_DEDUCT)[number];

/** Payment settings of a project. */
export interface PaymentSettings {
  /** Limit of units paid for at once. */
  multiUnitCap: number;
  /** Days after the due date of the three reminders. */
  reminderOffsets: readonly number[];
  /** Credits surplus of bank transfers to the unit's account. */
  surplusToAccount: boolean;
  autoDeduct: AutoDeduct;
  /** Amount above which expenses need an attachment; null for never. */
  attachmentFrom: number | null;
  /** Shortfall up to which a transfer still settles its bill. */
  smallDifference: number;
  /** Residents may report payments. */
  claimImages: boolean;
  /** Forfeiting a deposit requires a picture. */
  forfeitPhotos: boolean;
  /** An instalment plan requires its signed document. */
  planNeedsFile: boolean;
  /** A disputed bill also creates a ticket. */
  disputeMakesTicket: boolean;
  /** Acts that need approval, with thresholds. */
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

/** Reminders must be at least two days apart. */
export const areOffsets = (days: readonly number[]): boolean =>
  days.every((day, n) => n === 0 || day >= (days[n - 1] ?? 0) + 2);
