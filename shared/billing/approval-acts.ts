/** The acts of which a project may ask for a second person. */
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

/** From how much on an act waits for somebody of these positions. */
export interface ApprovalRule {
  act: ApprovalActName;
  fromAmount: number;
  positionIds: readonly string[];
  active: boolean;
}

/** The rule that an act of this amount falls under: of several the one that begins highest. */
export const ruleFor = (rules: readonly ApprovalRule[], act: ApprovalActName, amount: number) =>
  rules
    .filter(one => one.active && one.act === act && amount >= one.fromAmount)
    .toSorted((a, b) => b.fromAmount - a.fromAmount)
    .at(0);

/** Days until a request that nobody decided has expired. */
export const APPROVAL_DAYS = 7;
