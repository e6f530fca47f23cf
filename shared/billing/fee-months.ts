interface Told {
  createdFor: string;
  month: string;
  noticeMonth?: string | null | undefined;
}

/** Month under which residents find a bill: late interest stands with the fees that its notice charges. */
export function feeMonthsOf(bills: readonly Told[]): (bill: Told) => string {
  const last = new Map<string, string>();
  for (const { createdFor, month, noticeMonth } of bills)
    if (createdFor === 'SERVICE' && noticeMonth && month > (last.get(noticeMonth) ?? '')) last.set(noticeMonth, month);
  return ({ createdFor, month, noticeMonth }) =>
    (createdFor === 'INTEREST' ? last.get(noticeMonth ?? '') : undefined) ?? month;
}
