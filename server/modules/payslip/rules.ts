import { bankOf } from '@lobby/shared/billing/banks.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import type { Action, BehaviourOf, EffectOf, Values } from '../../kit/records/typed-behaviour.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkRefs, loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { cancellationOf, loadLetGo } from '../fund/index.ts';
import { type Line, loadAccount, loadAdvance, moneyLine, postings, reversals } from '../ledger/index.ts';
import { assertCancelNotLocked, checkDay, checkVoucherDate } from '../lock-date/index.ts';
import { assertWordsOnly, bookingLines, depositRefunded, onCancel, resolveMethod } from '../receipt/index.ts';

type Payslip = Doc<typeof payslip>;
type PayslipValues = Values<typeof payslip>;
type Category = NonNullable<Payslip['category']>;
const isChoice = (code: string): code is Category => isIn(code, payslip.fields.category.options);

/** Categories that pay taxes on: they settle a liability and are no expense. */
const TAXES: Readonly<Record<string, 'VAT_PAYABLE' | 'SURCHARGE_TAX_PAYABLE'>> = {
  VAT_PAID: 'VAT_PAYABLE',
  SURCHARGE_PAID: 'SURCHARGE_TAX_PAYABLE',
};
const spentOn = (category: string, debit: number): Line => {
  const tax = TAXES[category];
  return tax ? { account: tax, debit } : { account: 'EXPENSE', category, debit };
};

/** Codes of the categories of a voucher, by id. */
async function findCodes({ projectId }: Ctx, { categories }: PayslipValues): Promise<Map<string, string>> {
  const ids = (categories ?? []).map(({ categoryId }) => categoryId);
  const refs = await loadRefs(projectId, voucherCategory, ids);
  return new Map([...refs].map(([id, { code }]) => [id, code]));
}

/** Debit lines of a refund from a unit's balance, split into paid-in and opening amounts. */
function refunded(
  { unitId, amount, fromOpening }: Payslip,
  of: { account: 'UNIT_ACCOUNT' | 'ADVANCE'; serviceId?: string | null },
): Line[] {
  return [
    { ...of, unitId, bucket: 'CURRENT', debit: amount - fromOpening },
    { ...of, unitId, bucket: 'OPENING', debit: fromOpening },
  ];
}

/** Debit lines of a payslip: an expense, or a refund of money held. */
async function loadDebits(ctx: Ctx, doc: Payslip): Promise<Line[]> {
  switch (doc.purpose) {
    case 'DEPOSIT_REFUND':
      return [{ account: 'DEPOSIT', unitId: doc.unitId, depositId: doc.depositId, debit: doc.amount }];
    case 'BOOKING_REFUND':
      return bookingLines(doc, 'debit');
    case 'ACCOUNT_REFUND':
      return refunded(doc, { account: 'UNIT_ACCOUNT' });
    case 'ADVANCE_REFUND':
      return refunded(doc, { account: 'ADVANCE', serviceId: doc.serviceId });
  }
  if (doc.categories.length === 0) return [spentOn(doc.category ?? 'OTHER', doc.amount)];
  const codes = await findCodes(ctx, doc);
  return doc.categories.map(category => spentOn(codes.get(category.categoryId) ?? 'OTHER', category.amount));
}

const bookPayslip = async (ctx: Ctx, doc: Payslip): Promise<Change[]> =>
  postings(ctx, {
    kind: 'PAYSLIP',
    day: doc.accountingDate,
    type: 'payslip',
    doc,
    lines: [
      ...(await loadDebits(ctx, doc)),
      moneyLine(doc.methodId ? null : doc.fundId, 'credit', doc.amount, doc.methodId),
    ],
  });

const required = (field: string) => failFields({ [field]: { code: 'REQUIRED' } });

/** Refuses a refund above the balance; paid-in money is refunded before the opening balance. */
async function completeRefund(ctx: Ctx, values: PayslipValues): Promise<PayslipValues> {
  const { unitId, serviceId } = values;
  if (!unitId) return required('unitId');
  const isAdvance = values.purpose === 'ADVANCE_REFUND';
  if (isAdvance && !serviceId) required('serviceId');
  const holder = isAdvance ? await loadAdvance(ctx, unitId, serviceId ?? '') : await loadAccount(ctx, unitId);
  const [wanted, there] = [values.amount ?? 0, holder.balance];
  if (wanted > there) {
    const code = isAdvance ? 'PAYSLIP_EXCEEDS_ADVANCE' : 'PAYSLIP_EXCEEDS_ACCOUNT';
    failFields({ amount: { code, params: { max: there } } }, code, { asked: wanted, there });
  }
  const paidIn = there - holder.balanceOpening;
  return {
    ...values,
    categories: [],
    category: null,
    fromOpening: Math.max(0, wanted - paidIn),
    serviceId: isAdvance ? serviceId : null,
  };
}

/** Takes the unit and origin from the deposit; the amount is checked by the deposit's own action. */
async function completeDepositRefund(ctx: Ctx, values: PayslipValues): Promise<PayslipValues> {
  const held = values.depositId ? await records(deposit).get(ctx, values.depositId) : null;
  if (!held) return required('depositId');
  const { unitId, originId, originCode } = held;
  if (values.unitId && values.unitId !== unitId) failFields({ depositId: { code: 'REFERENCE_NOT_SUITABLE' } });
  return { ...values, unitId, originId, originCode, categories: [], category: 'OTHER', serviceId: null };
}

/** Checks that the categories of an expense add up to its amount. */
async function completeExpense(ctx: Ctx, values: PayslipValues): Promise<PayslipValues> {
  const lines = values.categories ?? [];
  if (lines.length === 0 && !values.category) required('categories');
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  if (lines.length > 0 && sum !== values.amount)
    failFields({ categories: { code: 'PAYSLIP_TOTAL_INVALID' } }, 'PAYSLIP_TOTAL_INVALID');
  const { attachmentFrom } = await paymentSettings(ctx.projectId);
  const needsFile = attachmentFrom !== null && (values.amount ?? 0) > attachmentFrom;
  if (needsFile && !values.attachments?.length) required('attachments');
  const first = (await findCodes(ctx, values)).get(lines[0]?.categoryId ?? '');
  const category = first === undefined ? values.category : isChoice(first) ? first : 'OTHER';
  return { ...values, category, unitId: null, serviceId: null };
}

/** Type of a payslip: by what it refunds, else by payment method. */
function typeOf({ purpose, method, amount, fromOpening }: PayslipValues): Payslip['type'] {
  if (purpose === 'ADVANCE_REFUND') return 'ADVANCE_SERVICE';
  if (purpose === 'DEPOSIT_REFUND') return 'DEPOSIT';
  if (purpose === 'ACCOUNT_REFUND' && fromOpening === amount) return 'OLD_APARTMENT_ACCOUNT';
  return method === 'CASH' ? 'CASH' : 'BANK_TRANSFER';
}

const PAYEES = { RESIDENT: 'residentId', PARTNER: 'partnerId', EMPLOYEE: 'employeeId' } as const;

/** Completes the payee and checks their bank account. */
function completePayee(values: PayslipValues): PayslipValues {
  const kind = values.payeeKind ?? 'OTHER';
  const payeeKind = kind === 'OTHER' && values.partnerId ? 'PARTNER' : kind;
  const field = payeeKind === 'OTHER' ? null : PAYEES[payeeKind];
  if (field && !values[field]) required(field);
  const others = Object.values(PAYEES).filter(name => name !== field);
  const { payeeBankBin, payeeAccountNumber } = values;
  if (payeeBankBin && !bankOf(payeeBankBin)) failFields({ payeeBankBin: { code: 'CHOICE_INVALID' } });
  if (payeeAccountNumber && !/^[0-9A-Za-z]{6,19}$/.test(payeeAccountNumber))
    failFields({ payeeAccountNumber: { code: 'CODE_INVALID' } });
  return { ...values, payeeKind, ...Object.fromEntries(others.map(name => [name, null])) };
}

const COMPLETED: Partial<Record<Payslip['purpose'], typeof completeExpense>> = {
  ACCOUNT_REFUND: completeRefund,
  ADVANCE_REFUND: completeRefund,
  DEPOSIT_REFUND: completeDepositRefund,
};

async function completePayslip(ctx: Ctx, input: PayslipValues): Promise<PayslipValues> {
  const purpose = input.purpose ?? 'EXPENSE';
  // Refunds of bookings are made by the booking's own actions.
  if (purpose === 'BOOKING_REFUND') failFields({ purpose: { code: 'CHOICE_INVALID' } });
  await checkDay(ctx, 'transaction', input.accountingDate ?? required('accountingDate'), 'accountingDate');
  checkVoucherDate(ctx, input);
  // References are checked for every purpose.
  await checkRefs(ctx, payslip.fields, input);
  await resolveMethod(ctx, { kind: input.method, fundId: input.fundId }, '', 'PAYSLIP_METHOD_INVALID', {
    isPaidOut: true,
  });
  const values = completePayee({ ...input, purpose });
  const complete = COMPLETED[purpose] ?? completeExpense;
  const whole = await complete(ctx, values);
  return { voucherDate: input.accountingDate, ...whole, type: typeOf(whole), cashierId: ctx.employeeId };
}

/** Reverses a payslip: its money returns to the fund. `by`: the record that causes it. */
export async function cancelPayslip(
  ctx: Ctx,
  doc: Payslip,
  by: string | null = null,
): Promise<EffectOf<typeof payslip>> {
  await assertCancelNotLocked(ctx, 'transaction', doc.accountingDate, doc.code);
  const kind = 'PAYSLIP_CANCEL';
  return {
    set: cancellationOf(ctx),
    with: [
      ...(await reversals(ctx, { kind, of: ['PAYSLIP'], day: todayOf(ctx), type: 'payslip', doc })),
      ...(doc.originId || doc.depositId ? await onCancel(ctx, payslip.name, doc, by) : []),
      ...(await loadLetGo(ctx, { entity: payslip.name, id: doc._id, by })),
    ],
  };
}
const cancel: Action<typeof payslip, 'cancel'> = (ctx, doc) => cancelPayslip(ctx, doc);

const numberPayslip = (doc: Payslip, session: Session) => giveNumber(payslip, doc, 'PC', doc.accountingDate, session);

/** Rules of payslips: numbered without gaps, posted against their fund. */
export const payslipBehaviour: BehaviourOf<typeof payslip> = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'update') return assertWordsOnly(ctx, payslip, values, doc);
    return kind === 'create' ? completePayslip(ctx, values) : values;
  },
  async changes(ctx, { kind, doc }) {
    if (kind !== 'create') return [];
    // The deposit refund is checked before the voucher is posted.
    const refunds = doc.purpose === 'DEPOSIT_REFUND' ? await depositRefunded(ctx, doc) : [];
    return [...(await bookPayslip(ctx, doc)), ...refunds];
  },
  number: (_ctx, session, doc) => numberPayslip(doc, session),
  actions: { cancel },
};

/** A payslip of another document, saved with that document. */
export async function buildPayslip(
  ctx: Ctx,
  values: Readonly<Record<string, unknown>>,
): Promise<{ doc: Payslip; changes: Change[] }> {
  const doc = await build(ctx, payslip, {
    voucherDate: values.accountingDate,
    ...values,
    type: typeOf(values),
    cashierId: ctx.employeeId,
  });
  const first = (session: Session) => numberPayslip(doc, session);
  const changes = await bookPayslip(ctx, doc);
  return { doc, changes: [{ definition: payslip, action: 'create', insert: doc, first }, ...changes] };
}
