import { feeMonthsOf } from '@lobby/shared/billing/fee-months.ts';

export interface Bill {
  id: string;
  code: string | null;
  serviceId: string;
  service: string;
  group: string;
  unitName: string | null;
  createdFor: string;
  periodStart: string | null;
  periodEnd: string | null;
  month: string;
  /** Month of the notice that it was sent with. */
  noticeMonth: string | null;
  quantity: number | null;
  total: number;
  remaining: number;
  interest: number;
  paymentState: string;
  dueDate: string | null;
  paidOn: string | null;
  adjusted: { amount: number; reason: string | null } | null;
}

/** Amount left of a bill, including late interest up to today. */
export const leftOf = ({ remaining, interest }: Pick<Bill, 'remaining' | 'interest'>): number => remaining + interest;
const isInterest = ({ createdFor }: Bill): boolean => createdFor === 'INTEREST';
export const isOwed = (bill: Bill): boolean => leftOf(bill) > 0;

export interface Month {
  month: string;
  /** Unpaid bills. */
  owed: Bill[];
  paid: Bill[];
  total: number;
  left: number;
  /** Earliest due date of the unpaid bills. */
  dueDate: string | null;
  /** Date of the last payment. */
  paidOn: string | null;
}

/** Groups bills by month, newest first; late interest stands with the fees of its notice. */
export const byMonth = (bills: readonly Bill[]): Month[] =>
  [...Map.groupBy(bills, feeMonthsOf(bills))]
    .map(([month, ofMonth]) => {
      const owed = ofMonth.filter(isOwed);
      return {
        month,
        owed: owed.toSorted((a, b) => Number(isInterest(a)) - Number(isInterest(b)) || leftOf(b) - leftOf(a)),
        paid: ofMonth.filter(bill => !isOwed(bill) && bill.total > 0).toSorted((a, b) => b.total - a.total),
        total: ofMonth.reduce((sum, { total }) => sum + total, 0),
        left: ofMonth.reduce((sum, bill) => sum + leftOf(bill), 0),
        dueDate: owed.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0] ?? null,
        paidOn:
          ofMonth
            .flatMap(({ paidOn }) => paidOn ?? [])
            .toSorted()
            .at(-1) ?? null,
      };
    })
    .filter(({ owed, paid }) => owed.length + paid.length > 0)
    .toSorted((a, b) => b.month.localeCompare(a.month));
