import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ValuesOf } from '@lobby/shared/kit/fields.ts';
import { DEFAULT_LANGUAGE } from '@lobby/shared/kit/languages.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { DEPOSIT_FIELDS } from '@lobby/shared/modules/resident-form.ts';
import { METHODS } from '@lobby/shared/modules/voucher.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text as textIn } from '../../kit/base/messages.ts';
import type { Effect, Rule } from '../../kit/records/acts/act.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import type { Done } from '../../kit/records/behaviour.ts';
import { type AnyDoc, type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import {
  askDeposit,
  confirmDeposit,
  type DepositOf,
  giveBackDeposit,
  owedBack,
  takeDeposit,
  voucherIn,
} from '../deposit/index.ts';
import { checkDay } from '../lock-date/index.ts';
import { payerNamed } from '../receipt/index.ts';
import { subjectOf, withNotice, withStatusNotice } from './form-notices.ts';

const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);
const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

/** Deposit of a form before it is taken: due, or none; a new form without an amount gets the usual one. */
export function depositDue(
  values: Record<string, unknown>,
  doc: AnyDoc | null,
  usual: number,
): Partial<Pick<ValuesOf<typeof DEPOSIT_FIELDS>, 'depositAmount' | 'depositStatus'>> {
  const amount = doc ? Number(values.depositAmount ?? 0) : Number(values.depositAmount ?? usual);
  if (doc && (values.depositAmount === undefined || amount === Number(doc.depositAmount ?? 0))) return {};
  if (doc && !['NONE', 'WAIT_FOR_DEPOSIT'].includes(String(doc.depositStatus)))
    refuse('depositAmount', 'DEPOSIT_ALREADY_TAKEN');
  if (doc && doc.status !== 'WAITING') fail('STATUS_NOT_ALLOWED', { status: doc.status });
  return { depositAmount: amount, depositStatus: amount > 0 ? 'WAIT_FOR_DEPOSIT' : 'NONE' };
}

/** A form is approved only once its deposit is taken and confirmed. */
export function assertCollected({
  depositStatus,
  depositConfirmedAt,
}: Pick<Doc<typeof cardRegistration>, 'depositStatus' | 'depositConfirmedAt'>): void {
  if (depositStatus === 'WAIT_FOR_DEPOSIT' || (depositStatus === 'DEPOSITED' && !depositConfirmedAt))
    fail('DEPOSIT_NOT_CONFIRMED');
}

/** A form as source of its deposit. */
function ofForm({ name }: Definition, doc: AnyDoc, input: { payer?: unknown; note?: unknown } = {}): DepositOf {
  const origin = name === cardRegistration.name ? 'CARD' : 'CONSTRUCTION';
  const code = text(doc.code) ?? '';
  const of = text(doc.plate) ?? code;
  return {
    origin,
    id: doc._id,
    code,
    unitId: text(doc.unitId) ?? '',
    payer: text(input.payer) ?? code,
    // Households read it on their receipt, where the code of a form says nothing.
    content: text(input.note) ?? textIn(DEFAULT_LANGUAGE, `deposit.content.${origin}`, { of }),
  };
}

/** Requests the deposit of a form that waits for it; withdraws the request once it no longer does. */
export async function depositAsked(ctx: Ctx, definition: Definition, { doc, before }: Done): Promise<Change[]> {
  const form = doc ?? before;
  const waits = doc?.status === 'WAITING' && doc.depositStatus === 'WAIT_FOR_DEPOSIT';
  if (!waits && before?.depositStatus !== 'WAIT_FOR_DEPOSIT') return [];
  return askDeposit(ctx, ofForm(definition, form), waits ? Number(doc.depositAmount) : 0);
}

/** Refuses while the deposit of an ended form is not refunded. */
export function assertNotHeld({
  status,
  depositStatus,
}: Pick<Doc<typeof cardRegistration>, 'depositStatus'> & { status: string }): void {
  if (depositStatus === 'DEPOSITED' && status !== 'COMPLETED') fail('DEPOSIT_NOT_REFUNDED');
}

/** When a form is given up: withdraws the request for its deposit; one already taken is due for refund. */
export async function depositGivenUp(
  ctx: Ctx,
  definition: Definition,
  doc: AnyDoc,
  reason: unknown,
): Promise<Change[]> {
  if (doc.depositStatus === 'WAIT_FOR_DEPOSIT') return askDeposit(ctx, ofForm(definition, doc), 0, text(reason));
  return doc.depositStatus === 'DEPOSITED' ? owedBack(ctx, doc._id) : [];
}

/** Accounting day of an action, by default today; neither in the future nor in a closed period. */
async function dayFrom(ctx: Ctx, value: unknown): Promise<string> {
  const day = text(value) ?? todayOf(ctx);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  return day;
}

/** Effect of an action, combined with the files it adds. */
const withFiles = (files: Effect, effect: Effect): Effect => ({
  ...effect,
  set: { ...files.set, ...effect.set },
  ...(files.also && { also: files.also }),
});

/** Takes the deposit, in full. */
const take =
  (definition: Definition): Rule =>
  async (ctx, doc, { amount, method, accountingDate, payer, fundId, note, images }) => {
    if (!amount) refuse('amount', 'DEPOSIT_AMOUNT_REQUIRED');
    if (amount !== doc.depositAmount) refuse('amount', 'DEPOSIT_AMOUNT_MISMATCH');
    const day = await dayFrom(ctx, accountingDate);
    const by = METHODS.find(kind => kind === method) ?? 'CASH';
    const moved = { day, ...(text(fundId) && { fundId: text(fundId) }) };
    const payerName = text(payer) ?? (await payerNamed(ctx, { ...doc, residentId: doc.residentId ?? doc.requesterId }));
    const changes = await takeDeposit(
      ctx,
      ofForm(definition, doc, { payer: payerName, note }),
      Number(amount),
      by,
      moved,
    );
    const files = await addFiles(ctx, definition, doc, 'depositProof', images);
    const set = {
      depositStatus: 'DEPOSITED',
      depositMethod: by,
      depositPaidOn: day,
      depositPayer: text(payer),
      depositId: voucherIn(changes, deposit),
      receiptId: voucherIn(changes, receipt),
    };
    return withStatusNotice(definition, ctx, doc, 'DEPOSIT_RECEIVED', withFiles(files, { set, with: changes }));
  };

/** Confirms that the deposit was counted. */
const confirm =
  (definition: Definition): Rule =>
  async (ctx, doc, { amount }) => {
    if (doc.depositConfirmedAt) fail('STATUS_CHANGED', { status: doc.status });
    if (amount != null && amount !== doc.depositAmount) refuse('amount', 'DEPOSIT_AMOUNT_MISMATCH');
    const set = { depositConfirmedAt: ctx.now, depositConfirmedBy: ctx.employeeId };
    return withStatusNotice(definition, ctx, doc, 'DEPOSIT_CONFIRMED', {
      set,
      with: await confirmDeposit(ctx, doc._id),
    });
  };

/** The household sends proof of its payment. */
const prove =
  (definition: Definition): Rule =>
  async (ctx, doc, { images }) => {
    if (!Array.isArray(images) || images.length === 0) failFields({ images: { code: 'REQUIRED' } });
    const files = await addFiles(ctx, definition, doc, 'depositProof', images);
    return withNotice(files, async session => {
      const desk = await loadReaders(ctx.projectId, definition.code, 'updateStatus');
      await notify(ctx, toStaff(desk), 'DEPOSIT_PROOF', subjectOf(definition, doc), session);
    });
  };

/** Refunds the deposit: never more than was taken, and less only if the project allows it. */
const refund =
  (definition: Definition): Rule =>
  async (ctx, doc, { amount, method, accountingDate, fundId, reason }) => {
    const [returned, held] = [Number(amount ?? doc.depositAmount), Number(doc.depositAmount)];
    if (returned <= 0) refuse('amount', 'DEPOSIT_AMOUNT_REQUIRED');
    if (returned > held) refuse('amount', 'REFUND_EXCEEDS_DEPOSIT');
    if (returned < held && !feature(ctx, 'PARTIAL_DEPOSIT_REFUND')) refuse('amount', 'DEPOSIT_PARTIAL_REFUND_OFF');
    if (returned < held && !text(reason)) refuse('reason', 'DEPOSIT_REASON_REQUIRED');
    const day = await dayFrom(ctx, accountingDate);
    // By default refunded by the method of payment.
    const usual = text(fundId) ? 'CASH' : doc.depositMethod;
    const by = METHODS.find(kind => kind === (method ?? usual));
    const moved = { day, ...(by && { method: by }), ...(text(fundId) && { fundId: text(fundId) }) };
    const back = await giveBackDeposit(ctx, doc._id, returned, text(reason), moved);
    const set = {
      depositStatus: 'REFUNDED',
      refundAmount: returned,
      refundMethod: by ?? null,
      refundedOn: day,
      refundReason: text(reason),
      payslipId: voucherIn(back, payslip),
    };
    return withStatusNotice(definition, ctx, doc, 'DEPOSIT_REFUNDED', { set, with: back });
  };

/** A form ends only if its deposit is refunded, or a reason is given why not. */
export async function depositAtEnd(
  ctx: Ctx,
  definition: Definition,
  doc: AnyDoc,
  { refund: back, withoutRefund, reason }: Record<string, unknown>,
): Promise<Effect> {
  if (doc.depositStatus !== 'DEPOSITED') return {};
  if (back === true) return refund(definition)(ctx, doc, {});
  if (withoutRefund !== true) return fail('DEPOSIT_NOT_REFUNDED');
  if (!text(reason)) refuse('reason', 'DEPOSIT_REASON_REQUIRED');
  return {
    set: { withoutRefund: true, withoutRefundReason: reason },
    with: await owedBack(ctx, doc._id),
  };
}

/** Deposit actions of a form, by path. */
export const depositActs = (definition: Definition): Record<string, Rule> => ({
  'deposit/deposit': take(definition),
  'deposit/confirm': confirm(definition),
  'deposit/proof': prove(definition),
  'deposit/refund': refund(definition),
});

/** Fields reset when the receipt of the deposit is cancelled; `NEVER_BACK` for its payslip. */
const NEVER_TAKEN = {
  depositStatus: 'WAIT_FOR_DEPOSIT',
  depositMethod: null,
  depositPaidOn: null,
  depositPayer: null,
  depositConfirmedAt: null,
  depositConfirmedBy: null,
  depositId: null,
  receiptId: null,
};
const NEVER_BACK = {
  depositStatus: 'DEPOSITED',
  refundAmount: null,
  refundMethod: null,
  refundedOn: null,
  refundReason: null,
  payslipId: null,
};

/** Updates a form whose voucher was cancelled: its deposit is due or held again. Null if no form has the voucher. */
export async function cancelledVoucher(
  ctx: Ctx,
  kind: string,
  { _id, originId, originCode: code }: { _id: string; originId: string | null; originCode: string | null },
): Promise<Change[] | null> {
  if (!originId) return null;
  const field = kind === receipt.name ? 'receiptId' : 'payslipId';
  for (const definition of [constructionRegistration, cardRegistration]) {
    const query = { projectId: ctx.projectId, _id: originId, deletedAt: null };
    const doc = await records(definition).first(ctx, query);
    if (!doc) continue;
    if (doc[field] !== _id || (field === 'receiptId' && doc.status !== 'WAITING')) fail('DEPOSIT_OF_FORM', { code });
    const set = field === 'receiptId' ? NEVER_TAKEN : NEVER_BACK;
    return [{ definition, action: 'update', update: { doc, set } }];
  }
  return null;
}
