import { type InterestLine, interestUpTo, openInterest, partedAt } from '@lobby/shared/billing/interest.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { baseBefore, interestBill, overdueOf, principalMoves, withInterest } from '../modules/bill/index.ts';
import { lastNotices } from './closing.ts';
import { type Made, recordOf } from './documents.ts';
import { billEntry, type journalOf } from './journal.ts';
import type { PricedService } from './services.ts';
import type { Site } from './sites.ts';

interface Books {
  bills: Made<typeof bill>[];
  nextId: () => string;
  code: (at: Date) => string;
  entries: ReturnType<typeof journalOf>['entries'];
  post: ReturnType<typeof journalOf>['post'];
}

/**
 * Adds late interest up to today: up to the closing date of the latest notices it is charged by interest bills, since
 * then accrued.
 */
export function countLate(
  site: Site,
  { bills, nextId, code, entries, post }: Books,
  prices: readonly PricedService[],
  today: string,
): void {
  const rates = new Map(prices.map(({ service }) => [service._id, service.interestPerYear ?? 0]));
  const moves = principalMoves(entries);
  const { month, day, dates, units } = lastNotices(bills);
  const notified = new Set(
    units.filter(({ ofMonth, held }) => ofMonth.length > 0 && !held).map(({ unitId }) => unitId),
  );
  const at = new Date(`${day}T03:00:00Z`);
  const charge = (late: Made<typeof bill>, open: readonly InterestLine[]) => {
    const made = recordOf(bill, site.id, nextId(), at, {
      code: code(at),
      ...interestBill(late, open, 0),
      month,
      noticeMonth: month,
      accountingDate: day,
      voucherDate: day,
      dueDate: dates.due,
    });
    bills.push(made);
    post('INTEREST_POST', day, ['bill', made], made.unitId, billEntry(made));
    return made;
  };
  for (const doc of [...bills]) {
    const rate = doc.remaining > 0 ? (rates.get(doc.serviceId) ?? 0) : 0;
    const changes = moves.get(doc._id) ?? [];
    const owed = {
      dueDate: doc.dueDate ?? today,
      baseOn: baseBefore(doc.remaining, changes),
      rateOn: () => rate,
      changes: changes.map(move => addDays(move.day, 1)),
    };
    const [upTo, since] = partedAt(interestUpTo([], owed, today), dates.closing);
    const total = openInterest(upTo);
    const charged = total > 0 && notified.has(doc.unitId) ? charge(doc, upTo) : null;
    const lines = [...upTo.map(line => (charged ? { ...line, billId: charged._id } : line)), ...since];
    Object.assign(doc, withInterest(lines, [], charged ? total : 0));
  }
  for (const doc of bills) Object.assign(doc, overdueOf(doc, today));
}
