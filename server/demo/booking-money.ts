import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilitiesOf } from './amenities.ts';
import { cameBy } from './banking.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { type journalOf, line } from './journal.ts';
import { fundsOf } from './services.ts';
import type { Site } from './sites.ts';

type Booking = Made<typeof utilityBooking>;
type Values<T> = Partial<T>;
const CASHIER = 'Đỗ Thị Ngân';
/** Calendar day in Vietnam. */
const dayText = (at: Date) => dayOf(at, VIETNAM);
const paidAt = ({ createdAt }: Booking) => new Date(createdAt.getTime() + HOUR_MS);
const backAt = ({ endAt, createdAt }: Booking, now: Date) =>
  new Date(Math.min(now.getTime(), (endAt ?? createdAt).getTime() + DAY_MS));

/** What was booked, by amenity and day. */
function namesIn(site: Site): (of: Booking) => string {
  const names = new Map(utilitiesOf(site).map(({ _id, name }) => [_id, name]));
  return ({ utilityId, startAt, code }) =>
    [names.get(utilityId) ?? code, startAt && dayText(startAt).split('-').toReversed().join('/')]
      .filter(Boolean)
      .join(', ');
}

/** Deposits of bookings whose deposit was paid, held until the use is over. */
export function bookingDeposits(
  site: Site,
  homes: readonly Home[],
  bookings: readonly Booking[],
  code: (at: Date) => string,
): Made<typeof deposit>[] {
  const [id, receiptId] = [idsOf('booking-deposit', site.key), idsOf('booking-deposit-receipt', site.key)];
  const names = payersOf(homes);
  const named = namesIn(site);
  const fundId = fundsOf(site).funds[1]?._id ?? '';
  return bookings
    .filter(({ paidDeposit }) => paidDeposit > 0)
    .map((booking, n) => {
      const held = booking.depositStatus === 'DEPOSITED';
      return recordOf(deposit, site.id, id(n), paidAt(booking), {
        code: code(paidAt(booking)),
        unitId: booking.unitId,
        payerName: names.get(String(booking.unitId)) ?? '',
        content: `Tiền cọc ${named(booking)}`,
        amount: booking.paidDeposit,
        method: 'TRANSFER',
        fundId,
        accountingDate: dayText(paidAt(booking)),
        remaining: held ? booking.paidDeposit : 0,
        kept: booking.deduction,
        refundAmount: booking.refundedDeposit,
        status: held ? 'DEPOSITED' : 'REFUNDED',
        kind: 'BOOKING',
        origin: 'BOOKING',
        originId: booking._id,
        originCode: booking.code,
        receiptId: receiptId(n),
      } satisfies Values<Made<typeof deposit>>);
    });
}

/** Deposit requests of bookings whose deposit is still unpaid. */
export const bookingRequests = (
  site: Site,
  bookings: readonly Booking[],
  code: (at: Date) => string,
  now: Date,
): Made<typeof depositRequest>[] => {
  const id = idsOf('booking-request', site.key);
  const named = namesIn(site);
  return bookings
    .filter(({ depositStatus }) => depositStatus === 'WAIT_FOR_DEPOSIT')
    .map((booking, n) =>
      recordOf(depositRequest, site.id, id(n), booking.createdAt, {
        code: code(booking.createdAt),
        requestedAt: booking.createdAt,
        unitId: booking.unitId,
        amount: booking.deposit,
        content: `Tiền cọc ${named(booking)}`,
        kind: 'BOOKING',
        origin: 'BOOKING',
        originId: booking._id,
        originCode: booking.code,
        dueOn: dayText(booking.payBeforeAt ?? booking.startAt ?? booking.createdAt),
        overdue: dayText(booking.payBeforeAt ?? booking.startAt ?? booking.createdAt) < dayText(now),
      }),
    );
};

/** Payer names by unit id. */
export const payersOf = (homes: readonly Home[]): ReadonlyMap<string, string> =>
  new Map(homes.map(({ id, code, people }) => [id, people[0]?.name ?? code]));

export interface Tools {
  post: ReturnType<typeof journalOf>['post'];
  number: (prefix: 'PT' | 'PC', day: string) => string;
  now: Date;
  /** Codes of receipts by id, those of deposits included. */
  codes: ReadonlyMap<string, string | null>;
  /** Payer names by unit id. */
  payers: ReadonlyMap<string, string>;
}

/**
 * Creates the receipts and payslips of paid and refunded bookings with their journal entries, and sets their ids and
 * codes on the bookings.
 */
export function bookingVouchers(
  site: Site,
  bookings: readonly Booking[],
  deposits: readonly Made<typeof deposit>[],
  { post, number, now, codes, payers }: Tools,
): { receipts: Made<typeof receipt>[]; payslips: Made<typeof payslip>[] } {
  const [receiptId, payslipId] = [idsOf('booking-receipt', site.key), idsOf('booking-payslip', site.key)];
  const named = namesIn(site);
  const fundId = fundsOf(site).funds[1]?._id ?? '';
  const receipts: Made<typeof receipt>[] = [];
  const payslips: Made<typeof payslip>[] = [];
  const heldFor = new Map(deposits.map(doc => [doc.originId, doc]));
  const method = 'TRANSFER' as const;
  for (const booking of bookings) {
    const [at, day, unitId] = [paidAt(booking), dayText(paidAt(booking)), String(booking.unitId)];
    const of = { amenityId: booking.utilityId, bookingId: booking._id };
    const about = { originId: booking._id, originCode: booking.code, amenityId: booking.utilityId };
    const by = { at: at.toISOString() as unknown as Date, by: CASHIER };
    const payments: Booking['payments'][number][] = [];
    const held = heldFor.get(booking._id);
    if (booking.paidFee > 0) {
      const code = number('PT', day);
      const made = recordOf(receipt, site.id, receiptId(receipts.length), at, {
        code,
        unitId,
        accountingDate: day,
        status: 'NOT_CANCELED',
        ...cameBy(site, method, booking.paidFee),
        origin: 'FORM',
        allocations: [{ kind: 'BOOKING_FEE', bookingId: booking._id, amount: booking.paidFee }] as unknown as Made<
          typeof receipt
        >['allocations'],
        voucherDate: day,
        payerName: held?.payerName ?? payers.get(unitId) ?? '',
        content: `Phí ${named(booking)}`,
        ...about,
        originPart: 'FEE',
        net: booking.paidFee,
      });
      receipts.push(made);
      post('RECEIPT', day, ['receipt', made], unitId, [
        line('FUND', 'debit', booking.paidFee, { fundId }),
        line('REVENUE', 'credit', booking.paidFee, of),
      ]);
      const paid = { part: 'FEE', amount: booking.paidFee, method, receiptId: made._id, depositId: null } as const;
      payments.push({ ...paid, number: code, ...by } as unknown as Booking['payments'][number]);
    }
    if (held) {
      const { receiptId, amount, _id: depositId } = held;
      const paid = { part: 'DEPOSIT', amount, method, receiptId, depositId } as const;
      const number = codes.get(String(receiptId)) ?? '';
      payments.push({ ...paid, number, ...by } as unknown as Booking['payments'][number]);
    }
    booking.payments = payments;
    if (held?.status !== 'REFUNDED') continue;
    const back = backAt(booking, now);
    const code = number('PC', dayText(back));
    const made = recordOf(payslip, site.id, payslipId(payslips.length), back, {
      type: 'DEPOSIT',
      code,
      purpose: 'DEPOSIT_REFUND',
      category: 'OTHER',
      unitId,
      amount: booking.refundedDeposit,
      method,
      fundId,
      accountingDate: dayText(back),
      voucherDate: dayText(back),
      payeeName: held.payerName,
      content: `Tiền cọc ${named(booking)}`,
      status: 'NOT_CANCELED',
      ...about,
      originPart: 'DEPOSIT',
      depositId: held._id,
    });
    payslips.push(made);
    post('PAYSLIP', dayText(back), ['payslip', made], unitId, [
      line('DEPOSIT', 'debit', booking.refundedDeposit, { depositId: held._id }),
      line('FUND', 'credit', booking.refundedDeposit, { fundId }),
    ]);
    post('DEPOSIT_FORFEIT', dayText(back), ['deposit', held], unitId, [
      line('DEPOSIT', 'debit', booking.deduction, { depositId: held._id }),
      line('REVENUE', 'credit', booking.deduction, of),
    ]);
    const went = { part: 'DEPOSIT', amount: booking.refundedDeposit, to: method, payslipId: made._id, number: code };
    booking.refunds = [{ ...went, at: back.toISOString(), by: CASHIER }] as unknown as Booking['refunds'];
  }
  return { receipts, payslips };
}
