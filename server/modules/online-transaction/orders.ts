import { createHash, randomInt } from 'node:crypto';
import type { InputOf } from '@lobby/shared/kit/fields.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { type PayOrder, returnUrl, vietnamDay } from '../payment-gateway/index.ts';

type Order = Doc<typeof onlineTransaction>;
export type Item = InputOf<(typeof onlineTransaction)['fields']['items']['of']>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const MOST_LOG = 100;

/** Globally unique reference: four characters of the project, the date in Vietnam, eight random characters. */
export function newRef({ projectId, now }: Pick<Ctx, 'projectId' | 'now'>): string {
  const of = createHash('sha256').update(projectId).digest();
  const project = Array.from({ length: 4 }, (_, n) => LETTERS[(of[n] ?? 0) % LETTERS.length]).join('');
  const random = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${project}${vietnamDay(now)}${random}`;
}

/** Appends to the order's log, which keeps the last hundred entries; no secrets. */
export const appendLog = (
  { log = [] }: Partial<Pick<Order, 'log'>>,
  now: Date,
  what: string,
  result = '',
): Pick<Order, 'log'> => ({
  log: [...log, { at: now.toISOString(), what: what.slice(0, 40), result: result.slice(0, 200) }].slice(-MOST_LOG),
});

/** System context for booking, whoever's request triggered it. */
export const bySystem = (ctx: Ctx): Ctx => ({
  ...systemCtx(ctx.project, ctx.now),
  language: ctx.language,
  whiteLabel: ctx.whiteLabel,
});

export const loadGateway = (
  { projectId }: Pick<Ctx, 'projectId'>,
  gatewayId: unknown,
): Promise<Doc<typeof paymentGateway> | null> => records(paymentGateway).withRemoved().get({ projectId }, gatewayId);

/** An order in the format that adapters use. */
export const payOrder = async (doc: Order, unitCode = ''): Promise<PayOrder> => ({
  ref: doc.ref ?? '',
  amount: doc.amount ?? 0,
  info: `${doc.code ?? ''} ${unitCode}`.trim(),
  channel: doc.channel,
  createdAt: doc.createdAt,
  expiresAt: endOf(doc),
  returnUrl: await returnUrl(doc.projectId, doc._id),
  providerRef: doc.providerRef,
});

/** When an order expires; one without an end is over. */
export const endOf = ({ expiresAt, createdAt }: Order): Date => expiresAt ?? createdAt;

/** Orders of a project in these statuses, narrowed by a query. */
export const openOrders = (
  projectId: string,
  statuses: readonly Order['status'][],
  query: Where<typeof onlineTransaction> = {},
): Promise<Order[]> =>
  records(onlineTransaction).find({ projectId }, { status: { $in: statuses }, ...query }, { limit: 500 });
