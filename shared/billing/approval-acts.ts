/** Acts for which a project may require approval by a second person. */
export const APPROVAL_ACTS = [
  'payslip.create',
  'payslip.cancel',
  'receipt.cancel',
  'fund.transfer',
  'bill.write-off',
  'invoice.replace',
  'sync-receipt.withdraw',
  'statement.unmatch',
  'statement.expense',
] as const;
export type ApprovalActName = (typeof APPROVAL_ACTS)[number];

/** Threshold from which an act needs approval by somebody in one of the positions. */
export interface ApprovalRule {
  act: ApprovalActName;
  fromAmount: number;
  positionIds: readonly string[];
  active: boolean;
}

/** The rule for an act with this amount; of several, the one with the highest threshold. */
export const ruleFor = (rules: readonly ApprovalRule[], act: ApprovalActName, amount: number) =>
  rules
    .filter(rule => rule.active && rule.act === act && amount >= rule.fromAmount)
    .toSorted((a, b) => b.fromAmount - a.fromAmount)
    .at(0);

/** Days until an undecided request expires. */
export const APPROVAL_DAYS = 7;
