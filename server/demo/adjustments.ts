import { addDays, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill, paymentState } from '@lobby/shared/modules/bill.ts';
import type { Receipt, receipt } from '@lobby/shared/modules/receipt.ts';
import { homeOf, partsOf } from '../modules/bill/index.ts';
import { type Made, recordOf } from './documents.ts';
import { billEntry, type journalOf, line, partOf } from './journal.ts';
import type { Site } from './sites.ts';

/** Direction, amount and reason of each adjustment; applied to unpaid bills. */
const CHANGES = [
  ['ADJUST_UP', 20_000, 'Thiếu một ngày sử dụng'],
  ['ADJUST_UP', 50_000, 'Bổ sung phí vệ sinh'],
  ['ADJUST_UP', 15_000, 'Sửa hệ số'],
  ['ADJUST_DOWN', 10_000, 'Mất nước hai ngày'],
  ['ADJUST_DOWN', 25_000, 'Thang máy dừng một tuần'],
  ['ADJUST_DOWN', 12_000, 'Ghi nhầm chỉ số'],
  ['ADJUST_DOWN', 30_000, 'Giảm theo nghị quyết'],
] as const;
/** Reduction of an already paid bill, credited to the account of its unit. */
const RETURNED = 71_020;

interface Books {
  bills: Made<typeof bill>[];
  receipts: readonly Made<typeof receipt>[];
  nextId: () => string;
  code: (at: Date) => string;
  post: ReturnType<typeof journalOf>['post'];
  undo: ReturnType<typeof journalOf>['undo'];
}

/** Adjusts some released bills; the surplus of an already paid bill goes to the account of its unit. */
export function adjustSome(site: Site, books: Books, today: string): void {
  if (site.key !== 'hoasen') return;
  const day = addDays(today, -2);
  const at = new Date(`${day}T03:00:00Z`);
  const plain = books.bills.filter(doc => doc.type === 'NORMAL' && doc.createType === 'AUTO' && doc.total > 100_000);
  function adjust(
    of: Made<typeof bill> | undefined,
    type: 'ADJUST_UP' | 'ADJUST_DOWN',
    amount: number,
    reason: string,
  ) {
    if (!of) return null;
    const up = type === 'ADJUST_UP';
    const sign = up ? 1 : -1;
    const parts = partsOf(of, amount);
    const made = recordOf(bill, site.id, books.nextId(), at, {
      code: books.code(at),
      ...homeOf(of),
      unitId: of.unitId,
      serviceId: of.serviceId,
      month: of.month,
      status: 'ACTIVE',
      noticeMonth: monthOf(day),
      periodStart: of.periodStart,
      periodEnd: of.periodEnd,
      dueDate: of.dueDate,
      type,
      createType: 'MANUAL',
      quantity: 1,
      onBooks: true,
      publication: 'UNPUBLISHED',
      amount,
      originalTotal: sign * amount,
      total: 0,
      net: sign * parts.net,
      vat: sign * parts.vat,
      surcharge: sign * parts.surcharge,
      vatRate: of.vatRate,
      originalId: of._id,
      accountingDate: day,
      voucherDate: day,
      changeReason: reason,
      remaining: 0,
      paymentState: 'EMPTY',
    });
    books.bills.push(made);
    books.post(type, day, ['bill', made], of.unitId, billEntry(made, !up));
    const due = of.originalTotal + sign * amount;
    const over = Math.max(0, of.paid - due);
    const payer = books.receipts.find(({ allocations }) =>
      (allocations as Receipt['allocations']).some(({ billId }) => billId === of._id),
    );
    if (over > 0 && payer)
      books.post('ADJUST_SURPLUS', day, ['receipt', payer], of.unitId, [
        line('RECEIVABLE', 'debit', over, partOf(of)),
        line('UNIT_ACCOUNT', 'credit', over, { bucket: 'CURRENT' }),
      ]);
    const paid = of.paid - over;
    Object.assign(of, {
      adjusted: true,
      total: due,
      paid,
      remaining: due - paid,
      paymentState: paymentState(due, paid),
      surplus: over > 0 && payer ? [{ type: 'receipt', documentId: payer._id, amount: over }] : [],
    });
    return made;
  }
  const open = plain.filter(({ paid }) => paid === 0);
  for (const [n, [type, amount, reason]] of CHANGES.entries()) adjust(open[n * 5], type, amount, reason);
  // Cancels one adjustment made by mistake: its bill returns to the original total.
  const wronged = open[CHANGES.length * 5];
  const wrong = adjust(wronged, 'ADJUST_UP', 40_000, 'Nhầm căn');
  if (wronged && wrong) {
    books.undo('ADJUST_CANCEL', day, ['bill', wrong], wronged.unitId);
    Object.assign(wrong, { status: 'CANCELLED', reason: 'Điều chỉnh nhầm căn, đã lập lại cho đúng căn.' });
    Object.assign(wronged, { adjusted: false, total: wronged.originalTotal, remaining: wronged.originalTotal });
  }
  const settled = plain.find(({ paid, total }) => paid === total && total > 500_000);
  adjust(settled, 'ADJUST_DOWN', RETURNED, 'Ghi lại chỉ số sau khi kiểm tra đồng hồ');
}
