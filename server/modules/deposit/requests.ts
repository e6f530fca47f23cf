import { addDays } from '@lobby/shared/kit/dates.ts';
import type { InputOf } from '@lobby/shared/kit/fields.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Action, ActionsOf, BehaviourOf, EffectOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { fundFor } from '../ledger/index.ts';
import { checkDay } from '../lock-date/index.ts';
import { payerNamed } from '../receipt/index.ts';
import { type Came, dayOr, takenDeposit, voucherIn } from './books.ts';

type DepositRequest = Doc<typeof depositRequest>;
/** What is said of money that came for a request; without an amount all that is missing. */
type Given = InputOf<(typeof depositRequest)['actions']['collect']['input']>;
type Collected = Partial<Omit<Given, 'fundId'>> & { fundId?: string | null };
/** Amount still to be received. */
export const missingOf = ({ amount, collected }: Doc<typeof depositRequest>): number => amount - collected;

/** Notifies the household about its deposit request. */
export const notifyOfRequest = (
  ctx: Ctx,
  kind: 'DEPOSIT_DUE' | 'DEPOSIT_RECEIVED' | 'DEPOSIT_REFUNDED' | 'DEPOSIT_REQUEST_REJECTED',
  doc: Pick<Doc<typeof depositRequest> | Doc<typeof deposit>, '_id' | 'code' | 'unitId'> & { content?: string | null },
  session: Session,
  reason?: string | null,
) => {
  const { _id: id, code, unitId, content } = doc;
  const title = content ? `${code} · ${content}` : (code ?? '');
  const subject = { module: deposit.code, id, title, ...(reason && { text: reason }) };
  return notify(ctx, toUnit(unitId), kind, subject, session);
};

/** Values of a request after receiving a deposit. */
export function collectedBy(
  doc: Doc<typeof depositRequest>,
  { _id: depositId, receiptId, amount }: Doc<typeof deposit>,
): Partial<DepositRequest> {
  const collected = doc.collected + amount;
  const whole = collected >= doc.amount;
  const payment = {
    collected,
    depositId,
    depositIds: [...doc.depositIds, depositId],
    receiptIds: [...doc.receiptIds, ...(receiptId ? [receiptId] : [])],
  };
  return { ...payment, ...(whole && { overdue: false }) };
}

/** Receives a requested deposit, in full or in part. */
export async function collect(
  ctx: Ctx,
  doc: Doc<typeof depositRequest>,
  input: Collected,
  came: Came = {},
): Promise<EffectOf<typeof depositRequest>> {
  if (doc.originId) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
  const missing = missingOf(doc);
  const amount = input.amount ?? missing;
  if (amount > missing)
    failFields({ amount: { code: 'DEPOSIT_AMOUNT_MISMATCH', params: { max: missing } } }, 'DEPOSIT_AMOUNT_MISMATCH');
  const day = dayOr(ctx, input.accountingDate);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const fundId = input.fundId ?? (await fundFor(ctx, input.method));
  const { unitId, content, kind, origin } = doc;
  const values = {
    unitId,
    content,
    amount,
    kind,
    origin,
    originCode: doc.originCode ?? doc.code,
    method: input.method,
    fundId,
    accountingDate: day,
    payerName: input.payerName ?? (await payerNamed(ctx, doc)) ?? doc.code,
    requestId: doc._id,
  };
  const made = await takenDeposit(ctx, values, came);
  return {
    set: collectedBy(doc, made.doc),
    status: amount === missing ? 'DEPOSITED' : 'WAIT_FOR_DEPOSIT',
    with: made.changes,
    also: session => notifyOfRequest(ctx, 'DEPOSIT_RECEIVED', made.doc, session),
  };
}

/** Changes that receive a requested deposit within another document's transaction, with the id of the deposit created. */
export async function collectedWith(
  ctx: Ctx,
  id: string,
  { origin, ...input }: Collected & Pick<Came, 'origin'>,
): Promise<{ depositId: string; receiptId: string | null; unitId: string; changes: Change[] }> {
  const { projectId } = ctx;
  const doc = await records(depositRequest).first({ projectId }, { _id: id, status: 'WAIT_FOR_DEPOSIT' });
  if (!doc) return failFields({ rows: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
  const effect = await collect(ctx, doc, input, { ...(origin && { origin }) });
  const { set = {}, status, with: further = [], also } = effect;
  const update = { doc, set: { ...set, status } };
  return {
    depositId: set.depositId ?? '',
    receiptId: voucherIn(further, receipt),
    unitId: doc.unitId,
    changes: [{ definition: depositRequest, action: 'collect', update, ...(also && { also }) }, ...further],
  };
}

/** Rejects a manual request; requests of forms are withdrawn there, and received money must be refunded first. */
const reject: Action<typeof depositRequest, 'reject'> = (ctx, doc, { reason }) => {
  if (doc.originId) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
  if (doc.collected > 0) fail('DEPOSIT_REQUEST_FIXED');
  return {
    set: { overdue: false },
    also: session => notifyOfRequest(ctx, 'DEPOSIT_REQUEST_REJECTED', doc, session, reason),
  };
};

const collected: Action<typeof depositRequest, 'collect'> = (ctx, doc, input) => collect(ctx, doc, input);

export const requestActs = { collect: collected, reject } satisfies ActionsOf<typeof depositRequest>;

/** Reopens the request of a cancelled deposit. */
export async function reopenRequest({ projectId }: Ctx, held: Doc<typeof deposit>): Promise<Change[]> {
  const { requestId, receiptId, amount, _id } = held;
  if (!requestId) return [];
  const doc = await records(depositRequest).get({ projectId }, requestId);
  if (!doc) return [];
  const depositIds = doc.depositIds.filter(id => id !== _id);
  const collected = Math.max(0, doc.collected - amount);
  const set = {
    status: 'WAIT_FOR_DEPOSIT',
    collected,
    depositIds,
    receiptIds: doc.receiptIds.filter(id => id !== receiptId),
    depositId: depositIds.at(-1) ?? null,
  };
  return [{ definition: depositRequest, action: 'update', update: { doc, set } }];
}

/** Default payment period in days. */
const USUAL_DAYS = 7;
const EDITED = new Set(['amount', 'dueOn', 'content', 'kind', 'residentId', 'note']);

async function assertInhabited({ projectId }: Ctx, unitId: string | null | undefined): Promise<void> {
  const living = await records(residency).exists({ projectId }, { unitId: unitId ?? '', living: true });
  if (!living) failFields({ unitId: { code: 'UNIT_WITHOUT_RESIDENT' } }, 'UNIT_WITHOUT_RESIDENT');
}

/** Requires the depositor to live in the unit. */
async function assertLivesInUnit(
  { projectId }: Ctx,
  unitId: string | null | undefined,
  residentId: string | null | undefined,
): Promise<void> {
  if (!residentId) return;
  const living = { unitId: unitId ?? '', residentId, living: true };
  if (!(await records(residency).exists({ projectId }, living)))
    failFields({ residentId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
}

/** Allows edits only of manual requests without payments, and of these fields. */
function assertFixedKept(values: Values<typeof depositRequest>, doc: DepositRequest): void {
  if (doc.originId || doc.collected > 0) fail('DEPOSIT_REQUEST_FIXED');
  const fixed = Object.entries(values).filter(([name, value]) => !EDITED.has(name) && value !== fieldOf(doc, name));
  if (fixed.length > 0) failFields(Object.fromEntries(fixed.map(([name]) => [name, { code: 'UNKNOWN_FIELD' }])));
}

/** Manual deposit request; due in a week by default, never in the past. */
export const requestBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind !== 'create' && kind !== 'update') return values;
    const today = todayOf(ctx);
    if (kind === 'update') assertFixedKept(values, doc);
    else await assertInhabited(ctx, values.unitId);
    await checkRefs(ctx, depositRequest.fields, values);
    await assertLivesInUnit(ctx, values.unitId ?? doc?.unitId, values.residentId);
    const dueOn = values.dueOn ?? (kind === 'create' ? addDays(today, USUAL_DAYS) : undefined);
    if (dueOn && dueOn < today) failFields({ dueOn: { code: 'DATE_IN_PAST' } });
    const request = kind === 'create' && { requestedAt: ctx.now };
    return {
      ...values,
      ...request,
      ...(dueOn !== undefined && { dueOn }),
      ...(kind === 'update' && dueOn && { overdue: false }),
    };
  },
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind === 'create') await notifyOfRequest(ctx, 'DEPOSIT_DUE', doc, session);
  },
} satisfies BehaviourOf<typeof depositRequest>;
