import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { gatewaysOf } from './gateways.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';

type Order = Made<typeof onlineTransaction>;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Deterministic letters that look random. */
const lettersOf = (n: number) =>
  Array.from({ length: 8 }, (_, at) => LETTERS[(n * 7919 + at * 104_729) % LETTERS.length]).join('');
/** Outcomes of the failed first attempts: one payment in five has one. */
const ENDS = ['EXPIRED', 'CANCELLED', 'FAILED'] as const;

/**
 * Online payments of the large building: one order per online receipt, some failed attempts before, and one paid after
 * it expired.
 */
export function onlineOrdersOf(site: Site, homes: readonly Home[], receipts: readonly Made<typeof receipt>[]): Order[] {
  const gateway = gatewaysOf(site).find(({ provider }) => provider === 'VIETQR');
  if (!gateway) return [];
  const [id, code] = [idsOf('online-transaction', site.key), codesOf(onlineTransaction.prefix)];
  const people = new Map(homes.map(home => [home.id, home.people[0]?.id ?? null]));
  const orders: Order[] = [];
  const make = (paid: Made<typeof receipt>, minutes: number, values: Partial<Order>) => {
    const at = new Date(paid.createdAt.getTime() - minutes * MINUTE_MS);
    const day = at.toISOString().slice(2, 10).replaceAll('-', '');
    const n = orders.length;
    const made = recordOf(onlineTransaction, site.id, id(n), at, {
      code: code(at),
      ref: `HSEN${day}${lettersOf(n)}`,
      gatewayId: gateway._id,
      provider: 'VIETQR',
      channel: 'QR',
      purpose: 'BILLS',
      unitId: paid.unitId,
      residentId: people.get(String(paid.unitId)) ?? null,
      items: paid.allocations.map(({ billId, amount }) => ({ billId, amount })) as unknown as Order['items'],
      amount: paid.amount,
      expiresAt: new Date(at.getTime() + 15 * MINUTE_MS),
      problem: 'NONE',
      ...values,
    });
    orders.push(made);
  };
  const online = receipts.filter(({ method }) => method === 'ONLINE');
  for (const [n, paid] of online.entries()) {
    if (n % 5 === 2) make(paid, 45, { status: ENDS[n % ENDS.length] ?? 'FAILED' });
    const late = n === 3;
    make(paid, late ? 30 : 4, {
      status: 'SUCCESSED',
      receiptId: paid._id,
      paidAt: paid.createdAt,
      providerRef: `FT26${30_000 + n}`,
      problem: late ? 'LATE' : 'NONE',
    });
  }
  return orders;
}
