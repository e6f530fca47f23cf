import { charge } from '@lobby/shared/billing/engine.ts';
import { figuresOf } from '@lobby/shared/billing/items.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addDays, addMonths, dayOf, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { type Bill, bill } from '@lobby/shared/modules/bill.ts';
import { vehicleTypesOf } from '@lobby/shared/modules/billing-service.ts';
import type { deposit } from '@lobby/shared/modules/deposit.ts';
import type { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { meter } from '@lobby/shared/modules/meter.ts';
import { type Payslip, payslip } from '@lobby/shared/modules/payslip.ts';
import { type Receipt, receipt } from '@lobby/shared/modules/receipt.ts';
import { versionFrom } from '@lobby/shared/modules/tariff-version.ts';
import type { unit } from '@lobby/shared/modules/unit.ts';
import type { usage } from '@lobby/shared/modules/usage.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { numberKey } from '../kit/store/numbers.ts';
import { adjustSome } from './adjustments.ts';
import { type Banking, cameBy } from './banking.ts';
import { bookingVouchers, payersOf } from './booking-money.ts';
import { billedOn, datesOf } from './closing.ts';
import { depositVouchers } from './deposits.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { type Home, keptHome } from './homes.ts';
import { journalOf, line, partOf } from './journal.ts';
import { countLate } from './late-interest.ts';
import { billByHand } from './manual-bills.ts';
import type { MeterPhoto } from './meter-photos.ts';
import { randomOf } from './random.ts';
import { readingOf, readingsOf } from './readings.ts';
import { chargedHomes, fundsOf, hasPower, type PricedService } from './services.ts';
import type { Site } from './sites.ts';

/** Months billed before the current one. */
const MONTHS = 3;
/** Receipts that were short by a small amount, whose remainder is written off. */
const SHORT = [40, 41];
const SHORT_BY = 1000;
const CAME = { CASH: 'COUNTER', TRANSFER: 'STATEMENT', ONLINE: 'ONLINE' } as const;
const VAT_PARTS = ['net', 'vat', 'surcharge'] as const;

/** Monthly expenses: category, payee and amount. */
const SPENT: readonly (readonly [Payslip['category'], string, number])[] = [
  ['SECURITY', 'Công ty Bảo vệ Long Hải', 96_000_000],
  ['CLEANING', 'Công ty Vệ sinh Sao Mai', 72_000_000],
  ['ELECTRICITY', 'Điện lực Tây Hồ', 64_300_000],
  ['WATER', 'Nước sạch Hà Nội', 58_900_000],
  ['MAINTENANCE', 'Công ty Thang máy Á Châu', 31_500_000],
  ['SUPPLIES', 'Cửa hàng Vật tư Minh Phát', 8_740_000],
];

interface Books {
  meters: Made<typeof meter>[];
  usages: Made<typeof usage>[];
  photos: MeterPhoto[];
  bills: Made<typeof bill>[];
  receipts: Made<typeof receipt>[];
  payslips: Made<typeof payslip>[];
  writeOffs: Made<typeof writeOff>[];
  entries: Made<typeof journalEntry>[];
  accounts: Made<typeof unitAccount>[];
  /** Service advances paid since the books began. */
  advances: Made<typeof serviceAdvance>[];
  /** Last numbers of the gapless series. */
  numbers: { _id: string; n: number }[];
}
/** Unpaid bills of the home shown in the screenshots, by how many months ago they were used. */
const OPEN_OF_FIRST: Readonly<Record<number, readonly PricedService['key'][]>> = {
  1: ['manage', 'water'],
  2: ['water'],
};
/** Homes that paid their management fee in advance. */
const AHEAD = [20, 21, 22, 23];
const AHEAD_AMOUNT = 1_620_000;

/** Returns consistent books: three months of bills and payments, and the meter readings of the current month. */
export function booksOf(
  site: Site,
  homes: readonly Home[],
  units: readonly Made<typeof unit>[],
  vehicles: readonly Made<typeof vehicle>[],
  prices: readonly PricedService[],
  deposits: readonly Made<typeof deposit>[],
  bookings: readonly Made<typeof utilityBooking>[],
  banking: Pick<Banking, 'movements' | 'transfers'>,
  now: Date,
): Books {
  const random = randomOf(`books ${site.key}`);
  const ids = Object.fromEntries(
    ['bill', 'receipt', 'payslip', 'write-off'].map(kind => [kind, idsOf(kind, site.key)]),
  );
  const nextId = (kind: string, of: readonly unknown[]) => ids[kind]?.(of.length) ?? '';
  const codes = { bill: codesOf(bill.prefix), writeOff: codesOf(writeOff.prefix) };
  const month = monthOf(dayOf(now, VIETNAM));
  const { read, meters, usages, photos, codeOf } = readingsOf(site, addMonths(month, -MONTHS), now);
  const books: Books = {
    meters,
    usages,
    photos,
    bills: [],
    receipts: [],
    payslips: [],
    writeOffs: [],
    entries: [],
    accounts: [],
    advances: [],
    numbers: [],
  };
  const area = new Map(units.map(home => [home._id, Number(home.useArea ?? home.area)]));
  const { funds } = fundsOf(site);
  const today = dayOf(now, VIETNAM);
  const at = (day: string) => new Date(`${day}T03:00:00Z`);
  const numbers = new Map<string, number>();
  const number = (prefix: 'PT' | 'PC', day: string) => {
    const series = `${prefix}-${day.slice(2, 4)}${day.slice(5, 7)}`;
    const n = (numbers.get(series) ?? 0) + 1;
    numbers.set(series, n);
    return `${series}-${String(n).padStart(5, '0')}`;
  };
  const { post, undo, entries, accounts } = journalOf(site);
  function billOf(home: Home, n: number, price: PricedService, of: string): Made<typeof bill> | null {
    const { key, service, versions } = price;
    if (key === 'power' && !hasPower(n)) return null;
    const use = service.source === 'METER' ? read(home, price, of) : null;
    if (of === month) return null;
    const parked = vehicles.filter(doc => doc.unitId === home.id && vehicleTypesOf(service).includes(doc.type));
    const quantity = {
      AREA: area.get(home.id) ?? 0,
      FIXED: 1,
      VEHICLE: parked.length,
      METER: use?.usageNumber ?? 0,
      NUMBER: 0,
      PEOPLE: 0,
    }[service.source];
    if (quantity === 0) return null;
    const period = monthPeriod(of);
    const { source } = service;
    const figures = figuresOf(
      charge({
        source,
        quantity,
        people: home.people.length,
        period: { type: 'ONE_MONTH', ...period },
        versions: versions.map(versionFrom),
        unitName: service.unitName,
        vehicles: parked.map(({ plate }) => ({ plate: plate ?? '', start: '2020-01-01' })),
      }),
    );
    const day = billedOn(of);
    const made = recordOf(bill, site.id, nextId('bill', books.bills), at(day), {
      code: codes.bill(at(day)),
      unitId: home.id,
      ...keptHome(home),
      serviceId: service._id,
      month: of,
      quantity,
      status: 'ACTIVE',
      noticeMonth: addMonths(of, 1),
      createType: 'AUTO',
      publication: 'UNPUBLISHED',
      onBooks: true,
      periodStart: period.start,
      periodEnd: period.end,
      amount: figures.net,
      items: figures.items as Made<typeof bill>['items'],
      oldIndex: use?.oldIndex ?? null,
      newIndex: use?.newIndex ?? null,
      allowance: figures.allowance,
      readings: use ? [readingOf(use, codeOf(use))] : [],
      gross: figures.gross,
      vatRate: versions.at(-1)?.vat ?? 0,
      vatIncluded: versions.at(-1)?.vatIncluded ?? false,
      discount: figures.discount,
      net: figures.net,
      surcharge: figures.surcharge,
      vat: figures.vat,
      total: figures.total,
      originalTotal: figures.total,
      remaining: figures.total,
      dueDate: datesOf(addMonths(of, 1)).due,
      accountingDate: period.end,
      voucherDate: period.end,
    });
    books.bills.push(made);
    if (use) Object.assign(use, { billId: made._id, state: 'BILLED' });
    const of_ = { serviceId: service._id, billId: made._id };
    const [net, vat, surcharge] = VAT_PARTS.map(part => made[part]);
    post('BILL_RELEASE', period.end, ['bill', made], home.id, [
      line('RECEIVABLE', 'debit', made.total, { ...of_, part: 'PRINCIPAL' }),
      line('REVENUE', 'credit', net ?? 0, of_),
      line('VAT_PAYABLE', 'credit', vat ?? 0, of_),
      line('SURCHARGE_TAX_PAYABLE', 'credit', surcharge ?? 0, of_),
    ]);
    return made;
  }
  function pay(home: Home, bills: readonly Made<typeof bill>[], day: string, extra: number): void {
    const all = bills.reduce((sum, { remaining }) => sum + remaining, 0);
    if (all === 0 || day > today) return;
    const [first] = bills;
    const short = first && first.remaining > SHORT_BY && SHORT.includes(books.receipts.length) ? SHORT_BY : 0;
    const [due, partsPaid] = [
      all - short,
      bills.map((doc, n) => [doc, doc.remaining - (n === 0 ? short : 0)] as const),
    ];
    const atBank = site.key === 'hoasen' && books.receipts.length % 4 === 0 ? 'ONLINE' : 'TRANSFER';
    const by = random.chance(0.7) ? atBank : 'CASH';
    const allocations = partsPaid.map(([{ _id }, amount]) => ({ kind: 'BILL', billId: _id, amount }) as const);
    const code = number('PT', day);
    const made = recordOf(receipt, site.id, nextId('receipt', books.receipts), at(day), {
      code,
      unitId: home.id,
      status: 'NOT_CANCELED',
      accountingDate: day,
      voucherDate: day,
      ...cameBy(site, by, due + extra),
      origin: CAME[by],
      payerName: home.people[0]?.name ?? home.code,
      content: `Phí tháng ${bills[0]?.month.split('-').reverse().join('/')}`,
      allocations: allocations as unknown as Receipt['allocations'],
      surplus: extra,
      surplusTo: extra > 0 ? 'UNIT_ACCOUNT' : null,
    });
    books.receipts.push(made);
    post('RECEIPT', day, ['receipt', made], home.id, [
      line('FUND', 'debit', due + extra, { fundId: made.fundId }),
      ...partsPaid.map(([doc, amount]) => line('RECEIVABLE', 'credit', amount, partOf(doc))),
      line('UNIT_ACCOUNT', 'credit', extra, { bucket: 'CURRENT' }),
    ]);
    for (const doc of bills) {
      const paymentState: Bill['paymentState'] = 'PAID';
      Object.assign(doc, { paid: doc.total, remaining: 0, paymentState });
    }
    if (short > 0 && first) forgive(first, day);
  }
  /** Writes the remainder of a bill off two days after its payment. */
  function forgive(doc: Made<typeof bill>, paidOn: string): void {
    const day = addDays(paidOn, 2);
    const made = recordOf(writeOff, site.id, nextId('write-off', books.writeOffs), at(day), {
      code: codes.writeOff(at(day)),
      billId: doc._id,
      unitId: doc.unitId,
      serviceId: doc.serviceId,
      amount: SHORT_BY,
      reason: 'Phần lẻ chuyển thiếu, không thu nữa.',
      accountingDate: day,
      status: 'NOT_CANCELED',
    });
    books.writeOffs.push(made);
    post('WRITE_OFF', day, ['write-off', made], doc.unitId, [
      line('WRITE_OFF', 'debit', SHORT_BY, { serviceId: doc.serviceId, billId: doc._id }),
      line('RECEIVABLE', 'credit', SHORT_BY, partOf(doc)),
    ]);
    Object.assign(doc, { paid: doc.total - SHORT_BY, writtenOff: SHORT_BY });
  }
  for (const fund of funds)
    post('OPENING_FUND', fund.openingDate ?? today, ['fund', fund], null, [
      line('FUND', 'debit', fund.openingBalance, { fundId: fund._id }),
      line('OPENING_BALANCE', 'credit', fund.openingBalance),
    ]);
  for (let back = MONTHS; back >= 0; back--) {
    const of = addMonths(month, -back);
    for (const [n, home] of chargedHomes(homes).entries()) {
      const isFirst = home.people[0]?.account === 'resident1@hoasen.demo';
      const left = (isFirst && OPEN_OF_FIRST[back]) || [];
      const bills = prices.flatMap(price => {
        const made = billOf(home, n, price, of);
        return made && !left.includes(price.key) ? [made] : [];
      });
      const late = random.chance(back > 1 ? 0.06 : 0.3);
      if (!late)
        pay(home, bills, addDays(`${addMonths(of, 1)}-03`, random.int(0, 12)), random.chance(0.03) ? 200_000 : 0);
    }
    if (back === 0) break;
    for (const [category, payee, amount] of SPENT) {
      const day = `${addMonths(of, 1)}-05`;
      if (day > today) continue;
      const spent = site.key === 'hoasen' ? amount : Math.round(amount / 15);
      const fundId = funds[1]?._id ?? '';
      const code = number('PC', day);
      const made = recordOf(payslip, site.id, nextId('payslip', books.payslips), at(day), {
        code,
        category,
        amount: spent,
        method: 'TRANSFER',
        fundId,
        payeeName: payee,
        status: 'NOT_CANCELED',
        type: 'BANK_TRANSFER',
        accountingDate: day,
        voucherDate: day,
        content: `Thanh toán tháng ${of.split('-').reverse().join('/')}`,
      });
      books.payslips.push(made);
      const paid = [line('EXPENSE', 'debit', spent, { category }), line('FUND', 'credit', spent, { fundId })];
      post('PAYSLIP', day, ['payslip', made], null, paid);
    }
  }
  const management = prices.find(({ service }) => service.source === 'AREA')?.service._id ?? '';
  const advanceId = idsOf('service-advance-paid', site.key);
  for (const [n, home] of (site.key === 'hoasen' ? chargedHomes(homes) : []).entries()) {
    const day = `${month}-06`;
    if (!AHEAD.includes(n) || day > today) continue;
    const made = recordOf(receipt, site.id, nextId('receipt', books.receipts), at(day), {
      code: number('PT', day),
      unitId: home.id,
      status: 'NOT_CANCELED',
      accountingDate: day,
      voucherDate: day,
      ...cameBy(site, 'TRANSFER', AHEAD_AMOUNT),
      origin: CAME.TRANSFER,
      payerName: home.people[0]?.name ?? home.code,
      content: 'Thu trước phí quản lý',
      allocations: [],
      surplus: AHEAD_AMOUNT,
      surplusTo: 'ADVANCE',
      surplusServiceId: management,
    });
    books.receipts.push(made);
    post('RECEIPT', day, ['receipt', made], home.id, [
      line('FUND', 'debit', AHEAD_AMOUNT, { fundId: made.fundId }),
      line('ADVANCE', 'credit', AHEAD_AMOUNT, { serviceId: management, bucket: 'CURRENT' }),
    ]);
    books.advances.push(
      recordOf(serviceAdvance, site.id, advanceId(books.advances.length), at(day), {
        unitId: home.id,
        serviceId: management,
        balance: AHEAD_AMOUNT,
        paidIn: AHEAD_AMOUNT,
        lastAt: at(day),
      }),
    );
  }
  const water = prices.find(({ key }) => key === 'water')?.service._id ?? '';
  const hand = { bills: books.bills, nextId: () => nextId('bill', books.bills), code: codes.bill, post, pay };
  billByHand(site, homes, hand, water, today);
  adjustSome(site, { ...hand, undo, receipts: books.receipts }, today);
  countLate(site, { ...hand, entries }, prices, today);
  for (const movement of banking.movements) {
    const { accountingDate: day, unitId, amount, toServiceId: serviceId } = movement;
    post(serviceId ? 'OPENING_ADVANCE' : 'OPENING_ACCOUNT', day, ['account-movement', movement], unitId, [
      line('OPENING_BALANCE', 'debit', amount),
      line(serviceId ? 'ADVANCE' : 'UNIT_ACCOUNT', 'credit', amount, { serviceId, bucket: 'OPENING' }),
    ]);
  }
  for (const transfer of banking.transfers) {
    const { accountingDate, fromFundId, toFundId, amount } = transfer;
    post('FUND_TRANSFER', accountingDate, ['fund-transfer', transfer], null, [
      line('FUND', 'debit', amount, { fundId: toFundId }),
      line('FUND', 'credit', amount, { fundId: fromFundId }),
    ]);
  }
  const held = depositVouchers(site, deposits, { post, number });
  const codesOfHeld = new Map(held.receipts.map(doc => [doc._id, doc.code]));
  const booked = bookingVouchers(site, bookings, deposits, {
    post,
    number,
    now,
    codes: codesOfHeld,
    payers: payersOf(homes),
  });
  books.receipts.push(...held.receipts, ...booked.receipts);
  books.payslips.push(...held.payslips, ...booked.payslips);
  books.entries.push(...entries);
  books.accounts.push(...accounts.values());
  for (const { code } of banking.transfers) numbers.set(code?.slice(0, 7) ?? '', Number(code?.slice(8)));
  for (const [series, n] of numbers) books.numbers.push({ _id: numberKey(site.id, series), n });
  return books;
}
