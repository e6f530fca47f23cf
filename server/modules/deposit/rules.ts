import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Action, ActionsOf, BehaviourOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { letGoOf } from '../fund/index.ts';
import { type Line, postings } from '../ledger/index.ts';
import { checkDay, refuseCancelLocked, refuseLocked, todayOf } from '../lock-date/index.ts';
import {
  bookCancelled,
  bookKept,
  bookRefund,
  bookTaken,
  dayOr,
  held,
  lessened,
  newDeposit,
  requestGivenBack,
  takenOff,
} from './books.ts';
import { reopened, tellOf } from './requests.ts';
import { receiptTakenBack } from './vouchers.ts';

type Values = Record<string, unknown>;

const WORDS = new Set(['payerName', 'content', 'attachments', 'dueBackOn']);
/** Of a deposit that is held its words are edited, and until when it is to go back. */
function wordsOf(ctx: Ctx, values: Values, doc: Doc<typeof deposit>): Values {
  const fixed = Object.keys(values).filter(name => !WORDS.has(name) && values[name] !== fieldOf(doc, name));
  if (fixed.length > 0) failFields(Object.fromEntries(fixed.map(name => [name, { code: 'UNKNOWN_FIELD' }])));
  if (!('dueBackOn' in values) || doc.originId) return values;
  // Its job of the morning marks it again once that day has passed.
  const later = typeof values.dueBackOn !== 'string' || values.dueBackOn >= todayOf(ctx);
  return later ? { ...values, toGiveBack: false } : values;
}

/** A deposit that is taken by hand or brought over from an older system. */
export const depositBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'update') return wordsOf(ctx, values, doc);
    if (kind !== 'create' && kind !== 'import') return values;
    await checkDay(ctx, 'transaction', String(values.accountingDate), 'accountingDate');
    const origin = kind === 'import' ? 'IMPORT' : 'MANUAL';
    return { ...values, origin, remaining: values.amount, cashierId: ctx.employeeId };
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create' || kind === 'import' ? bookTaken(ctx, doc, kind === 'import') : [],
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind === 'create') await tellOf(ctx, 'DEPOSIT_RECEIVED', doc, session);
  },
} satisfies BehaviourOf<typeof deposit>;

/** What the form decides is not decided beside it. */
async function refuseOfForm(doc: Doc<typeof deposit>): Promise<void> {
  if (doc.originId && !(await isLeft(doc))) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
}

/** What a form did not give back when it was over: accounting moves it on. */
async function isLeft({ projectId, origin, originId }: Doc<typeof deposit>): Promise<boolean> {
  const definition = origin === 'CARD' ? cardRegistration : origin === 'CONSTRUCTION' ? constructionRegistration : null;
  const form = definition && (await records(definition).withRemoved().get({ projectId }, originId));
  return form != null && (form.status === 'COMPLETED' || form.depositStatus === 'REFUNDED');
}

/** Somebody has counted it. */
const confirm: Action<typeof deposit, 'confirm'> = async (ctx, doc) => {
  await refuseOfForm(doc);
  return { set: { confirmed: true, confirmedAt: ctx.now } };
};

/** Gives it back: never more than was paid, and less only where the project allows that. */
async function refund(ctx: Ctx, doc: Doc<typeof deposit>, input: Values): Promise<EffectOf<typeof deposit>> {
  await refuseOfForm(doc);
  const day = dayOr(ctx, input.accountingDate);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const amount = Number(input.amount);
  const set = takenOff(doc, amount, 'refundAmount');
  if (Number(set.remaining) > 0 && !feature(ctx, 'PARTIAL_DEPOSIT_REFUND'))
    failFields({ amount: { code: 'DEPOSIT_PARTIAL_REFUND_OFF' } }, 'DEPOSIT_PARTIAL_REFUND_OFF');
  const isOver = Number(set.remaining) === 0;
  const asked = await requestGivenBack(ctx, doc, amount, isOver);
  const { fundId, method } = input;
  const { changes, refunds } = await bookRefund(ctx, doc, { amount, day, fundId, method });
  const whole = { ...set, refunds, ...(isOver && { toGiveBack: false }) };
  const effect = lessened(whole, 'REFUNDED', [...changes, ...asked]);
  return { ...effect, also: session => tellOf(ctx, 'DEPOSIT_REFUNDED', doc, session) };
}

/** Moves it: to the account of a unit, or to another unit as its deposit. */
async function transfer(ctx: Ctx, doc: Doc<typeof deposit>, input: Values): Promise<EffectOf<typeof deposit>> {
  await refuseOfForm(doc);
  const amount = Number(input.amount);
  const set = takenOff(doc, amount, 'transferred');
  const own = String(doc.unitId);
  const to = typeof input.toUnitId === 'string' ? input.toUnitId : own;
  const asDeposit = input.target === 'DEPOSIT';
  if (asDeposit && to === own) failFields({ toUnitId: { code: 'DEPOSIT_SAME_UNIT' } }, 'DEPOSIT_SAME_UNIT');
  await refuseLocked(ctx, 'transaction', todayOf(ctx));
  const code = String(doc.code);
  const out = held(doc, 'debit', amount);
  const book = (to: Line) =>
    postings(ctx, { kind: 'DEPOSIT_TRANSFER', day: todayOf(ctx), type: 'deposit', doc, lines: [out, to] });
  if (!asDeposit)
    return lessened(set, 'TRANSFERRED', await book({ account: 'UNIT_ACCOUNT', unitId: to, credit: amount }));
  const insert = await newDeposit(ctx, {
    unitId: to,
    payerName: doc.payerName,
    content: doc.content,
    amount,
    method: doc.method,
    accountingDate: todayOf(ctx),
    kind: doc.kind,
    origin: 'TRANSFER',
    originCode: code,
    fundId: null,
  });
  return lessened(set, 'TRANSFERRED', [
    { definition: deposit, action: 'create', insert },
    ...(await book(held(insert, 'credit', amount))),
  ]);
}

async function keep(ctx: Ctx, doc: Doc<typeof deposit>): Promise<EffectOf<typeof deposit>> {
  await refuseOfForm(doc);
  await refuseLocked(ctx, 'transaction', todayOf(ctx));
  const rest = Number(doc.remaining);
  return { set: takenOff(doc, rest, 'kept'), with: await bookKept(ctx, doc, rest) };
}

/** Takes back a deposit that was written by mistake: nothing of it may have moved. `by`: the record that does it. */
async function takeBack(
  ctx: Ctx,
  doc: Doc<typeof deposit>,
  by: string | null,
  reason: unknown,
): Promise<EffectOf<typeof deposit> & { with: Change[] }> {
  if (doc.originId) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
  if (doc.remaining !== doc.amount || doc.origin === 'TRANSFER') fail('DEPOSIT_MOVED');
  await refuseCancelLocked(ctx, 'transaction', String(doc.accountingDate), String(doc.code));
  const posted = doc.receiptId ? await receiptTakenBack(ctx, doc, reason) : await bookCancelled(ctx, doc);
  const freed = await letGoOf(ctx, { entity: deposit.name, id: doc._id, by });
  return { set: { remaining: 0 }, with: [...(await reopened(ctx, doc)), ...posted, ...freed] };
}
const cancel: Action<typeof deposit, 'cancel'> = (ctx, doc, { reason }) => takeBack(ctx, doc, null, reason);

/** The changes that take a deposit back along with the record that made it. */
export async function cancelledDeposit(
  ctx: Ctx,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<Change[]> {
  const { projectId } = ctx;
  const doc = await records(deposit).first({ projectId }, { _id: id, status: 'DEPOSITED' });
  if (!doc) fail('DEPOSIT_MOVED');
  const { set, with: further } = await takeBack(ctx, doc, by, reason);
  const update = { doc, set: { ...set, status: 'CANCELLED', reason } };
  return [{ definition: deposit, action: 'cancel', update }, ...further];
}

export const depositActs = { confirm, refund, transfer, keep, cancel } satisfies ActionsOf<typeof deposit>;
