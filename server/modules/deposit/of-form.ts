import { type DepositOrigin, deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { build } from '../../kit/records/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { fundFor } from '../ledger/index.ts';
import { refuseLocked, todayOf } from '../lock-date/index.ts';
import { bookRefund, refundsWith, takenDeposit, takenOff } from './books.ts';

/** The form or booking that a deposit belongs to: its own acts move the deposit, in their transaction. */
export interface DepositOf {
  origin: DepositOrigin;
  id: string;
  code: string;
  unitId: string;
  payer: string;
  content?: string | null;
}

const ofForm = <D extends typeof deposit | typeof depositRequest>(
  { projectId }: Ctx,
  definition: D,
  originId: string,
  status: string,
): Promise<Stored | null> =>
  modelOf(definition).findOne({ projectId, originId, status, deletedAt: null }).sort({ createdAt: -1 }).lean<Stored>();

/** Asks for a deposit, or for another amount than before; 0 gives the request up. */
export async function askDeposit(ctx: Ctx, of: DepositOf, amount: number): Promise<Change[]> {
  const open = await ofForm(ctx, depositRequest, of.id, 'WAIT_FOR_DEPOSIT');
  if (open && amount === 0)
    return [{ definition: depositRequest, action: 'reject', update: { doc: open, set: { status: 'REJECTED' } } }];
  if (open)
    return open.amount === amount && String(open.unitId) === of.unitId
      ? []
      : [{ definition: depositRequest, action: 'update', update: { doc: open, set: { amount, unitId: of.unitId } } }];
  if (amount === 0) return [];
  const { origin, id, code, unitId, content } = of;
  const values = { unitId, amount, origin, originId: id, originCode: code, content: content ?? code };
  return [{ definition: depositRequest, action: 'create', insert: await build(ctx, depositRequest, values) }];
}

/** Takes the deposit of a form in, in answer to what was asked for. */
export async function takeDeposit(ctx: Ctx, of: DepositOf, amount: number, method: unknown): Promise<Change[]> {
  const day = todayOf(ctx);
  await refuseLocked(ctx, 'transaction', day);
  const asked = await ofForm(ctx, depositRequest, of.id, 'WAIT_FOR_DEPOSIT');
  const { origin, id, code, unitId, payer, content } = of;
  const made = await takenDeposit(ctx, {
    ...{ unitId, payer, content: content ?? null, amount, method, day, fundId: await fundFor(ctx, method) },
    ...{ origin, originId: id, originCode: code, requestId: asked?._id ?? null },
  });
  const set = { status: 'DEPOSITED', depositId: made.doc._id };
  return [
    ...(asked ? [{ definition: depositRequest, action: 'collect', update: { doc: asked, set } }] : []),
    ...made.changes,
  ];
}

/** Somebody has counted the deposit of a form. */
export async function confirmDeposit(ctx: Ctx, originId: string): Promise<Change[]> {
  const doc = await ofForm(ctx, deposit, originId, 'DEPOSITED');
  const set = { confirmed: true, confirmedAt: ctx.now };
  return doc ? [{ definition: deposit, action: 'confirm', update: { doc, set } }] : [];
}

/** Gives an amount of a form's deposit back; the rest stays held until accounting moves it on. */
export async function giveBackDeposit(ctx: Ctx, originId: string, amount: number, reason?: unknown): Promise<Change[]> {
  const doc = await ofForm(ctx, deposit, originId, 'DEPOSITED');
  // Of a form from before there were books nothing is held; what accounting has moved on does not come back.
  if (!doc) {
    const { projectId } = ctx;
    const moved = await modelOf(deposit).findOne({ projectId, originId, deletedAt: null }, { status: 1 }).lean();
    return moved ? fail('STATUS_CHANGED') : [];
  }
  const day = todayOf(ctx);
  await refuseLocked(ctx, 'transaction', day);
  const { fundId } = doc;
  const left = takenOff(doc, amount, 'refundAmount');
  const set = {
    ...{ ...left, ...refundsWith(doc, amount, fundId, day) },
    ...(typeof reason === 'string' && { reason }),
    status: Number(left.remaining) > 0 ? 'DEPOSITED' : 'REFUNDED',
  };
  return [
    { definition: deposit, action: 'refund', update: { doc, set } },
    ...(await bookRefund(ctx, doc, amount, fundId, day)),
  ];
}
