import { stateOf } from '@lobby/shared/modules/stock-math.ts';
import { stockLevel, supply, warehouse } from '@lobby/shared/modules/supply.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Action, ActionsOf, BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { lockAgainst } from '../../kit/store/guards.ts';
import { records } from '../../kit/store/records.ts';

/** Fields that are fixed after the first posting. */
const FIXED = ['code', 'unitName', 'nonStock'] as const;

export const supplyBehaviour = {
  async check(_ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    return { ...values, stockState: stateOf({ status: 'IN_USE', ...doc, ...values }) };
  },
  async inTransaction(ctx, session, { kind, doc, before }) {
    if (kind !== 'update') return;
    const changed = FIXED.filter(name => doc[name] !== before[name]);
    if (changed.length === 0) return;
    const { projectId } = ctx;
    const now = await records(supply)
      .withRemoved()
      .in(session)
      .first({ projectId }, { _id: doc._id }, { only: ['moved'] });
    const code = 'SUPPLY_FIXED';
    if (now?.moved) failFields(Object.fromEntries(changed.map(name => [name, { code }])), code);
  },
} satisfies BehaviourOf<typeof supply>;

/** Supplies in stock cannot be taken out of use. */
const stop: Action<typeof supply, 'stop'> = (_ctx, doc) => {
  if (doc.stock !== 0) fail('SUPPLY_HAS_STOCK', { stock: doc.stock });
  return { set: { stockState: 'GOOD_USAGE' }, while: { stock: 0 } };
};

const useAgain: Action<typeof supply, 'use-again'> = (_ctx, doc) => ({
  set: { reason: null, stockState: stateOf({ ...doc, status: 'IN_USE' }) },
});

export const supplyActs = { stop, 'use-again': useAgain } satisfies ActionsOf<typeof supply>;

/** Refuses while the warehouse has stock. */
async function assertWarehouseEmpty({ projectId }: Ctx, warehouseId: string, session?: Session): Promise<void> {
  const full = await records(stockLevel)
    .in(session)
    .first({ projectId }, { warehouseId, quantity: { $gt: 0 } });
  if (full) fail('WAREHOUSE_HAS_STOCK');
}

export const warehouseBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' || (kind === 'update' && values.active === false)) await assertWarehouseEmpty(ctx, doc._id);
    return values;
  },
  // Checked again once no posting can fill the warehouse any more.
  async inTransaction(ctx, session, { kind, doc, before }) {
    if (kind !== 'update' || doc.active !== false || before.active === false) return;
    await lockAgainst([doc._id], session);
    await assertWarehouseEmpty(ctx, doc._id, session);
  },
} satisfies BehaviourOf<typeof warehouse>;

/** Checks that a warehouse is active. */
export async function needActive({ projectId }: Ctx, id: string | null, field: string): Promise<void> {
  const store = await records(warehouse).get({ projectId }, id);
  if (store?.active !== true) failFields({ [field]: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
}
