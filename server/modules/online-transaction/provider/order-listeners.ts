import { bill } from '@lobby/shared/modules/bill.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { log } from '../../../kit/ops/log.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import type { EventRow } from '../../../kit/store/events.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadProject, settingsOf } from '../../../platform/projects/projects.ts';
import { openBills } from '../open-bills.ts';
import { appendLog, openOrders } from '../orders.ts';

/** Statuses in which payment has not begun, so that the order may be ended. */
const WAITING = ['UNREADY', 'IN_PROCESS'] as const;

/** Disables orders with an event each. */
async function disable(ctx: Ctx, docs: readonly Doc<typeof onlineTransaction>[], why: string): Promise<void> {
  for (const { _id } of docs)
    await perform(ctx, { definition: onlineTransaction, name: 'disable', id: _id, input: {} }, (_ctx, latest) => ({
      set: appendLog(latest, ctx.now, 'disable', why),
    })).catch(error => {
      if (!(error instanceof Refusal)) throw error;
    });
}

/** Disables orders that exceed what is still owed of a bill. */
async function afterBill(ctx: Ctx, billId: string): Promise<void> {
  const open = await openOrders(ctx.projectId, WAITING, { 'items.billId': billId });
  const [first] = open;
  if (!first) return;
  const owed = first.unitId ? await openBills(ctx, first.unitId) : [];
  const left = owed.find(({ doc }) => doc._id === billId)?.left ?? 0;
  const changed = open.filter(doc => doc.items.some(item => item.billId === billId && item.amount > left));
  await disable(ctx, changed, 'bill');
}

async function follow({ entity, entityId, action, projectId, after }: EventRow): Promise<void> {
  const pauses = entity === paymentGateway.name && action === 'pause';
  const shuts = entity === 'online' && after?.mode !== 'ON';
  const moves = entity === bill.name && entityId !== null && action !== 'create';
  if (!pauses && !shuts && !moves) return;
  const project = await loadProject(projectId);
  if (!project) return;
  const ctx = systemCtx(settingsOf(project), clockNow());
  if (moves) return afterBill(ctx, entityId);
  const of = pauses ? { gatewayId: entityId } : {};
  await disable(ctx, await openOrders(projectId, WAITING, of), pauses ? 'gateway' : 'mode');
}

/** Disables open orders when their bill changes, their gateway is paused, or online payment is switched off. */
export function onOrderEvents(rows: readonly EventRow[]): void {
  for (const row of rows)
    void follow(row).catch(error => log.error({ error: String(error) }, 'open orders could not be ended'));
}
