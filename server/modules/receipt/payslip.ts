import { bankOf } from '@lobby/shared/billing/banks.ts';
import { type Payslip, payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import { checkRefs, loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { canceled } from '../fund/index.ts';
import { accountOf, advanceOf, type Line, moneyLine, postings, reversals } from '../ledger/index.ts';
import { checkDay, checkVoucherDate, refuseCancelLocked, todayOf } from '../lock-date/index.ts';
import { placed } from './methods.ts';
import { bookingLines, followCancel } from './origins.ts';
import { refuseFixed } from './rules.ts';

type Values = Record<string, unknown>;
interface Spent {
  categoryId: string;
  amount: number;
}
const linesOf = (doc: Values): Spent[] => (Array.isArray(doc.categories) ? (doc.categories as Spent[]) : []);
const CHOICES: readonly string[] = payslip.fields.category.options;

/** The two that pay taxes on, which were owed and are no expense. */
const TAXES: Readonly<Record<string, 'VAT_PAYABLE' | 'SURCHARGE_TAX_PAYABLE'>> = {
  VAT_PAID: 'VAT_PAYABLE',
  SURCHARGE_PAID: 'SURCHARGE_TAX_PAYABLE',
};
const spentOn = (category: string, debit: number): Line => {
  const tax = TAXES[category];
  return tax ? { account: tax, debit } : { account: 'EXPENSE', category, debit };
};

/** The code of each category that a voucher names. */
async function codesOf({ projectId }: Ctx, doc: Values): Promise<Map<string, string>> {
  const ids = linesOf(doc).map(({ categoryId }) => categoryId);
  const found = await loadRefs(projectId, voucherCategory, ids);
  return new Map([...found].map(([id, { code }]) => [id, String(code)]));
}

/** What goes back of what a unit has: what was paid in first, what it began with last. */
function refunded(doc: Stored, of: { account: 'UNIT_ACCOUNT' | 'ADVANCE'; serviceId?: string }): Line[] {
  const opening = Number(doc.fromOpening ?? 0);
  const own = { ...of, unitId: String(doc.unitId) };
  return [
    { ...own, bucket: 'CURRENT', debit: Number(doc.amount) - opening },
    { ...own, bucket: 'OPENING', debit: opening },
  ];
}

/** What the money that goes out is on the books: an expense, or what was taken in and goes back. */
async function outOf(ctx: Ctx, doc: Stored): Promise<Line[]> {
  const amount = Number(doc.amount);
  switch (doc.purpose) {
    case 'DEPOSIT_REFUND':
      return [{ account: 'DEPOSIT', unitId: String(doc.unitId), depositId: String(doc.depositId), debit: amount }];
    case 'BOOKING_REFUND':
      return bookingLines(doc, 'debit');
    case 'ACCOUNT_REFUND':
      return refunded(doc, { account: 'UNIT_ACCOUNT' });
    case 'ADVANCE_REFUND':
      return refunded(doc, { account: 'ADVANCE', serviceId: String(doc.serviceId) });
  }
  const lines = linesOf(doc);
  if (lines.length === 0) return [spentOn(String(doc.category ?? 'OTHER'), amount)];
  const codes = await codesOf(ctx, doc);
  return lines.map(one => spentOn(codes.get(one.categoryId) ?? 'OTHER', one.amount));
}

const spent = async (ctx: Ctx, doc: Stored): Promise<Line[]> => [
  ...(await outOf(ctx, doc)),
  moneyLine(doc.methodId ? null : doc.fundId, 'credit', Number(doc.amount), doc.methodId),
];

const required = (field: string) => failFields({ [field]: { code: 'REQUIRED' } });

/** A refund is never above what is there; what was paid in goes first. */
async function completeRefund(ctx: Ctx, values: Values): Promise<Values> {
  if (!values.unitId) required('unitId');
  const ahead = values.purpose === 'ADVANCE_REFUND';
  if (ahead && !values.serviceId) required('serviceId');
  const unitId = String(values.unitId);
  const holder = ahead ? await advanceOf(ctx, unitId, String(values.serviceId)) : await accountOf(ctx, unitId);
  const [asked, there] = [Number(values.amount), Number(holder.balance)];
  if (asked > there) {
    const code = ahead ? 'PAYSLIP_EXCEEDS_ADVANCE' : 'PAYSLIP_EXCEEDS_ACCOUNT';
    failFields({ amount: { code, params: { max: there } } }, code, { asked, there });
  }
  const paidIn = there - Number(holder.balanceOpening ?? 0);
  return {
    ...values,
    categories: [],
    category: null,
    fromOpening: Math.max(0, asked - paidIn),
    serviceId: ahead ? values.serviceId : null,
  };
}

/** An expense is of categories that add up to it. */
async function completeExpense(ctx: Ctx, values: Values): Promise<Values> {
  const lines = linesOf(values);
  if (lines.length === 0 && !values.category) required('categories');
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  if (lines.length > 0 && sum !== Number(values.amount))
    failFields({ categories: { code: 'PAYSLIP_TOTAL_INVALID' } }, 'PAYSLIP_TOTAL_INVALID');
  const first = (await codesOf(ctx, values)).get(lines[0]?.categoryId ?? '');
  const category = first === undefined ? values.category : CHOICES.includes(first) ? first : 'OTHER';
  return { ...values, category, unitId: null, serviceId: null };
}

/** What a voucher is called by: what it gives back, else how it was paid. */
function typeOf({ purpose, method, amount, fromOpening }: Values): Payslip['type'] {
  if (purpose === 'ADVANCE_REFUND') return 'ADVANCE_SERVICE';
  if (purpose === 'DEPOSIT_REFUND') return 'DEPOSIT';
  if (purpose === 'ACCOUNT_REFUND' && Number(fromOpening) === Number(amount)) return 'OLD_APARTMENT_ACCOUNT';
  return method === 'CASH' ? 'CASH' : 'BANK_TRANSFER';
}

const PAYEES = { RESIDENT: 'residentId', PARTNER: 'partnerId', EMPLOYEE: 'employeeId' } as const;

/** Whom it goes to, and to which account of theirs. */
function completePayee(values: Values): Values {
  const kind = String(values.payeeKind ?? 'OTHER') === 'OTHER' && values.partnerId ? 'PARTNER' : values.payeeKind;
  const field = PAYEES[kind as keyof typeof PAYEES];
  if (field && !values[field]) required(field);
  const others = Object.values(PAYEES).filter(name => name !== field);
  const bin = values.payeeBankBin;
  if (bin && !bankOf(String(bin))) failFields({ payeeBankBin: { code: 'CHOICE_INVALID' } });
  const number = values.payeeAccountNumber;
  if (number && !/^[0-9A-Za-z]{6,19}$/.test(String(number)))
    failFields({ payeeAccountNumber: { code: 'CODE_INVALID' } });
  return { ...values, payeeKind: kind ?? 'OTHER', ...Object.fromEntries(others.map(name => [name, null])) };
}

async function complete(ctx: Ctx, given: Values): Promise<Values> {
  const purpose = given.purpose ?? 'EXPENSE';
  // What a deposit or a booking gives back is given by its own act.
  if (purpose === 'DEPOSIT_REFUND' || purpose === 'BOOKING_REFUND') failFields({ purpose: { code: 'CHOICE_INVALID' } });
  await checkDay(ctx, 'transaction', String(given.accountingDate), 'accountingDate');
  checkVoucherDate(ctx, given);
  // What is named of others is refused, whatever becomes of it.
  await checkRefs(ctx, payslip.fields, given);
  await placed(ctx, { kind: String(given.method), fundId: String(given.fundId) }, '', 'PAYSLIP_METHOD_INVALID');
  const isRefund = purpose === 'ACCOUNT_REFUND' || purpose === 'ADVANCE_REFUND';
  const values = completePayee({ ...given, purpose });
  const whole = isRefund ? await completeRefund(ctx, values) : await completeExpense(ctx, values);
  return { voucherDate: given.accountingDate, ...whole, type: typeOf(whole), cashierId: ctx.employeeId };
}

const WORDS = new Set(['content', 'labelIds', 'attachments', 'note']);

/** Money that goes out: numbered without gaps, and out of its fund. */
export const payslipBehaviour: Behaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'update') return refuseFixed(ctx, values, doc, WORDS);
    return kind === 'create' ? complete(ctx, values) : values;
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create'
      ? postings(ctx, {
          kind: 'PAYSLIP',
          day: String(doc.accountingDate),
          type: 'payslip',
          doc,
          lines: await spent(ctx, doc),
        })
      : [],
  number: async (_ctx, session, doc) => giveNumber(payslip, doc, 'PC', String(doc.accountingDate), session),
};

/** Brings the money of a voucher back into its fund. */
export async function cancelPayslip(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseCancelLocked(ctx, 'transaction', String(doc.accountingDate), String(doc.code));
  const kind = 'PAYSLIP_CANCEL';
  return {
    set: canceled(ctx),
    with: [
      ...(await reversals(ctx, { kind, of: ['PAYSLIP'], day: todayOf(ctx), type: 'payslip', doc })),
      ...(doc.originId ? await followCancel(ctx, payslip.name, doc) : []),
    ],
  };
}

/** A payslip that another document brings about, saved with that document. */
export async function payslipOf(
  ctx: Ctx,
  values: Record<string, unknown>,
): Promise<{ doc: Stored; changes: Change[] }> {
  const doc = await build(ctx, payslip, {
    voucherDate: values.accountingDate,
    ...values,
    type: typeOf(values),
    cashierId: ctx.employeeId,
  });
  const first = (session: Session) => giveNumber(payslip, doc, 'PC', String(doc.accountingDate), session);
  const more = (await payslipBehaviour.changes?.(ctx, { kind: 'create', doc, before: null })) ?? [];
  return { doc, changes: [{ definition: payslip, action: 'create', insert: doc, first }, ...more] };
}
