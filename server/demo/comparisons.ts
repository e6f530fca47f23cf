import { addMonths, dayOf, HOUR_MS, lastDayOf, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import type { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const MOST = 40;
const AGREED = 31;
const DISAGREED = ['Đã chuyển khoản đủ phí xe máy, đề nghị kiểm tra lại.', 'Phí nước tháng trước chưa được giảm trừ.'];

type Entry = Made<typeof journalEntry>;
interface Held {
  debts: Map<string, number>;
  account: number;
  opening: number;
  advances: Map<string, number>;
  deposits: number;
}

/** Debts and balances of each unit at the end of a day, summed from the journal. */
function heldOn(entries: readonly Entry[], asOf: string): Map<string, Held> {
  const all = new Map<string, Held>();
  for (const { accountingDate, lines } of entries)
    for (const line of accountingDate <= asOf ? lines : []) {
      if (!line.unitId) continue;
      const none = { debts: new Map(), account: 0, opening: 0, advances: new Map(), deposits: 0 };
      const balances = all.get(line.unitId) ?? none;
      all.set(line.unitId, balances);
      const by = (line.credit ?? 0) - (line.debit ?? 0);
      const add = (sums: Map<string, number>, key: string, amount: number) =>
        sums.set(key, (sums.get(key) ?? 0) + amount);
      if (line.account === 'RECEIVABLE') add(balances.debts, line.billId ?? '', -by);
      if (line.account === 'ADVANCE') add(balances.advances, line.serviceId ?? '', by);
      if (line.account === 'DEPOSIT') balances.deposits += by;
      if (line.account !== 'UNIT_ACCOUNT') continue;
      balances.account += by;
      if (line.bucket === 'OPENING') balances.opening += by;
    }
  return all;
}

/** Debt comparisons at the end of last month; most households agree. */
export function comparisonsOf(
  site: Site,
  homes: readonly Home[],
  books: { entries: readonly Entry[]; bills: readonly Made<typeof bill>[] },
  team: readonly Colleague[],
  now: Date,
): Made<typeof debtComparison>[] {
  const month = addMonths(monthOf(dayOf(now, VIETNAM)), -1);
  const asOf = lastDayOf(month);
  const held = heldOn(books.entries, asOf);
  const bills = new Map(books.bills.map(doc => [doc._id, doc]));
  const [id, codeOf] = [idsOf(debtComparison.name, site.key), codesOf(debtComparison.prefix)];
  const makerId = team.find(({ positions }) => positions.includes('accountant'))?.id ?? null;
  const owes = ({ id: unitId }: Home) => [...(held.get(unitId)?.debts.values() ?? [])].some(left => left > 0);
  return homes
    .filter(owes)
    .slice(0, MOST)
    .map((home, n) => {
      const sums = held.get(home.id);
      const debtLines = [...(sums?.debts ?? [])]
        .filter(([, left]) => left > 0)
        .map(([billId, left]) => {
          const doc = bills.get(billId);
          return { billId, serviceId: doc?.serviceId ?? null, month: doc?.month ?? null, left };
        });
      const advances = [...(sums?.advances ?? [])]
        .filter(([, balance]) => balance > 0)
        .map(([serviceId, balance]) => ({ serviceId, balance }));
      const debt = debtLines.reduce((sum, { left }) => sum + left, 0);
      const usable = advances.reduce((sum, { serviceId, balance }) => {
        const owed = debtLines.reduce((total, line) => (line.serviceId === serviceId ? total + line.left : total), 0);
        return sum + Math.min(balance, owed);
      }, 0);
      const at = new Date(`${addMonths(month, 1)}-0${1 + (n % 5)}T02:30:00Z`);
      const words = DISAGREED[n - AGREED] ?? null;
      const answered = n < AGREED || words !== null;
      return recordOf(debtComparison, site.id, id(n), at, {
        code: codeOf(at),
        unitId: home.id,
        asOf,
        debt,
        debtLines,
        account: sums?.account ?? 0,
        openingLeft: sums?.opening ?? 0,
        advances,
        advance: advances.reduce((sum, { balance }) => sum + balance, 0),
        deposits: sums?.deposits ?? 0,
        difference: (sums?.account ?? 0) + usable - debt,
        confirmation: n < AGREED ? 'AGREED' : words ? 'DISAGREED' : n % 2 === 0 ? 'SENT' : 'NONE',
        confirmedAt: answered ? new Date(at.getTime() + (2 + (n % 9)) * HOUR_MS) : null,
        confirmedById: answered ? (home.people[0]?.id ?? null) : null,
        confirmationNote: words,
        makerId,
        status: n === MOST - 1 ? 'CANCELLED' : 'NOT_OFFSET',
        reason: n === MOST - 1 ? 'Lập nhầm ngày đối chiếu.' : null,
      });
    });
}
