import { addDays } from '@lobby/shared/billing/periods.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { fundFor, type Line, postings } from '../ledger/index.ts';
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
  refundsWith,
  requestGivenBack,
  takenDeposit,
  takenOff,
} from './books.ts';

type Values = Record<string, unknown>;

/** A deposit that is taken by hand or brought over from an older system. */
export const depositBehaviour: Behaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create' && kind !== 'import') return values;
    await checkDay(ctx, 'transaction', String(values.accountingDate), 'accountingDate');
    const origin = kind === 'import' ? 'IMPORT' : 'MANUAL';
    return { ...values, origin, remaining: values.amount, cashierId: ctx.employeeId };
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create' || kind === 'import' ? bookTaken(ctx, doc, kind === 'import') : [],
};

/** What the form decides is not decided beside it. */
async function refuseOfForm(doc: Stored): Promise<void> {
  if (doc.originId && !(await isLeft(doc))) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
}

/** What a form did not give back when it was over: accounting moves it on. */
async function isLeft({ projectId, origin, originId }: Stored): Promise<boolean> {
  const definition = origin === 'CARD' ? cardRegistration : origin === 'CONSTRUCTION' ? constructionRegistration : null;
  const form = definition && (await modelOf(definition).findOne({ projectId, _id: originId }).lean<Stored>());
  return form != null && (form.status === 'COMPLETED' || form.depositStatus === 'REFUNDED');
}

/** Somebody has counted it. */
const confirm = async (ctx: Ctx, doc: Stored): Promise<Effect> => {
  await refuseOfForm(doc);
  return { set: { confirmed: true, confirmedAt: ctx.now } };
};

/** Gives it back: never more than was paid, and less only where the project allows that. */
async function refund(ctx: Ctx, doc: Stored, input: Values): Promise<Effect> {
  await refuseOfForm(doc);
  const day = dayOr(ctx, input.accountingDate);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const amount = Number(input.amount);
  const set = { ...takenOff(doc, amount, 'refundAmount'), ...refundsWith(doc, amount, input.fundId, day) } as Values;
  if (Number(set.remaining) > 0 && !feature(ctx, 'PARTIAL_DEPOSIT_REFUND'))
    failFields({ amount: { code: 'DEPOSIT_PARTIAL_REFUND_OFF' } }, 'DEPOSIT_PARTIAL_REFUND_OFF');
  const over = Number(set.remaining) === 0 ? await requestGivenBack(ctx, doc) : [];
  const posted = await bookRefund(ctx, doc, amount, input.fundId, day);
  const effect = lessened({ ...set, ...(over.length > 0 && { toGiveBack: false }) }, 'REFUNDED', [...posted, ...over]);
  return { ...effect, also: session => tellOf(ctx, 'DEPOSIT_REFUNDED', doc, session) };
}

/** Moves it: to the account of a unit, or to another unit as its deposit. */
async function transfer(ctx: Ctx, doc: Stored, input: Values): Promise<Effect> {
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
    ...{ unitId: to, payerName: doc.payerName, content: doc.content, amount, method: doc.method },
    accountingDate: todayOf(ctx),
    ...{ origin: 'TRANSFER', originCode: code, fundId: null },
  });
  return lessened(set, 'TRANSFERRED', [
    { definition: deposit, action: 'create', insert },
    ...(await book(held(insert, 'credit', amount))),
  ]);
}

async function keep(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseOfForm(doc);
  await refuseLocked(ctx, 'transaction', todayOf(ctx));
  const rest = Number(doc.remaining);
  return { set: takenOff(doc, rest, 'kept'), with: await bookKept(ctx, doc, rest) };
}

/** Takes back a deposit that was written by mistake: nothing of it may have moved. */
async function cancel(ctx: Ctx, doc: Stored): Promise<Effect> {
  if (doc.originId) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
  if (doc.remaining !== doc.amount || doc.origin === 'TRANSFER') fail('DEPOSIT_MOVED');
  await refuseCancelLocked(ctx, 'transaction', String(doc.accountingDate), String(doc.code));
  const posted = await bookCancelled(ctx, doc);
  return { set: { remaining: 0 }, with: [...(await reopened(ctx, doc)), ...posted] };
}

/** The request of a deposit that is taken back is asked for again. */
async function reopened({ projectId }: Ctx, { requestId }: Stored): Promise<Change[]> {
  if (!requestId) return [];
  const asked = await modelOf(depositRequest).findOne({ projectId, _id: requestId, deletedAt: null }).lean<Stored>();
  const set = { status: 'WAIT_FOR_DEPOSIT', depositId: null };
  return asked ? [{ definition: depositRequest, action: 'update', update: { doc: asked, set } }] : [];
}

export const depositActs = { confirm, refund, transfer, keep, cancel };

/** Takes in what was asked for. */
async function collect(ctx: Ctx, doc: Stored, input: Values): Promise<Effect> {
  if (doc.originId) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
  const day = dayOr(ctx, input.accountingDate);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const fundId = input.fundId ?? (await fundFor(ctx, input.method));
  const { unitId, content, amount, origin, originCode } = doc;
  const made = await takenDeposit(ctx, {
    ...{ unitId, content, amount, origin, originCode, method: input.method, fundId },
    accountingDate: day,
    ...{ payerName: input.payerName ?? String(doc.code), requestId: doc._id },
  });
  return {
    set: { depositId: made.doc._id, overdue: false },
    with: made.changes,
    also: session => tellOf(ctx, 'DEPOSIT_RECEIVED', made.doc, session),
  };
}

/** One that a form asks for is given up there. */
const reject = (_ctx: Ctx, doc: Stored): Effect => {
  if (doc.originId) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
  return { set: { overdue: false } };
};

export const requestActs = { collect, reject };

/** The household hears of what is asked of it, taken and given back. */
const tellOf = (
  ctx: Ctx,
  kind: 'DEPOSIT_DUE' | 'DEPOSIT_RECEIVED' | 'DEPOSIT_REFUNDED',
  { _id: id, code, unitId }: Stored,
  session: Session,
) => notify(ctx, toUnit(unitId), kind, { module: deposit.code, id, title: String(code) }, session);

/** How long a household has to pay what it is asked for, where nobody says it. */
const USUAL_DAYS = 7;

/** A deposit that is asked for by hand: due in a week, never before today. */
export const requestBehaviour: Behaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    const today = todayOf(ctx);
    const dueDate = values.dueDate ?? addDays(today, USUAL_DAYS);
    if (String(dueDate) < today) failFields({ dueDate: { code: 'DATE_IN_PAST' } });
    return { ...values, dueDate };
  },
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind === 'create') await tellOf(ctx, 'DEPOSIT_DUE', doc, session);
  },
};
