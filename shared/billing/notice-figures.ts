/** The part of a bill that a notice needs. */
interface NoticeBill {
  _id: string;
  [field: string]: unknown;
}

const num = (value: unknown) => Number(value ?? 0);
const sum = <T>(all: readonly T[], of: (item: T) => number) => all.reduce((total, item) => total + of(item), 0);
const text = (value: unknown) => (typeof value === 'string' ? value : null);
const decimal = (value: unknown) => (typeof value === 'number' ? value : null);

const lineOf = (bill: NoticeBill) => ({
  billId: bill._id,
  serviceId: String(bill.serviceId),
  content: text(bill.content),
  month: String(bill.month),
  createdFor: bill.createdFor as 'SERVICE' | 'DEBT' | 'INTEREST',
  periodStart: text(bill.periodStart),
  periodEnd: text(bill.periodEnd),
  oldIndex: decimal(bill.oldIndex),
  newIndex: decimal(bill.newIndex),
  quantity: num(bill.quantity),
  net: num(bill.net),
  vat: num(bill.vat),
  surcharge: num(bill.surcharge),
  discount: num(bill.discount),
  total: num(bill.total),
  paid: num(bill.total) - num(bill.remaining),
});

/** Amounts of bills open at the closing date, and payments since then. */
export const debtLinesOf = (bills: readonly NoticeBill[], paid: ReadonlyMap<string, number>) =>
  bills.flatMap(bill => {
    const since = Math.max(0, paid.get(bill._id) ?? 0);
    const left = num(bill.remaining) + since;
    if (left <= 0) return [];
    const { code, month, serviceId, dueDate } = bill;
    const of = { billId: bill._id, serviceId: String(serviceId), code: String(code), month: String(month) };
    return [{ ...of, dueDate: text(dueDate), left, paid: since }];
  });

/** Lines and sums of a notice. Its total is what the bills it lists owe. */
export const noticeFigures = (fresh: readonly NoticeBill[], debtLines: ReturnType<typeof debtLinesOf>) =>
  figuresOfLines(fresh.map(lineOf), debtLines);

type NoticeLine = Pick<ReturnType<typeof lineOf>, 'billId' | 'createdFor' | 'total' | 'paid'>;
type DebtLine = Pick<ReturnType<typeof debtLinesOf>[number], 'billId' | 'left' | 'paid'>;

/** Sums of a notice from its lines. */
export function figuresOfLines<L extends NoticeLine, D extends DebtLine>(lines: L[], debtLines: D[]) {
  const newTotal = sum(lines, line => (line.createdFor === 'INTEREST' ? 0 : line.total));
  const interestTotal = sum(lines, line => (line.createdFor === 'INTEREST' ? line.total : 0));
  const paidBefore = sum(lines, line => line.paid);
  const debtTotal = sum(debtLines, line => line.left);
  const paidAfterClosing = sum(debtLines, line => line.paid);
  const totalPayment = newTotal - paidBefore + debtTotal + interestTotal - paidAfterClosing;
  return {
    lines,
    debtLines,
    bills: lines.length,
    newTotal,
    paidBefore,
    debtTotal,
    interestTotal,
    paidAfterClosing,
    totalPayment,
  };
}

/** Month that the bills of a notice are of, by which people know it: the latest of its services. */
export const feeMonthOf = (lines: readonly { month: string; createdFor: string }[], noticeMonth: string): string =>
  lines
    .flatMap(({ month, createdFor }) => (createdFor === 'SERVICE' ? [month] : []))
    .toSorted()
    .at(-1) ?? noticeMonth;

/** Amount that a notice asks for, by bill. */
export const askedBy = (lines: readonly NoticeLine[], debtLines: readonly DebtLine[]) => [
  ...lines.map(({ billId, total, paid }) => ({ billId, asked: num(total) - num(paid), before: num(paid) })),
  ...debtLines.map(({ billId, left, paid }) => ({ billId, asked: num(left) - num(paid), before: 0 })),
];

/** Payment state of a notice. Without bills, since the last was cancelled, it is unpaid. */
export function noticeState(left: number, total: number, bills = 1): 'PAID' | 'PARTIAL_PAID' | 'UNPAID' {
  if (bills === 0) return 'UNPAID';
  if (left <= 0) return 'PAID';
  return left < total ? 'PARTIAL_PAID' : 'UNPAID';
}
