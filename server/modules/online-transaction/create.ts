import { CHANNELS, type Channel, ONLINE_PURPOSES, payerFee } from '@lobby/shared/billing/gateways.ts';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bill, TOLD } from '@lobby/shared/modules/bill.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { build } from '../../kit/records/records.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { type Change, retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { channelsOf, loadMethod, type Page, paysOnline, purposesOf } from '../payment-gateway/index.ts';
import { payable } from '../utility-booking/index.ts';
import { type OpenBill, openBills } from './open-bills.ts';
import { appendLog, bySystem, endOf, type Item, loadGateway, newRef, openOrders } from './orders.ts';
import { openPaymentPage } from './provider/begin.ts';
import { payBy, wayFor } from './saved/pay.ts';

const MOST = 100_000_000_000;
const money = z.int('NOT_NATURAL').min(1, 'NOT_NATURAL').max(MOST);
const item = z.strictObject({
  billId: idSchema.optional(),
  serviceId: idSchema.optional(),
  depositRequestId: idSchema.optional(),
  bookingId: idSchema.optional(),
  part: z.enum(['FEE', 'SURCHARGE', 'DEPOSIT']).optional(),
  amount: money.optional(),
});
const body = z.strictObject({
  items: z.array(item).min(1, 'REQUIRED').max(50),
  gatewayId: idSchema,
  channel: z.enum(CHANNELS).optional(),
  /** A saved payment method, which is charged at once. */
  savedId: idSchema.optional(),
  purpose: z.enum(ONLINE_PURPOSES).optional(),
});
type Body = z.output<typeof body>;
type OrderItem = z.output<typeof item>;
type Purpose = (typeof ONLINE_PURPOSES)[number];

const failItem = (n: number, name: string, code: string, params?: Record<string, number>): never =>
  failFields({ [`items.${n}.${name}`]: { code, ...(params && { params }) } }, code);

/** Purpose of an order, by its first item. */
function purposeOf({ purpose, items: [first] }: Body): Purpose {
  if (first?.billId) return 'BILLS';
  if (first?.depositRequestId) return 'DEPOSIT';
  if (first?.bookingId) return 'BOOKING';
  return purpose === 'ADVANCE' ? 'ADVANCE' : 'ACCOUNT';
}

const isTold = (publication: unknown) => (TOLD as readonly unknown[]).includes(publication);

/** Selected bills, validated by the gateway's rules: full amounts, oldest first, disputed ones separately. */
async function loadBills(ctx: Ctx, items: readonly OrderItem[], gateway: Doc<typeof paymentGateway>): Promise<Item[]> {
  // Unpublished bills are ignored.
  const open = (ctx.unitId ? await openBills(ctx, ctx.unitId) : []).filter(({ doc }) => isTold(doc.publication));
  const byId = new Map(open.map(entry => [entry.doc._id, entry]));
  const chosen = new Set(items.map(({ billId }) => billId));
  if (chosen.size !== items.length) failFields({ items: { code: 'LISTED_TWICE' } });
  const chosenItems: Item[] = [];
  for (const [n, { billId, amount }] of items.entries()) {
    if (!billId) return failItem(n, 'billId', 'REQUIRED');
    const { doc, least, left } = byId.get(billId) ?? (await otherBill(ctx, n, billId));
    if (doc.disputed && items.length > 1) failItem(n, 'billId', 'BILL_DISPUTED');
    const wanted = amount ?? left;
    if (wanted > left) failItem(n, 'amount', 'PAYMENT_EXCEEDS_BILL', { max: left });
    // Late interest may be left for the next notice.
    if (wanted < least && gateway.allowPartial !== true) failItem(n, 'amount', 'PAYMENT_EXCEEDS_BILL', { max: left });
    chosenItems.push({ billId: doc._id, serviceId: doc.serviceId, amount: wanted });
  }
  if (gateway.oldestFirst === true) assertOldestFirst(open, chosen);
  return chosenItems;
}

/** Throws the reason why a bill cannot be paid. */
async function otherBill({ projectId, unitId }: Ctx, n: number, _id: string): Promise<never> {
  const target = await records(bill).first({ projectId }, { unitId, _id });
  if (!target || target.status === 'DRAFT' || !isTold(target.publication)) failItem(n, 'billId', 'BILL_NOT_EXISTING');
  if (target?.status === 'CANCELLED') failItem(n, 'billId', 'BILL_CANCELLED');
  return failItem(n, 'billId', 'BILL_ALREADY_PAID');
}

const dueOf = ({ doc: { dueDate, month } }: OpenBill) => dueDate ?? `${month}-99`;

/** Refuses to leave out bills with an earlier due date. */
function assertOldestFirst(open: readonly OpenBill[], chosen: ReadonlySet<string | undefined>): void {
  const newest = open
    .filter(({ doc }) => chosen.has(doc._id))
    .reduce((last, entry) => (dueOf(entry) > last ? dueOf(entry) : last), '');
  const older = open.find(
    entry => entry.least > 0 && !chosen.has(entry.doc._id) && !entry.doc.disputed && dueOf(entry) < newest,
  );
  if (older) fail('OLDEST_BILL_FIRST', { code: older.doc.code });
}

/** A manual deposit request without partial payments. */
async function loadDeposit(ctx: Ctx, items: readonly OrderItem[]): Promise<Item[]> {
  const [first] = items;
  if (items.length > 1) failFields({ items: { code: 'TOO_MANY', params: { max: 1 } } });
  const request = await load(ctx, depositRequest, first?.depositRequestId ?? '');
  if (request.originId) fail('DEPOSIT_OF_FORM', { code: request.originCode });
  const amount = request.amount - request.collected;
  if (request.status !== 'WAIT_FOR_DEPOSIT' || amount <= 0) fail('BILL_ALREADY_PAID');
  return [{ depositRequestId: request._id, amount }];
}

/** The named part of a booking, else the first payable one. */
async function loadBooking(ctx: Ctx, items: readonly OrderItem[]): Promise<Item[]> {
  const [first] = items;
  if (items.length > 1) failFields({ items: { code: 'TOO_MANY', params: { max: 1 } } });
  const booking = await load(ctx, utilityBooking, first?.bookingId ?? '');
  const parts = first?.part ? [first.part] : (['DEPOSIT', 'FEE', 'SURCHARGE'] as const);
  const part = parts.find(name => payable(booking, name) > 0);
  if (!part) return fail('PAYMENT_NOT_ALLOWED');
  return [{ bookingId: booking._id, part, amount: payable(booking, part) }];
}

async function itemsFor(ctx: Ctx, input: Body, purpose: Purpose, gateway: Doc<typeof paymentGateway>): Promise<Item[]> {
  if (purpose === 'BILLS') return loadBills(ctx, input.items, gateway);
  if (purpose === 'DEPOSIT') return loadDeposit(ctx, input.items);
  if (purpose === 'BOOKING') return loadBooking(ctx, input.items);
  const [first] = input.items;
  if (!first?.amount) return failItem(0, 'amount', 'REQUIRED');
  if (purpose === 'ADVANCE' && !first.serviceId) failItem(0, 'serviceId', 'REQUIRED');
  return [{ ...(purpose === 'ADVANCE' && { serviceId: first.serviceId }), amount: first.amount }];
}

/** The selected gateway, if it is currently offered. */
async function chosen(
  ctx: Ctx,
  { gatewayId, channel, savedId }: Body,
  purpose: Purpose,
): Promise<[Doc<typeof paymentGateway>, Channel]> {
  if (!(await paysOnline(ctx))) fail('PROJECT_NO_ONLINE_PAYMENT');
  const gateway = await loadGateway(ctx, gatewayId);
  if (!gateway || gateway.deletedAt || gateway.status !== 'ACTIVE') return fail('PAYMENT_CONFIG_NOT_FOUND');
  if (!(await loadMethod(ctx, gateway._id))) fail('PAYMENT_CONFIG_NOT_FOUND');
  const channels = channelsOf(gateway);
  if (channel === 'TOKEN' && !savedId) failFields({ savedId: { code: 'REQUIRED' } });
  const usual = channels.find(way => way !== 'TOKEN') ?? channels[0];
  const used = savedId ? 'TOKEN' : (channel ?? usual);
  if (!used || !channels.includes(used))
    return failFields({ channel: { code: 'PAYMENT_CONFIG_NOT_FOUND' } }, 'PAYMENT_CONFIG_NOT_FOUND');
  if (!purposesOf(gateway).includes(purpose)) fail('PAYMENT_CONFIG_NOT_FOUND');
  return [gateway, used];
}

const keysOf = (items: readonly Item[]) =>
  new Set(items.flatMap(line => line.billId ?? line.depositRequestId ?? line.bookingId ?? []));

/** Open orders for the same items, which the new one replaces, except those already being paid. */
async function replaced(ctx: Ctx, items: readonly Item[]): Promise<Doc<typeof onlineTransaction>[]> {
  const keys = keysOf(items);
  const open = (await openOrders(ctx.projectId, OPEN, { unitId: ctx.unitId })).filter(doc =>
    [...keysOf(doc.items)].some(key => keys.has(key)),
  );
  // Saved methods are charged without a page: a second click must not charge again.
  if (open.some(({ channel }) => channel === 'TOKEN')) fail('PAYMENT_UNDER_WAY');
  return open.filter(({ status }) => status !== 'PAYMENT_IN_PROCESS');
}
const OPEN = ['UNREADY', 'IN_PROCESS', 'PAYMENT_IN_PROCESS'] as const;

/** Creates an order; only one order per unit and item is open. */
async function made(ctx: Ctx, input: Body): Promise<Doc<typeof onlineTransaction>> {
  const purpose = purposeOf(input);
  const [gateway, channel] = await chosen(ctx, input, purpose);
  const living = { projectId: ctx.projectId, unitId: ctx.unitId, living: true, deletedAt: null };
  if (!(await records(residency).exists(ctx, living))) fail('UNIT_WITHOUT_RESIDENT');
  const items = await itemsFor(ctx, input, purpose, gateway);
  const sum = items.reduce((all, line) => all + line.amount, 0);
  const fee = payerFee(gateway, sum);
  const [min, max] = [gateway.minAmount ?? 0, gateway.maxAmount ?? 0];
  if (sum + fee < min || sum + fee > max) fail('AMOUNT_OUT_OF_RANGE', { min, max });
  const old = await replaced(ctx, items);
  const doc = await build(ctx, onlineTransaction, {
    ref: newRef(ctx),
    gatewayId: gateway._id,
    provider: gateway.provider,
    channel,
    purpose,
    items,
    unitId: ctx.unitId,
    residentId: ctx.residentId,
    amount: sum + fee,
    fee,
    expiresAt: new Date(ctx.now.getTime() + gateway.expiryMinutes * MINUTE_MS),
    ...appendLog({}, ctx.now, 'create'),
  });
  const changes: Change[] = [
    {
      definition: onlineTransaction,
      action: 'create',
      insert: doc,
      async first(session) {
        await serializeBy(`online ${ctx.unitId}`, session);
        if ((await replaced(ctx, items)).length !== old.length) throw new VersionConflict();
      },
    },
    ...old.map(
      (earlier): Change => ({
        definition: onlineTransaction,
        action: 'cancel',
        update: { doc: earlier, set: { status: 'CANCELLED', ...appendLog(earlier, ctx.now, 'replaced') } },
      }),
    ),
  ];
  // A repeated request returns the same order; its page is read separately.
  await save(ctx, changes, answerOf(doc, 'UNREADY', NOWHERE));
  return doc;
}

const NOWHERE: Page = { url: null, qr: null, deeplink: null };
const answerOf = (doc: Doc<typeof onlineTransaction>, status: string, page: Page) => ({
  id: doc._id,
  code: doc.code ?? '',
  status,
  amount: doc.amount ?? 0,
  fee: doc.fee,
  ...page,
  expiresAt: endOf(doc).toISOString(),
});

const answer = z.object({
  id: z.string(),
  code: z.string(),
  status: z.string(),
  amount: z.int(),
  fee: z.int(),
  url: z.string().nullable(),
  qr: z.string().nullable(),
  deeplink: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});

/** `POST /online-transaction`: for residents only, for their own unit. */
export const createRoute: Route = route({
  method: 'post',
  path: onlineTransaction.path,
  summary: 'Begin to pay online what the unit owes; answers where it is paid',
  module: onlineTransaction.code,
  flags: ['write'],
  residents: true,
  staff: false,
  creates: true,
  body,
  answer,
  async run(ctx, { body: input }) {
    const way = await wayFor(ctx, input);
    const doc = await retryOnConflict(() => made(ctx, input));
    const home = await records(unit).withRemoved().get(ctx, ctx.unitId);
    const unitCode = home?.code ?? '';
    if (way) {
      await payBy(bySystem(ctx), doc, way, unitCode);
      const paid = await load(ctx, onlineTransaction, doc._id);
      return answerOf(doc, paid.status, NOWHERE);
    }
    const page = await openPaymentPage(bySystem(ctx), doc, unitCode);
    await perform(
      bySystem(ctx),
      { definition: onlineTransaction, name: 'ready', id: doc._id, input: {} },
      (_ctx, latest) => ({
        set: { ...page, status: 'IN_PROCESS', ...appendLog(latest, ctx.now, 'ready') },
      }),
    );
    return answerOf(doc, 'IN_PROCESS', page);
  },
});
