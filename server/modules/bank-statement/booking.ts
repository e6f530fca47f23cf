import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { payment } from '@lobby/shared/modules/payment.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Action, BehaviourOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { cancelledDeposit, collectedWith } from '../deposit/index.ts';
import type { Gone } from '../fund/index.ts';
import { fundFor } from '../ledger/index.ts';
import { assertNotLocked } from '../lock-date/index.ts';
import { allocatePayment, loadOwed, loadPayer, type OwedBill, oldestFirst } from '../payment/index.ts';
import { buildPayslip, cancelPayslip } from '../payslip/index.ts';
import { type Allocation, cancelChanges, cancelReceipt, loadReceipt, settleLines } from '../receipt/index.ts';
import { findLinked, linkVoucher, unlinkVouchers } from './links.ts';
import { joinedRuns } from './matching.ts';

type Line = Doc<typeof bankStatementLine>;
type LineEffect = EffectOf<typeof bankStatementLine>;
type Part = Line['parts'][number];

/** The fund linked to a bank account, else the usual transfer fund if it is linked to no account; null otherwise. */
export async function findFund(ctx: Ctx, bankAccountId: string): Promise<string | null> {
  const fundOfBank = await records(fund).first(ctx, { bankAccountId }, { only: [] });
  if (fundOfBank) return fundOfBank._id;
  const usual = await fundFor(ctx, 'TRANSFER');
  const place = usual ? await records(fund).get(ctx, usual) : null;
  return place && !place.bankAccountId ? place._id : null;
}

/** Fund of a line's account; throws if there is none. */
const loadFund = async (ctx: Ctx, { bankAccountId }: Line): Promise<string> =>
  (await findFund(ctx, bankAccountId)) ?? fail('ACCOUNT_WITHOUT_FUND');

/** Clears the open-item fields of a line that is booked. */
const CLEARED = { inboxReason: null, toPost: false, reason: null } as const;

/** Requires the permission to take payments. */
function assertMayTake(ctx: Ctx): void {
  if (!can(ctx, payment.code, 'write')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: payment.code });
}

interface Paid {
  unitId: string;
  amount: number;
  surplusTo?: 'UNIT_ACCOUNT' | 'ADVANCE' | null | undefined;
  surplusServiceId?: string | null | undefined;
  accountingDate?: string | null | undefined;
  /** Chosen allocations; an empty list leaves the whole amount as surplus. */
  allocations?: readonly { kind?: 'BILL' | 'INTEREST'; billId: string; amount: number }[] | undefined;
}

/** Allocates to bills named in the line's text first, then to the oldest due; disputed bills are skipped. */
async function allocate(ctx: Ctx, line: Line, { unitId, amount }: Paid, day: string): Promise<Allocation[]> {
  const open = (await loadOwed(ctx, [unitId], day)).get(unitId) ?? [];
  const named = await findNamedBills(ctx, unitId, joinedRuns(line.content));
  const isNamed = ({ id, charged }: OwedBill) => named.has(id) || charged.some(({ _id }) => named.has(_id));
  const first = new Set(open.filter(isNamed).map(({ id }) => id));
  return oldestFirst(ctx, open, amount, first).allocations;
}

/** Bills of a unit that the text names by their own code or that of their notice. */
async function findNamedBills(ctx: Ctx, unitId: string, runs: ReadonlySet<string>): Promise<Set<string>> {
  const joined = (code: string | null) => (code ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  const notices = await records(feeNotice).find(
    ctx,
    { unitId },
    { only: ['code'], sort: { createdAt: -1 }, limit: 200 },
  );
  const named = notices.filter(({ code }) => runs.has(joined(code))).map(({ _id }) => _id);
  const bills = await records(bill).find(
    ctx,
    { unitId, status: 'ACTIVE', paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] } },
    { only: ['code', 'noticeId'] },
  );
  return new Set(
    bills
      .filter(({ code, noticeId }) => runs.has(joined(code)) || (noticeId !== null && named.includes(noticeId)))
      .map(({ _id }) => _id),
  );
}

/** Whether the line's text names a disputed bill, which blocks automatic booking. */
export async function namesDisputed(ctx: Ctx, line: Line, unitId: string): Promise<boolean> {
  const named = await findNamedBills(ctx, unitId, joinedRuns(line.content));
  return named.size > 0 && records(bill).exists(ctx, { _id: { $in: [...named] }, disputed: true });
}

/** Builds the receipt of a unit's payment with all changes. Throws `UNIT_WITHOUT_RESIDENT` if nobody lives there. */
async function payUnit(
  ctx: Ctx,
  line: Line,
  fundId: string | null,
  paid: Paid,
): Promise<{ id: string; changes: Change[] }> {
  const { unitId, amount, surplusServiceId } = paid;
  const payer = await loadPayer(ctx, unitId);
  const accountingDate = paid.accountingDate ?? line.bookedOn;
  await assertNotLocked(ctx, 'transaction', accountingDate, 'accountingDate');
  const { allocations } = paid.allocations
    ? await allocatePayment(ctx, { unitId, amount, allocations: paid.allocations, accountingDate })
    : { allocations: await allocate(ctx, line, paid, accountingDate) };
  const surplus = amount - allocations.reduce((sum, allocation) => sum + allocation.amount, 0);
  const { surplusToAccount } = await paymentSettings(ctx.projectId);
  const surplusTo = paid.surplusTo ?? (surplusToAccount ? 'UNIT_ACCOUNT' : null);
  if (surplus > 0 && !surplusTo)
    failFields({ surplusTo: { code: 'PAYMENT_SURPLUS_UNPLACED', params: { surplus } } }, 'PAYMENT_SURPLUS_UNPLACED', {
      surplus,
    });
  if (surplusTo === 'ADVANCE' && !surplusServiceId) failFields({ surplusServiceId: { code: 'REQUIRED' } });
  const { doc, changes } = await loadReceipt(ctx, {
    unitId,
    amount,
    allocations,
    method: 'TRANSFER',
    fundId,
    origin: line.channel === 'WEBHOOK' ? 'WEBHOOK' : 'STATEMENT',
    accountingDate,
    payerName: line.payerName ?? payer.name,
    payerId: line.payerName ? null : payer.id,
    reference: line.bankRef?.slice(0, 50) ?? null,
    content: line.content.slice(0, 300),
    ...(surplus > 0 && surplusTo && { surplusTo, surplusServiceId }),
  });
  return { id: doc._id, changes };
}

/** Builds a receipt of other income in a category. */
async function takeIncome(
  ctx: Ctx,
  line: Line,
  fundId: string | null,
  { unitId, categoryId, amount }: { unitId: string | null; categoryId: string; amount: number },
) {
  const category = await records(voucherCategory).get(ctx, categoryId);
  if (!category) return failFields({ rows: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  await assertNotLocked(ctx, 'transaction', line.bookedOn);
  const { doc, changes } = await loadReceipt(ctx, {
    unitId,
    amount,
    categoryId,
    allocations: [{ kind: 'OTHER_INCOME', categoryId, amount }],
    method: 'TRANSFER',
    fundId,
    origin: line.channel === 'WEBHOOK' ? 'WEBHOOK' : 'STATEMENT',
    accountingDate: line.bookedOn,
    payerName: line.payerName ?? category.name,
    reference: line.bankRef?.slice(0, 50) ?? null,
    content: line.content.slice(0, 300),
  });
  return { id: doc._id, changes };
}

/** Collects a requested deposit; needs permission to collect deposits. */
async function takeDeposit(
  ctx: Ctx,
  line: Line,
  fundId: string | null,
  { depositRequestId, amount }: { depositRequestId: string; amount: number },
) {
  if (!can(ctx, depositRequest.code, 'updateStatus'))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: depositRequest.code });
  const payerName = line.payerName ? { payerName: line.payerName } : {};
  return collectedWith(ctx, depositRequestId, {
    amount,
    method: 'TRANSFER',
    fundId,
    accountingDate: line.bookedOn,
    origin: line.channel === 'WEBHOOK' ? 'WEBHOOK' : 'STATEMENT',
    ...payerName,
  });
}

/** Books a line for one unit; `rule` says how the unit was found. */
export async function payLine(
  ctx: Ctx,
  line: Line,
  paid: Omit<Paid, 'amount'>,
  rule: NonNullable<Line['rule']>,
): Promise<LineEffect> {
  const { id, changes } = await payUnit(ctx, line, await loadFund(ctx, line), {
    ...paid,
    amount: line.amount,
  });
  const part: Part = { unitId: paid.unitId, categoryId: null, amount: line.amount, receiptId: id, depositId: null };
  // Booked by its code although the virtual account belongs to another unit: the reason stays visible for review.
  const inboxReason = line.inboxReason === 'CODE_AND_ACCOUNT' ? line.inboxReason : null;
  return {
    set: { ...CLEARED, inboxReason, unitId: paid.unitId, rule, parts: [part], receiptIds: [id], made: true },
    with: changes,
  };
}

const ruleOf = (suggestion: Line['suggestions'][number] | undefined): NonNullable<Line['rule']> => {
  const rule = suggestion?.rule;
  return rule === 'CONTENT' || rule === 'VIRTUAL_ACCOUNT' || rule === 'PAYER' ? rule : 'MANUAL';
};

/** Refuses money that a counter receipt has already booked, unless the user confirms a separate payment. */
async function assertNotTaken(ctx: Ctx, line: Line): Promise<void> {
  const named = line.suggestions.flatMap(({ rule, receiptId }) => (rule === 'LINK' && receiptId ? receiptId : []));
  if (named.length === 0) return;
  const linked = await findLinked(ctx, named);
  const [free] = await records(receipt).find(
    ctx,
    { _id: { $in: named.filter(id => !linked.has(id)) }, status: 'NOT_CANCELED' },
    { only: ['code'], limit: 1 },
  );
  if (!free) return;
  const params = { code: free.code ?? '' };
  failFields({ unitId: { code: 'LINE_TAKEN_ALREADY', params } }, 'LINE_TAKEN_ALREADY', params);
}

/** Books the chosen unit, else the first suggestion: a unit, or an existing voucher. */
const match: Action<typeof bankStatementLine, 'match'> = async (ctx, line, { unitId, again, ...paid }) => {
  assertMayTake(ctx);
  if (unitId) {
    if (!again) await assertNotTaken(ctx, line);
    const advice = line.suggestions.find(suggestion => suggestion.unitId === unitId && suggestion.rule !== 'LINK');
    return payLine(ctx, line, { unitId, ...paid }, ruleOf(advice));
  }
  const [first] = line.suggestions;
  if (first?.rule === 'LINK') return linkLine(ctx, line, first);
  if (!first?.unitId) return failFields({ unitId: { code: 'SUGGESTION_MISSING' } }, 'SUGGESTION_MISSING');
  return payLine(ctx, line, { unitId: first.unitId, ...paid }, ruleOf(first));
};

const split: Action<typeof bankStatementLine, 'split'> = async (ctx, line, { rows }) => {
  assertMayTake(ctx);
  const sum = rows.reduce((total, { amount }) => total + amount, 0);
  if (sum !== line.amount)
    failFields({ rows: { code: 'SPLIT_SUM_MISMATCH', params: { max: line.amount, sum } } }, 'SPLIT_SUM_MISMATCH');
  const empty = rows.findIndex(row => !row.unitId && !row.categoryId && !row.depositRequestId);
  if (empty >= 0) failFields({ [`rows.${empty}.unitId`]: { code: 'REQUIRED' } });
  // Rows of the same unit are merged; separately each would pay the same bills.
  const sums = new Map<
    string,
    { unitId: string | null; of: string | null; depositRequestId: string | null; amount: number }
  >();
  for (const { unitId = null, categoryId: of = null, depositRequestId = null, amount } of rows) {
    const key = `${depositRequestId ? '' : unitId} ${of} ${depositRequestId}`;
    sums.set(key, { unitId, of, depositRequestId, amount: amount + (sums.get(key)?.amount ?? 0) });
  }
  const fundId = await loadFund(ctx, line);
  const parts: Part[] = [];
  const changes: Change[] = [];
  for (const { unitId, of: categoryId, depositRequestId, amount } of sums.values()) {
    if (depositRequestId) {
      const taken = await takeDeposit(ctx, line, fundId, { depositRequestId, amount });
      const { receiptId, depositId } = taken;
      parts.push({ unitId: taken.unitId, categoryId: null, amount, receiptId, depositId });
      changes.push(...taken.changes);
      continue;
    }
    const made = categoryId
      ? await takeIncome(ctx, line, fundId, { unitId, categoryId, amount })
      : await payUnit(ctx, line, fundId, { unitId: unitId ?? '', amount });
    parts.push({ unitId, categoryId, amount, receiptId: made.id, depositId: null });
    changes.push(...made.changes);
  }
  const units = [...new Set(parts.map(({ unitId }) => unitId))];
  return {
    set: {
      ...CLEARED,
      unitId: units.length === 1 ? (units[0] ?? null) : null,
      rule: 'MANUAL',
      parts,
      receiptIds: parts.flatMap(({ receiptId }) => receiptId ?? []),
      made: true,
    },
    with: changes,
  };
};

interface Named {
  receiptId?: string | null | undefined;
  payslipId?: string | null | undefined;
  transferId?: string | null | undefined;
}
const mismatch = (field: string) => failFields({ [field]: { code: 'LINE_AMOUNT_MISMATCH' } }, 'LINE_AMOUNT_MISMATCH');
const gone = (field: string) => failFields({ [field]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');

/** Links a line to an existing voucher instead of booking it again; money in transit by that voucher counts as arrived. */
async function linkLine(ctx: Ctx, line: Line, named: Named): Promise<LineEffect> {
  const { receiptId, payslipId, transferId } = named;
  if ([receiptId, payslipId, transferId].filter(Boolean).length !== 1) failFields({ receiptId: { code: 'REQUIRED' } });
  const fundId = await findFund(ctx, line.bankAccountId);
  const isIn = line.direction === 'IN';
  const claim = (id: string) => (session: Session) => linkVoucher(ctx.projectId, id, line._id, session);
  if (receiptId) {
    const doc = await records(receipt).get(ctx, receiptId);
    if (doc?.status !== 'NOT_CANCELED') return gone('receiptId');
    const at = doc.methods.findIndex(
      method => method.amount === line.amount && method.fundId === fundId && method.kind !== 'CASH',
    );
    const part = doc.methods[at];
    if (!isIn || !part) return mismatch('receiptId');
    const arrives = part.settles === 'ON_STATEMENT' && !part.settledOn;
    return {
      set: {
        ...CLEARED,
        unitId: doc.unitId,
        rule: 'LINK',
        parts: [{ unitId: doc.unitId, categoryId: null, amount: line.amount, receiptId, depositId: null }],
        receiptIds: [receiptId],
        made: false,
      },
      with: arrives
        ? await settleLines(ctx, {
            receiptLineIds: [`${doc._id}.${at}`],
            accountingDate: line.bookedOn,
            amount: line.amount,
            fee: 0,
          })
        : [],
      also: claim(receiptId),
    };
  }
  if (payslipId) {
    const doc = await records(payslip).get(ctx, payslipId);
    if (doc?.status !== 'NOT_CANCELED') return gone('payslipId');
    if (isIn || doc.amount !== line.amount || doc.fundId !== fundId) return mismatch('payslipId');
    return { set: { ...CLEARED, unitId: doc.unitId, rule: 'LINK', payslipId, made: false }, also: claim(payslipId) };
  }
  const doc = await records(fundTransfer).get(ctx, transferId ?? '');
  if (doc?.status !== 'NOT_CANCELED') return gone('transferId');
  const isSame = doc.amount === line.amount && (isIn ? doc.toFundId : doc.fromFundId) === fundId;
  if (!isSame) return mismatch('transferId');
  return {
    set: { ...CLEARED, rule: 'LINK', transferId: doc._id, made: false },
    also: claim(isIn ? `${doc._id}:IN` : doc._id),
  };
}

const link: Action<typeof bankStatementLine, 'link'> = (ctx, line, named) => linkLine(ctx, line, named);

/** Creates the payslip of an outgoing line: a bank fee or other expense. */
export async function spendLine(
  ctx: Ctx,
  line: Line,
  { categoryId, payeeName }: { categoryId: string; payeeName?: string | null | undefined },
): Promise<LineEffect> {
  const category = await records(voucherCategory).get(ctx, categoryId);
  if (!category) return gone('categoryId');
  await assertNotLocked(ctx, 'transaction', line.bookedOn);
  const { doc, changes } = await buildPayslip(ctx, {
    purpose: 'EXPENSE',
    categories: [{ categoryId, amount: line.amount, vatAmount: null, invoiceNo: null, note: null }],
    amount: line.amount,
    method: 'TRANSFER',
    fundId: await loadFund(ctx, line),
    accountingDate: line.bookedOn,
    content: line.content.slice(0, 300),
    payeeKind: 'OTHER',
    payeeName: payeeName || line.payerName || category.name,
  });
  return { set: { ...CLEARED, rule: 'MANUAL', payslipId: doc._id, made: true }, with: changes };
}

const expense: Action<typeof bankStatementLine, 'expense'> = (ctx, line, input) => {
  if (!can(ctx, payslip.code, 'write')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: payslip.code });
  return spendLine(ctx, line, input);
};

/** Values of a line that is no longer linked to vouchers. */
const nothing = (): Partial<Line> => ({
  inboxReason: 'UNDONE',
  unitId: null,
  rule: null,
  parts: [],
  receiptIds: [],
  payslipId: null,
  transferId: null,
  made: false,
});

/** Line fields that reference each kind of voucher. */
const NAMED: Readonly<Record<string, string>> = {
  [receipt.name]: 'receiptIds',
  [payslip.name]: 'payslipId',
  [fundTransfer.name]: 'transferId',
  [deposit.name]: 'parts.depositId',
};

/** Reopens the line of a voucher that was cancelled separately; refused for split lines, which are undone as a whole. */
export async function freeLines(ctx: Ctx, { entity, id, by }: Gone): Promise<Change[]> {
  const path = NAMED[entity];
  if (!path) return [];
  const lines = await records(bankStatementLine).find(ctx, {
    status: 'MATCHED',
    [path]: id,
    ...(by && { _id: { $ne: by } }),
  });
  if (lines.some(({ parts }) => parts.length > 1)) fail('VOUCHER_OF_SPLIT_LINE');
  return lines.map(line => ({
    definition: bankStatementLine,
    action: 'unmatch',
    update: { doc: line, set: { ...nothing(), status: 'UNMATCHED' } },
    also: session => unlinkVouchers(ctx.projectId, line._id, session),
  }));
}

/** Cancels the vouchers that the line created, and unlinks existing ones. */
const unmatch: Action<typeof bankStatementLine, 'unmatch'> = async (ctx, line, { reason }) => {
  const changes: Change[] = [];
  if (line.made) {
    const standing = { status: 'NOT_CANCELED' } as const;
    for (const doc of await records(receipt).find(ctx, { _id: { $in: line.receiptIds }, ...standing }))
      changes.push(...cancelChanges(receipt, doc, await cancelReceipt(ctx, doc, line._id), reason));
    for (const doc of await records(payslip).find(ctx, { _id: line.payslipId ?? '', ...standing }))
      changes.push(...cancelChanges(payslip, doc, await cancelPayslip(ctx, doc, line._id), reason));
  }
  if (line.made)
    for (const { depositId, receiptId } of line.parts)
      if (depositId && !receiptId) changes.push(...(await cancelledDeposit(ctx, depositId, { by: line._id, reason })));
  return {
    set: nothing(),
    with: changes,
    also: session => unlinkVouchers(ctx.projectId, line._id, session),
  };
};

/** Resolves a conflict: a line with another's bank reference is a new movement, or is ignored. */
const resolve: Action<typeof bankStatementLine, 'resolve'> = (_ctx, _line, { as }) =>
  as === 'NEW_MOVEMENT' ? { set: {} } : { set: {}, status: 'IGNORED' };

const restore: Action<typeof bankStatementLine, 'restore'> = () => ({ set: { reason: null } });

/** The bank's data is immutable; only notes on it change. */
export const lineBehaviour: BehaviourOf<typeof bankStatementLine> = {
  actions: { match, split, link, expense, unmatch, resolve, restore },
};
