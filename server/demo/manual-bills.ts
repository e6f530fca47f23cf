import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addDays, addMonths, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import { type Home, keptHome } from './homes.ts';
import { type journalOf, line, partOf } from './journal.ts';
import { chargedHomes } from './services.ts';
import type { Site } from './sites.ts';

/** Homes charged for a re-issued card, as indexes into the charged homes; one of them twice. */
const CARDS = [4, 4, 11, 23, 37] as const;
const CARD_FEE = 100_000;
/** Number of opening debts from before this management took over, and how many of them are still unpaid. */
const DEBTS = 30;
const UNPAID_DEBTS = 4;

/** Fee for a re-issued card: a fixed amount per card, charged by hand, several times a month where needed. */
export const cardService = (site: Site): Made<typeof service> =>
  recordOf(service, site.id, idsOf('service', site.key)(90), site.founded, {
    code: 'CAPTHE',
    name: 'Cấp lại thẻ',
    nameEn: 'Card re-issue',
    group: 'OTHER',
    source: 'FIXED',
    unitName: 'thẻ',
    repeatable: true,
    order: 90,
    paymentTerm: 15,
    active: true,
    type: 'PREPAID',
  });

interface Books {
  bills: Made<typeof bill>[];
  nextId: () => string;
  code: (at: Date) => string;
  post: ReturnType<typeof journalOf>['post'];
  pay: (home: Home, bills: readonly Made<typeof bill>[], day: string, extra: number) => void;
}

/**
 * Adds manually entered bills: re-issued cards, debts from before this management, and one bill of water estimated
 * because its meter is broken.
 */
export function billByHand(site: Site, homes: readonly Home[], books: Books, waterId: string, today: string): void {
  if (site.key !== 'hoasen') return;
  const month = monthOf(today);
  const card = cardService(site);
  const charged = chargedHomes(homes);
  const at = (day: string) => new Date(`${day}T03:00:00Z`);
  function make(home: Home | undefined, of: string, day: string, values: Partial<Made<typeof bill>>) {
    if (!home) return null;
    const { start, end } = monthPeriod(of);
    const total = Number(values.amount);
    const made = recordOf(bill, site.id, books.nextId(), at(day), {
      code: books.code(at(day)),
      unitId: home.id,
      ...keptHome(home),
      serviceId: card._id,
      month: of,
      status: 'ACTIVE',
      quantity: 1,
      createType: 'MANUAL',
      mode: 'AMOUNT',
      repeatable: true,
      publication: 'UNPUBLISHED',
      onBooks: true,
      vatRate: 0,
      noticeMonth: monthOf(day),
      periodStart: start,
      periodEnd: end,
      gross: total,
      net: total,
      total,
      originalTotal: total,
      remaining: total,
      accountingDate: day,
      voucherDate: day,
      dueDate: addDays(day, 15),
      ...values,
    });
    books.bills.push(made);
    const of_ = { serviceId: made.serviceId, billId: made._id };
    const isDebt = made.createdFor === 'DEBT';
    books.post(isDebt ? 'BILL_DEBT' : 'BILL_RELEASE', day, ['bill', made], home.id, [
      line('RECEIVABLE', 'debit', total, partOf(made)),
      line(isDebt ? 'OPENING_BALANCE' : 'REVENUE', 'credit', total, of_),
    ]);
    return made;
  }
  const day = addDays(today, -3);
  for (const n of CARDS) make(charged[n], month, day, { amount: CARD_FEE, content: 'Cấp lại thẻ cư dân do mất' });
  const debtMonth = addMonths(month, -12);
  const since = addDays(today, -60);
  for (let n = 0; n < DEBTS; n++) {
    const home = charged[n * 3];
    const made = make(home, debtMonth, since, {
      createdFor: 'DEBT',
      debtMonth,
      serviceId: waterId,
      amount: 120_000 + (n % 7) * 35_000,
      content: `Nợ cũ tháng ${debtMonth.split('-').reverse().join('/')}`,
      repeatable: false,
    });
    if (home && made && n >= UNPAID_DEBTS) books.pay(home, [made], addDays(since, 6 + (n % 9)), 0);
  }
  const water = books.bills.find(doc => doc.serviceId === waterId && doc.createType === 'AUTO');
  if (water)
    Object.assign(water, {
      createType: 'MANUAL',
      mode: 'QUANTITY',
      content: 'Đồng hồ hỏng, tính theo mức dùng ba tháng trước',
    });
}
