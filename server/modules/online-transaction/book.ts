import { type Allocation, allocate } from '@lobby/shared/billing/allocate.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { collect, voucherIn } from '../deposit/index.ts';
import { loadOwed, loadPayer, type OwedBill, oldestFirst, orderOf } from '../payment/index.ts';
import { loadMethod } from '../payment-gateway/index.ts';
import { loadReceipt, type MethodLine, resolveMethod } from '../receipt/index.ts';
import { payPart } from '../utility-booking/index.ts';

/** Result of booking an order: one receipt, or a requested deposit. */
interface Booked {
  set: { receiptId: string | null; depositId: string | null };
  changes: Change[];
  /** Nothing of it was owed any more. */
  double: boolean;
}

/** Ids of the vouchers among the changes. */
const vouchersIn = (changes: readonly Change[]): Booked['set'] => ({
  receiptId: voucherIn(changes, receipt),
  depositId: voucherIn(changes, deposit),
});

/** Payment method line; the money is in transit until the provider pays it out. */
async function loadLine(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<MethodLine> {
  const method = await loadMethod(ctx, doc.gatewayId);
  if (!method) return fail('PAYMENT_CONFIG_NOT_FOUND');
  const payment = { methodId: method._id, reference: doc.ref };
  return { ...(await resolveMethod(ctx, payment, 'methods.0.')), amount: doc.amount ?? 0 };
}

/** Payer: the order's resident, else the householder. */
async function payer(ctx: Ctx, doc: Doc<typeof onlineTransaction>) {
  const head = await loadPayer(ctx, doc.unitId);
  const id = doc.residentId;
  const name = id ? (await loadRefs(ctx.projectId, resident, [id])).get(id)?.name : null;
  return name ? { payerId: id, payerName: name } : { payerId: head.id, payerName: head.name };
}

/** The fee charged to the payer is income in a category of its own. */
async function feeLines(ctx: Ctx, fee: number) {
  if (fee <= 0) return [];
  const category = await records(voucherCategory).first(ctx, { code: 'GATEWAY_FEE', kind: 'INCOME' });
  return [{ kind: 'OTHER_INCOME', categoryId: category?._id ?? null, amount: fee }];
}

/** Receipt of an order: payments of bills, and a surplus for the unit. */
async function received(ctx: Ctx, doc: Doc<typeof onlineTransaction>, pays: readonly Allocation[], double: boolean) {
  const ahead = doc.purpose === 'ADVANCE' ? (doc.items[0]?.serviceId ?? null) : null;
  const { doc: made, changes } = await loadReceipt(ctx, {
    unitId: doc.unitId,
    amount: doc.amount,
    methods: [await loadLine(ctx, doc)],
    sources: [],
    origin: 'ONLINE',
    allocations: [...pays, ...(await feeLines(ctx, doc.fee))],
    ...(ahead ? { surplusTo: 'ADVANCE', surplusServiceId: ahead } : { surplusTo: 'UNIT_ACCOUNT' }),
    ...(await payer(ctx, doc)),
    content: `${doc.code ?? ''} ${doc.provider ?? ''}`,
    accountingDate: todayOf(ctx),
  });
  return { set: { receiptId: made._id, depositId: null }, changes, double };
}

/** Pays the selected bills as far as they are still owed, with late interest, then the oldest others. */
async function ofBills(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<Booked> {
  const open = doc.unitId ? ((await loadOwed(ctx, [doc.unitId])).get(doc.unitId) ?? []) : [];
  const items = new Map(doc.items.map(({ billId, amount }) => [billId, amount]));
  let amount = (doc.amount ?? 0) - doc.fee;
  const pays: Allocation[] = [];
  /** Unpaid rests of bills that were not selected. */
  const others: OwedBill[] = [];
  for (const openBill of open) {
    const { id, remaining, accrued, charged } = openBill;
    const chosen = items.get(id);
    // Interest bills are selected separately.
    const named = charged.filter(({ _id }) => items.has(_id));
    const wanted = [
      ...(chosen === undefined ? [] : [{ owed: { ...openBill, remaining, interest: accrued }, most: chosen }]),
      ...named.map(late => ({
        owed: { ...openBill, remaining: 0, interest: late.remaining },
        most: items.get(late._id) ?? 0,
      })),
    ];
    for (const { owed, most } of wanted) {
      const part = Math.min(most, amount);
      const { allocations, rest } = allocate([owed], part, orderOf(ctx));
      pays.push(...allocations);
      amount -= part - rest;
    }
    if (chosen === undefined) {
      const interest = named.reduce((sum, late) => sum + late.remaining, 0);
      others.push({ ...openBill, interest: openBill.interest - interest });
    }
  }
  // If everything was paid meanwhile, the whole amount goes to the unit's account.
  const double = pays.length === 0;
  if (amount > 0 && !double) pays.push(...oldestFirst(ctx, others, amount).allocations);
  return received(ctx, doc, pays, double);
}

/** Pays a requested deposit; if it was received meanwhile, the amount goes to the unit's account. */
async function ofDeposit(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<Booked> {
  const [item] = doc.items;
  const request = await records(depositRequest).get(ctx, item?.depositRequestId);
  const waits = request?.status === 'WAIT_FOR_DEPOSIT' && request.amount - request.collected === item?.amount;
  // A fee charged to the payer needs its own receipt line.
  if (!item || !waits || doc.fee > 0) return received(ctx, doc, [], !waits);
  const line = await loadLine(ctx, doc);
  const {
    set,
    status,
    with: changes = [],
    also,
  } = await collect(
    ctx,
    request,
    {
      amount: item.amount,
      method: 'ONLINE',
      fundId: line.fundId,
      payerName: (await payer(ctx, doc)).payerName,
    },
    { methods: [{ ...line, amount: item.amount }], origin: 'ONLINE' },
  );
  const change: Change = {
    definition: depositRequest,
    action: 'collect',
    update: { doc: request, set: { ...set, status } },
    ...(also && { also }),
  };
  return { set: vouchersIn(changes), changes: [change, ...changes], double: false };
}

/** Pays a part of a booking; if it was paid or cancelled meanwhile, the amount goes to the unit's account. */
async function ofBooking(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<Booked> {
  const [item] = doc.items;
  const booking = await records(utilityBooking).get(ctx, item?.bookingId);
  const line = await loadLine(ctx, doc);
  const paid =
    booking && item?.part && doc.fee === 0
      ? await payPart(ctx, booking, item.part, { ...line, amount: item.amount })
      : null;
  if (!paid) return received(ctx, doc, [], true);
  return { set: vouchersIn(paid), changes: paid, double: false };
}

/** Books the money of an order for what is still owed. */
export function bookPayment(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<Booked> {
  if (doc.purpose === 'BILLS') return ofBills(ctx, doc);
  if (doc.purpose === 'DEPOSIT') return ofDeposit(ctx, doc);
  if (doc.purpose === 'BOOKING') return ofBooking(ctx, doc);
  return received(ctx, doc, [], false);
}
