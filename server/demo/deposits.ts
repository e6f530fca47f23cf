import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { bookingDeposits, bookingRequests, payersOf, type Tools } from './booking-money.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { line } from './journal.ts';
import { fundsOf } from './services.ts';
import type { Site } from './sites.ts';

const dayText = (at: Date) => dayOf(at, VIETNAM);

/** Deposits requested by hand, with reason and amount. */
const ASKED = [
  ['Cọc mượn chìa khoá phòng sinh hoạt cộng đồng', 2_000_000, 'KEY'],
  ['Cọc chuyển nội thất cồng kềnh', 5_000_000, 'OTHER'],
  ['Cọc thẻ gửi xe tháng', 200_000, 'CARD'],
] as const;

/** Deposits of works, bookings and those taken by hand, and the open requests, those of card forms included. */
export function depositsOf(
  site: Site,
  homes: readonly Home[],
  works: readonly Made<typeof constructionRegistration>[],
  cardForms: readonly Made<typeof cardRegistration>[],
  bookings: readonly Made<typeof utilityBooking>[],
  now: Date,
): { deposits: Made<typeof deposit>[]; requests: Made<typeof depositRequest>[] } {
  const [id, requestId] = [idsOf('deposit', site.key), idsOf('deposit-request', site.key)];
  const [receiptId, payslipId] = [idsOf('deposit-receipt', site.key), idsOf('deposit-payslip', site.key)];
  const [code, requestCode] = [codesOf(deposit.prefix), codesOf(depositRequest.prefix)];
  const { funds } = fundsOf(site);
  const payers = payersOf(homes);
  const deposits: Made<typeof deposit>[] = [];
  const requests: Made<typeof depositRequest>[] = [];
  const fundOf = (method: string) => funds[method === 'CASH' ? 0 : 1]?._id ?? '';
  const forms = [
    ...works.map(form => ({
      form,
      origin: 'CONSTRUCTION' as const,
      content: form.content.slice(0, 300),
      due: form.expectedStartAt,
    })),
    ...cardForms.map(form => ({
      form,
      origin: 'CARD' as const,
      content: `Cọc thẻ ${form.plate ?? form.code}`,
      due: null,
    })),
  ];
  for (const { form, origin, content, due } of forms) {
    const of = { unitId: form.unitId, amount: form.depositAmount ?? 0, content };
    const from = { kind: origin, origin, originId: form._id, originCode: form.code };
    if (form.depositStatus === 'WAIT_FOR_DEPOSIT')
      requests.push(
        recordOf(depositRequest, site.id, requestId(requests.length), form.createdAt, {
          ...of,
          ...from,
          code: requestCode(form.createdAt),
          requestedAt: form.createdAt,
          dueOn: due && dayText(due),
          overdue: due !== null && dayText(due) < dayText(now),
        }),
      );
    if (!form.depositPaidOn) continue;
    const at = new Date(`${form.depositPaidOn}T03:00:00Z`);
    const refunded = form.depositStatus === 'REFUNDED';
    const method = form.depositMethod ?? 'TRANSFER';
    const [amount, fundId] = [of.amount, fundOf(method)];
    form.receiptId = receiptId(deposits.length);
    form.payslipId = refunded ? payslipId(deposits.length) : null;
    const back = { day: form.refundedOn ?? dayText(now), amount, fundId, payslipId: form.payslipId };
    deposits.push(
      recordOf(deposit, site.id, form.depositId ?? id(deposits.length), at, {
        ...of,
        ...from,
        code: code(at),
        payerName: form.depositPayer ?? payers.get(String(form.unitId)) ?? '',
        method,
        fundId,
        accountingDate: form.depositPaidOn,
        remaining: refunded ? 0 : amount,
        refundAmount: refunded ? amount : 0,
        ...(refunded && { refunds: [back] }),
        receiptId: form.receiptId,
        confirmed: form.depositConfirmedAt !== null,
        confirmedAt: form.depositConfirmedAt,
        status: refunded ? 'REFUNDED' : 'DEPOSITED',
      }),
    );
  }
  const lived = homes.filter(({ people }) => people.length > 0);
  for (const [n, [content, amount, kind]] of ASKED.entries()) {
    const home = lived[(n * 7 + 3) % lived.length];
    if (!home) continue;
    const at = new Date(now.getTime() - (n * 4 + 2) * DAY_MS);
    if (n === 0) {
      const method = 'CASH' as const;
      deposits.push(
        recordOf(deposit, site.id, id(deposits.length), at, {
          code: code(at),
          unitId: home.id,
          payerName: home.people[0]?.name ?? home.code,
          content,
          kind,
          amount,
          method,
          fundId: fundOf(method),
          accountingDate: dayText(at),
          remaining: amount,
          status: 'DEPOSITED',
          receiptId: receiptId(deposits.length),
        }),
      );
    } else
      requests.push(
        recordOf(depositRequest, site.id, requestId(requests.length), at, {
          code: requestCode(at),
          unitId: home.id,
          residentId: home.people[0]?.id ?? null,
          requestedAt: at,
          content,
          kind,
          amount,
          dueOn: dayText(new Date(at.getTime() + 7 * DAY_MS)),
          overdue: dayText(new Date(at.getTime() + 7 * DAY_MS)) < dayText(now),
        }),
      );
  }
  return {
    deposits: [...deposits, ...bookingDeposits(site, homes, bookings, code)],
    requests: [...requests, ...bookingRequests(site, bookings, requestCode, now)],
  };
}

/** Creates the receipt of each deposit and, unless a booking refunds it, its payslip, with their journal entries. */
export function depositVouchers(
  site: Site,
  deposits: readonly Made<typeof deposit>[],
  { post, number }: Pick<Tools, 'post' | 'number'>,
): { receipts: Made<typeof receipt>[]; payslips: Made<typeof payslip>[] } {
  const receipts: Made<typeof receipt>[] = [];
  const payslips: Made<typeof payslip>[] = [];
  for (const doc of deposits) {
    const { accountingDate: day, amount, fundId, refunds, method, payerName, _id: depositId, createdAt } = doc;
    const unitId = String(doc.unitId);
    const { originId, originCode, receiptId } = doc;
    const of = {
      unitId,
      originId,
      originCode,
      content: doc.content ?? 'Tiền đặt cọc',
      status: 'NOT_CANCELED',
    } as const;
    const came = { methodId: null, kind: method, amount, fundId, bankAccountId: null, reference: null } as const;
    const made = recordOf(receipt, site.id, String(receiptId), createdAt, {
      ...of,
      type: 'DEPOSIT',
      code: number('PT', day),
      accountingDate: day,
      voucherDate: day,
      amount,
      method,
      fundId,
      payerName,
      methods: [{ ...came, settles: 'DIRECT', settledOn: null, fee: null }],
      origin: originId ? 'FORM' : 'COUNTER',
      originPart: doc.origin === 'BOOKING' ? 'DEPOSIT' : null,
      allocations: [{ kind: 'DEPOSIT', depositId, amount }] as unknown as Made<typeof receipt>['allocations'],
    });
    receipts.push(made);
    post('RECEIPT', day, ['receipt', made], unitId, [
      line('FUND', 'debit', amount, { fundId }),
      line('DEPOSIT', 'credit', amount, { depositId }),
    ]);
    for (const back of refunds) {
      const out = recordOf(payslip, site.id, String(back.payslipId), new Date(`${back.day}T03:00:00Z`), {
        ...of,
        type: 'DEPOSIT',
        purpose: 'DEPOSIT_REFUND',
        category: 'OTHER',
        code: number('PC', back.day),
        accountingDate: back.day,
        voucherDate: back.day,
        amount: back.amount,
        method: method === 'CASH' ? 'CASH' : 'TRANSFER',
        fundId: String(back.fundId),
        payeeName: payerName,
        depositId,
      });
      payslips.push(out);
      post('PAYSLIP', back.day, ['payslip', out], unitId, [
        line('DEPOSIT', 'debit', back.amount, { depositId }),
        line('FUND', 'credit', back.amount, { fundId: back.fundId }),
      ]);
    }
  }
  return { receipts, payslips };
}
