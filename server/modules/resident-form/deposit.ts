import type { Definition } from '@lobby/shared/kit/definition.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { Done } from '../../kit/records/behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { askDeposit, confirmDeposit, type DepositOf, giveBackDeposit, takeDeposit } from '../deposit/index.ts';

type Values = Record<string, unknown>;

/** What a form says of its deposit as long as none was taken: due, or none. */
export function depositDue(values: Values, doc: Stored | null): Values {
  if (values.deposit === undefined || (doc && (values.deposit ?? 0) === (doc.deposit ?? 0))) return {};
  if (doc && doc.depositStatus !== 'NONE' && doc.depositStatus !== 'WAIT_FOR_DEPOSIT')
    failFields({ deposit: { code: 'DEPOSIT_ALREADY_TAKEN' } }, 'DEPOSIT_ALREADY_TAKEN');
  return { depositStatus: Number(values.deposit) > 0 ? 'WAIT_FOR_DEPOSIT' : 'NONE' };
}

/** A form is approved only when its deposit is here, and counted. */
export function refuseUncollected({ depositStatus, depositConfirmedAt }: Stored): void {
  if (depositStatus === 'WAIT_FOR_DEPOSIT' || (depositStatus === 'DEPOSITED' && !depositConfirmedAt))
    fail('DEPOSIT_NOT_CONFIRMED');
}

/** A form ends only when its deposit went back, or somebody says why it does not. */
export function refuseUnrefunded({ depositStatus }: Stored, { withoutRefund, reason }: Values): Values {
  if (depositStatus !== 'DEPOSITED') return {};
  if (withoutRefund !== true) return fail('DEPOSIT_NOT_REFUNDED');
  if (!reason) failFields({ reason: { code: 'DEPOSIT_REASON_REQUIRED' } }, 'DEPOSIT_REASON_REQUIRED');
  return { reason: reason };
}

/** A form as its deposit names it. */
const ofForm = ({ name }: Definition, doc: Stored): DepositOf => ({
  origin: name === cardRegistration.name ? 'CARD' : 'CONSTRUCTION',
  id: doc._id,
  code: String(doc.code),
  unitId: String(doc.unitId),
  payer: String(doc.registrantName ?? doc.code),
});

/** A form that waits for a deposit asks for it; one that is gone, over or without one asks no more. */
export async function depositAsked(ctx: Ctx, definition: Definition, { doc, before }: Done): Promise<Change[]> {
  const form = doc ?? before;
  const waits = doc?.status === 'WAITING' && doc.depositStatus === 'WAIT_FOR_DEPOSIT';
  if (!waits && before?.depositStatus !== 'WAIT_FOR_DEPOSIT') return [];
  return askDeposit(ctx, ofForm(definition, form), waits ? Number(doc.deposit) : 0);
}

/** Nobody gives back the deposit of a form that is gone. */
export function refuseHeld({ status, depositStatus }: Stored): void {
  if (depositStatus === 'DEPOSITED' && status !== 'COMPLETED') fail('DEPOSIT_NOT_REFUNDED');
}

/** What the ends of a form mean for its deposit: what was asked for is given up, what was not given back stays held. */
export const depositGivenUp = async (ctx: Ctx, definition: Definition, doc: Stored): Promise<Change[]> =>
  doc.depositStatus === 'WAIT_FOR_DEPOSIT' ? askDeposit(ctx, ofForm(definition, doc), 0) : [];

/** Takes the deposit in: the whole of it. */
const take =
  (definition: Definition): Rule =>
  async (ctx, doc, { amount, depositMethod }) => {
    if (!amount) failFields({ amount: { code: 'DEPOSIT_AMOUNT_REQUIRED' } }, 'DEPOSIT_AMOUNT_REQUIRED');
    if (amount !== doc.deposit) failFields({ amount: { code: 'DEPOSIT_AMOUNT_MISMATCH' } }, 'DEPOSIT_AMOUNT_MISMATCH');
    const method = depositMethod ?? 'CASH';
    return {
      set: { depositStatus: 'DEPOSITED', depositMethod: method, depositedAt: ctx.now },
      with: await takeDeposit(ctx, ofForm(definition, doc), Number(amount), method),
    };
  };

/** Somebody has counted it. */
const confirm: Rule = async (ctx, doc) =>
  doc.depositConfirmedAt
    ? fail('STATUS_CHANGED', { status: doc.status })
    : { set: { depositConfirmedAt: ctx.now }, with: await confirmDeposit(ctx, doc._id) };

/** Gives it back: never more than was taken, and less only where the project allows that. */
const refund: Rule = async (ctx, doc, { amount, reason }) => {
  const [given, held] = [Number(amount ?? doc.deposit), Number(doc.deposit)];
  if (given <= 0) failFields({ amount: { code: 'DEPOSIT_AMOUNT_REQUIRED' } }, 'DEPOSIT_AMOUNT_REQUIRED');
  if (given > held) failFields({ amount: { code: 'REFUND_EXCEEDS_DEPOSIT' } }, 'REFUND_EXCEEDS_DEPOSIT');
  if (given < held && !feature(ctx, 'PARTIAL_DEPOSIT_REFUND'))
    failFields({ amount: { code: 'DEPOSIT_PARTIAL_REFUND_OFF' } }, 'DEPOSIT_PARTIAL_REFUND_OFF');
  if (given < held && !reason) failFields({ reason: { code: 'DEPOSIT_REASON_REQUIRED' } }, 'DEPOSIT_REASON_REQUIRED');
  return {
    set: { depositStatus: 'REFUNDED', refundAmount: given, refundedAt: ctx.now },
    with: await giveBackDeposit(ctx, doc._id, given, reason),
  };
};

export const depositActs = (definition: Definition) => ({ take: take(definition), confirm, refund });
