import { type DepositOrigin, deposit, depositRequest, kindOfOrigin } from '@lobby/shared/modules/deposit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { fundFor } from '../ledger/index.ts';
import { assertNotLocked } from '../lock-date/index.ts';
import { bookKept, bookRefund, type Came, type Income, requestGivenBack, takenDeposit, takenOff } from './books.ts';
import { collectedBy } from './requests.ts';

/** The form or booking that a deposit belongs to; the form's own acts move the deposit in their transaction. */
export interface DepositOf {
  origin: DepositOrigin;
  id: string;
  code: string;
  unitId: string;
  payer: string;
  content?: string | null;
  /** Due date of the request. */
  due?: string | null;
}

/** Date and fund of a deposit movement, if not today and the default fund. */
export interface Moved extends Came {
  day?: string;
  fundId?: string | null;
}
/** Details of a refund. */
export interface Returned {
  day?: string;
  /** Payment method, if not that of the deposit. */
  method?: string;
  /** Paying fund; by default the receiving fund, or the default fund of another method. */
  fundId?: string | null;
  /** Forfeited amount. */
  kept?: number;
  income?: Income;
  /** Alternative booking of the amount, if it is not refunded by the deposit itself. */
  by?: { to: 'refundAmount' | 'transferred'; book: (doc: Doc<typeof deposit>) => Promise<Change[]> };
}

/** Latest open request, and latest held deposit, of a form. */
const loadAsked = ({ projectId }: Ctx, originId: string): Promise<Doc<typeof depositRequest> | null> =>
  records(depositRequest).first({ projectId }, { originId, status: 'WAIT_FOR_DEPOSIT' }, { sort: { createdAt: -1 } });
const loadHeld = ({ projectId }: Ctx, originId: string): Promise<Doc<typeof deposit> | null> =>
  records(deposit).first({ projectId }, { originId, status: 'DEPOSITED' }, { sort: { createdAt: -1 } });

/** Requests a deposit, or changes the requested amount; 0 withdraws the request with the form's reason. */
export async function askDeposit(ctx: Ctx, of: DepositOf, amount: number, reason?: string | null): Promise<Change[]> {
  const open = await loadAsked(ctx, of.id);
  if (open && amount === 0)
    return [
      {
        definition: depositRequest,
        action: 'reject',
        update: {
          doc: open,
          set: { status: 'REJECTED', overdue: false, reason: reason ?? null },
        },
      },
    ];
  if (open)
    return open.amount === amount && open.unitId === of.unitId
      ? []
      : [{ definition: depositRequest, action: 'update', update: { doc: open, set: { amount, unitId: of.unitId } } }];
  if (amount === 0) return [];
  const { origin, id, code, unitId, content, due } = of;
  const values = {
    unitId,
    amount,
    dueOn: due ?? null,
    requestedAt: ctx.now,
    kind: kindOfOrigin(origin),
    origin,
    originId: id,
    originCode: code,
    content: content ?? code,
  };
  return [{ definition: depositRequest, action: 'create', insert: await build(ctx, depositRequest, values) }];
}

/** Receives the deposit of a form and settles its request. */
export async function takeDeposit(
  ctx: Ctx,
  of: DepositOf,
  amount: number,
  method: Doc<typeof deposit>['method'],
  moved: Moved = {},
): Promise<Change[]> {
  const day = moved.day ?? todayOf(ctx);
  await assertNotLocked(ctx, 'transaction', day);
  const request = await loadAsked(ctx, of.id);
  const { origin, id, code, unitId, payer, content } = of;
  const values = {
    unitId,
    payerName: payer,
    content: content ?? null,
    amount,
    method,
    accountingDate: day,
    fundId: moved.fundId ?? (await fundFor(ctx, method)),
    kind: kindOfOrigin(origin),
    origin,
    originId: id,
    originCode: code,
    requestId: request?._id ?? null,
  };
  const made = await takenDeposit(ctx, values, moved);
  const set = { ...(request && collectedBy(request, made.doc)), status: 'DEPOSITED', overdue: false };
  return [
    ...(request ? [{ definition: depositRequest, action: 'collect', update: { doc: request, set } }] : []),
    ...made.changes,
  ];
}

/** Confirms that a form's deposit was counted. */
export async function confirmDeposit(ctx: Ctx, originId: string): Promise<Change[]> {
  const doc = await loadHeld(ctx, originId);
  const set = { confirmed: true, confirmedAt: ctx.now };
  return doc ? [{ definition: deposit, action: 'confirm', update: { doc, set } }] : [];
}

/** The held deposit of a form, or null if none was ever received; throws if accounting has already moved it. */
async function heldFor(ctx: Ctx, originId: string): Promise<Doc<typeof deposit> | null> {
  const doc = await loadHeld(ctx, originId);
  if (doc) return doc;
  const { projectId } = ctx;
  const moved = await records(deposit).first({ projectId }, { originId }, { only: ['status'] });
  return moved ? fail('STATUS_CHANGED') : null;
}

/** Refunds an amount of a form's deposit and forfeits another; the rest stays held until accounting moves it. */
export async function giveBackDeposit(
  ctx: Ctx,
  originId: string,
  amount: number,
  reason?: string | null,
  returned: Returned = {},
): Promise<Change[]> {
  const doc = await heldFor(ctx, originId);
  if (!doc) return [];
  const { by, income, kept = 0 } = returned;
  const day = returned.day ?? todayOf(ctx);
  await assertNotLocked(ctx, 'transaction', day);
  const method = returned.method ?? doc.method;
  const usual = method === doc.method ? doc.fundId : await fundFor(ctx, method);
  const fundId = by ? null : (returned.fundId ?? usual);
  const back = by?.to ?? 'refundAmount';
  const left = { ...takenOff(doc, amount, back) };
  const isRefund = amount > 0 && back === 'refundAmount' && !by;
  const booked = isRefund ? await bookRefund(ctx, doc, { amount, day, fundId, method }) : null;
  const set: Partial<Doc<typeof deposit>> = {
    ...left,
    ...takenOff({ ...doc, ...left }, kept, 'kept'),
    ...(booked && { refunds: booked.refunds }),
    ...(reason && { reason }),
  };
  const isOver = set.remaining === 0;
  const over = amount === 0 ? 'KEPT' : back === 'refundAmount' ? 'REFUNDED' : 'TRANSFERRED';
  return [
    ...(booked?.changes ?? (await by?.book(doc)) ?? []),
    ...(await bookKept(ctx, doc, kept, day, income)),
    ...(isRefund ? await requestGivenBack(ctx, doc, amount, isOver) : []),
    {
      definition: deposit,
      action: amount > 0 ? 'refund' : 'keep',
      update: { doc, set: { ...set, ...(isOver ? { status: over, toGiveBack: false } : { status: 'DEPOSITED' }) } },
    },
  ];
}

/** Marks the held deposit of an ended form as due for refund, and tells the staff who pay it back. */
export async function owedBack(ctx: Ctx, originId: string): Promise<Change[]> {
  const doc = await loadHeld(ctx, originId);
  if (!doc || doc.toGiveBack) return [];
  const staff = toStaff(await loadReaders(ctx.projectId, deposit.code, 'updateStatus'));
  const subject = { module: deposit.code, id: doc._id, title: doc.code ?? '' };
  return [
    {
      definition: deposit,
      action: 'update',
      update: { doc, set: { toGiveBack: true } },
      also: session => notify(ctx, staff, 'DEPOSIT_TO_GIVE_BACK', subject, session),
    },
  ];
}

/** Forfeits the whole deposit of a booking. */
export async function keepDeposit(
  ctx: Ctx,
  originId: string,
  reason: string | null | undefined,
  income: Income,
): Promise<Change[]> {
  const doc = await heldFor(ctx, originId);
  return doc ? giveBackDeposit(ctx, originId, 0, reason, { kept: doc.remaining, income }) : [];
}
