import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { type Ctx, can, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { newId, type Session } from '../../kit/database/database.ts';
import { load } from '../../kit/records/acts/act.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import type { Action, ActionsOf, BehaviourOf, EffectOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { loadLetGo } from '../fund/index.ts';
import { buildReversal, type Line, postings } from '../ledger/index.ts';
import { assertCancelNotLocked, checkDay } from '../lock-date/index.ts';
import {
  bookCancelled,
  bookKept,
  bookRefund,
  bookTaken,
  dayOr,
  depositLine,
  newDeposit,
  reduceDeposit,
  requestGivenBack,
  takenOff,
} from './books.ts';
import { notifyOfRequest, reopenRequest } from './requests.ts';
import { receiptTakenBack } from './vouchers.ts';

type Move = Doc<typeof deposit>['moves'][number];
/** Older deposits have no movements. */
const movesOf = ({ moves }: Partial<Pick<Doc<typeof deposit>, 'moves'>>): readonly Move[] => moves ?? [];

const WORDS = new Set(['payerName', 'content', 'attachments', 'dueBackOn']);
/** Validates an edit of a held deposit: only texts and the refund date may change. */
function wordsOf(ctx: Ctx, values: Values<typeof deposit>, doc: Doc<typeof deposit>): Values<typeof deposit> {
  const fixed = Object.entries(values).filter(([name, value]) => !WORDS.has(name) && value !== fieldOf(doc, name));
  if (fixed.length > 0) failFields(Object.fromEntries(fixed.map(([name]) => [name, { code: 'UNKNOWN_FIELD' }])));
  if (!('dueBackOn' in values) || doc.originId) return values;
  // The morning job sets the flag again once the date has passed.
  const later = !values.dueBackOn || values.dueBackOn >= todayOf(ctx);
  return later ? { ...values, toGiveBack: false } : values;
}

/** A deposit received manually or imported. */
export const depositBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'update') return wordsOf(ctx, values, doc);
    if (kind !== 'create' && kind !== 'import') return values;
    await checkDay(ctx, 'transaction', values.accountingDate ?? '', 'accountingDate');
    const origin = kind === 'import' ? 'IMPORT' : 'MANUAL';
    return { ...values, origin, remaining: values.amount, cashierId: ctx.employeeId };
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create' || kind === 'import' ? bookTaken(ctx, doc, kind === 'import') : [],
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind === 'create') await notifyOfRequest(ctx, 'DEPOSIT_RECEIVED', doc, session);
  },
} satisfies BehaviourOf<typeof deposit>;

/** Refuses acts that belong to the form of the deposit. */
async function assertNotOfForm(doc: Doc<typeof deposit>): Promise<void> {
  if (doc.originId && !(await isLeft(doc))) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
}

/** Whether the form ended without refunding the whole deposit, which accounting then moves. */
async function isLeft({ projectId, origin, originId }: Doc<typeof deposit>): Promise<boolean> {
  const definition = origin === 'CARD' ? cardRegistration : origin === 'CONSTRUCTION' ? constructionRegistration : null;
  const form = definition && (await records(definition).withRemoved().get({ projectId }, originId));
  return form != null && (form.status === 'COMPLETED' || form.depositStatus === 'REFUNDED');
}

const confirm: Action<typeof deposit, 'confirm'> = async (ctx, doc) => {
  await assertNotOfForm(doc);
  return { set: { confirmed: true, confirmedAt: ctx.now } };
};

/** Effects of a refund besides the money: remaining amount, request, and notification of the household. */
async function givenBack(ctx: Ctx, doc: Doc<typeof deposit>, amount: number, reason: string | null | undefined) {
  await assertNotOfForm(doc);
  const set = takenOff(doc, amount, 'refundAmount');
  const isPart = set.remaining > 0;
  if (isPart && !feature(ctx, 'PARTIAL_DEPOSIT_REFUND'))
    failFields({ amount: { code: 'DEPOSIT_PARTIAL_REFUND_OFF' } }, 'DEPOSIT_PARTIAL_REFUND_OFF');
  if (isPart && !reason) failFields({ reason: { code: 'DEPOSIT_REASON_REQUIRED' } }, 'DEPOSIT_REASON_REQUIRED');
  return {
    set: { ...set, ...(reason && { reason }), ...(!isPart && { toGiveBack: false }) },
    status: isPart ? ('DEPOSITED' as const) : ('REFUNDED' as const),
    asked: await requestGivenBack(ctx, doc, amount, !isPart),
    also: (session: Session) => notifyOfRequest(ctx, 'DEPOSIT_REFUNDED', doc, session),
  };
}

/** Refunds a deposit; partial refunds only if the project allows them. */
const refund: Action<typeof deposit, 'refund'> = async (ctx, doc, input) => {
  const day = dayOr(ctx, input.accountingDate);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const { amount, fundId, method } = input;
  const { set, status, asked, also } = await givenBack(ctx, doc, amount, input.reason);
  const { changes, refunds } = await bookRefund(ctx, doc, { amount, day, fundId, method });
  return { set: { ...set, refunds }, status, with: [...changes, ...asked], also };
};

/** Updates the deposit refunded by a separately created payslip, like its own act. */
export async function refundedBy(ctx: Ctx, voucher: Doc<typeof payslip>): Promise<Change[]> {
  if (!can(ctx, deposit.code, 'updateStatus')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: deposit.code });
  const doc = await load(ctx, deposit, voucher.depositId ?? '');
  const { amount, accountingDate: day, fundId, _id: payslipId, content } = voucher;
  const { set, status, asked, also } = await givenBack(ctx, doc, amount, content);
  const refunds = [...doc.refunds, { day, amount, fundId, payslipId }];
  return [{ definition: deposit, action: 'refund', update: { doc, set: { ...set, refunds, status } }, also }, ...asked];
}

/** Adds a movement that can be reversed later. */
function movedWith(
  doc: Doc<typeof deposit>,
  booked: readonly Change[],
  move: Omit<Move, 'key' | 'entryId' | 'canceledOn'>,
) {
  const entryId = booked.find(({ definition, insert }) => definition === journalEntry && insert)?.insert?._id ?? '';
  return { moves: [...movesOf(doc), { ...move, key: newId(), entryId, canceledOn: null }], lastMove: move.act };
}

/** Transfers an amount to a unit's account, or to another unit as a deposit. */
const transfer: Action<typeof deposit, 'transfer'> = async (ctx, doc, input) => {
  await assertNotOfForm(doc);
  const { amount } = input;
  const set = takenOff(doc, amount, 'transferred');
  const from = doc.unitId;
  const to = input.toUnitId ?? from;
  const asDeposit = input.target === 'DEPOSIT';
  if (asDeposit && to === from) failFields({ toUnitId: { code: 'DEPOSIT_SAME_UNIT' } }, 'DEPOSIT_SAME_UNIT');
  const day = dayOr(ctx, input.accountingDate);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const out = depositLine(doc, 'debit', amount);
  const book = (line: Line) =>
    postings(ctx, { kind: 'DEPOSIT_TRANSFER', day, type: 'deposit', doc, lines: [out, line] });
  const move = { act: 'TRANSFER' as const, day, amount, toUnitId: to, reason: null };
  if (!asDeposit) {
    const booked = await book({ account: 'UNIT_ACCOUNT', unitId: to, credit: amount });
    return reduceDeposit({ ...set, ...movedWith(doc, booked, { ...move, depositId: null }) }, 'TRANSFERRED', booked);
  }
  const insert = await newDeposit(ctx, {
    unitId: to,
    payerName: doc.payerName,
    content: doc.content,
    amount,
    method: doc.method,
    accountingDate: day,
    kind: doc.kind,
    origin: 'TRANSFER',
    originCode: doc.code,
    fundId: null,
  });
  const booked = await book(depositLine(insert, 'credit', amount));
  return reduceDeposit({ ...set, ...movedWith(doc, booked, { ...move, depositId: insert._id }) }, 'TRANSFERRED', [
    { definition: deposit, action: 'create', insert },
    ...booked,
  ]);
};

/** Forfeits an amount as income of a category. */
const keep: Action<typeof deposit, 'keep'> = async (ctx, doc, { reason, accountingDate, categoryId, ...input }) => {
  await assertNotOfForm(doc);
  const amount = input.amount ?? doc.remaining;
  const set = takenOff(doc, amount, 'kept');
  const day = dayOr(ctx, accountingDate);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const { forfeitPhotos } = await paymentSettings(ctx.projectId);
  if (forfeitPhotos && !input.photos?.length) failFields({ photos: { code: 'REQUIRED' } });
  const category = categoryId ? (await loadRefs(ctx.projectId, voucherCategory, [categoryId])).get(categoryId) : null;
  const booked = await bookKept(ctx, doc, amount, day, category ? { category: category.code } : undefined);
  const move = { act: 'KEEP' as const, day, amount, toUnitId: null, depositId: null, reason: reason ?? null };
  const photos = await addFiles(ctx, deposit, doc, 'photos', input.photos);
  return {
    ...reduceDeposit({ ...set, ...movedWith(doc, booked, move), ...photos.set }, 'KEPT', booked),
    ...(photos.also && { also: photos.also }),
  };
};

/** Reverses the last transfer or forfeiture: the amount is held again. */
async function takeMoveBack(ctx: Ctx, doc: Doc<typeof deposit>, reason: string): Promise<EffectOf<typeof deposit>> {
  const standing = movesOf(doc).filter(({ canceledOn }) => !canceledOn);
  const move = standing.at(-1);
  if (!move) fail('NOT_FOUND');
  const { act, amount, day } = move;
  await assertCancelNotLocked(ctx, 'transaction', day, doc.code);
  const entry = await records(journalEntry).get(ctx, move.entryId);
  const kind = act === 'KEEP' ? 'FORFEIT_CANCEL' : 'TRANSFER_CANCEL';
  const today = todayOf(ctx);
  const others = standing.filter(other => other !== move);
  const back = act === 'KEEP' ? 'kept' : 'transferred';
  const set: Partial<Doc<typeof deposit>> = {
    remaining: doc.remaining + amount,
    moves: movesOf(doc).map(item => (item === move ? { ...item, canceledOn: today } : item)),
    lastMove: others.at(-1)?.act ?? null,
  };
  set[back] = doc[back] - amount;
  return {
    set,
    with: [
      ...(move.depositId ? await withdrawn(ctx, move.depositId, reason) : []),
      ...(entry ? await buildReversal(ctx, kind, entry, today) : []),
    ],
  };
}
const takeBack: Action<typeof deposit, 'take-back'> = (ctx, doc, { reason }) => takeMoveBack(ctx, doc, reason);

/** Cancels the deposit that a transfer created in another unit; refused once it has moved. */
async function withdrawn(ctx: Ctx, id: string, reason: string): Promise<Change[]> {
  const doc = await records(deposit).get(ctx, id);
  if (doc?.status !== 'DEPOSITED' || doc.remaining !== doc.amount) fail('DEPOSIT_MOVED');
  const set = { remaining: 0, status: 'CANCELLED', reason };
  return [{ definition: deposit, action: 'cancel', update: { doc, set } }];
}

/** Cancels a deposit created by mistake; refused once it has moved. `by` is the record that cancels it. */
async function undone(
  ctx: Ctx,
  doc: Doc<typeof deposit>,
  by: string | null,
  reason: string,
): Promise<EffectOf<typeof deposit> & { with: Change[] }> {
  if (doc.originId) fail('DEPOSIT_OF_FORM', { code: doc.originCode });
  if (doc.remaining !== doc.amount || doc.origin === 'TRANSFER') fail('DEPOSIT_MOVED');
  await assertCancelNotLocked(ctx, 'transaction', doc.accountingDate, doc.code);
  const posted = doc.receiptId ? await receiptTakenBack(ctx, doc, reason) : await bookCancelled(ctx, doc);
  const freed = await loadLetGo(ctx, { entity: deposit.name, id: doc._id, by });
  return { set: { remaining: 0 }, with: [...(await reopenRequest(ctx, doc)), ...posted, ...freed] };
}
const cancel: Action<typeof deposit, 'cancel'> = (ctx, doc, { reason }) => undone(ctx, doc, null, reason);

/** Changes that cancel a deposit together with the record that created it. */
export async function cancelledDeposit(
  ctx: Ctx,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<Change[]> {
  const { projectId } = ctx;
  const doc = await records(deposit).first({ projectId }, { _id: id, status: 'DEPOSITED' });
  if (!doc) fail('DEPOSIT_MOVED');
  const { set, with: further } = await undone(ctx, doc, by, reason);
  const update = { doc, set: { ...set, status: 'CANCELLED', reason } };
  return [{ definition: deposit, action: 'cancel', update }, ...further];
}

export const depositActs = { confirm, refund, transfer, keep, 'take-back': takeBack, cancel } satisfies ActionsOf<
  typeof deposit
>;
