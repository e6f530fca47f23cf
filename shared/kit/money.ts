import type { Field, Fields } from './fields.ts';

/** The parts in which the fields of a record of money are read, by what an accountant asks next. */
export const MONEY_PARTS = [
  'readings',
  'calculation',
  'lines',
  'amounts',
  'payment',
  'refund',
  'people',
  'papers',
  'cancel',
] as const;

export type MoneyPart = (typeof MONEY_PARTS)[number];

/** How a record of money is read: who owes how much until when at the head, its fields in the parts of its trade below. */
export interface MoneyShape {
  /** The sum at the head: the first of these that is not zero. */
  amount: readonly string[];
  /** What of it is still open; or the statuses in which it waits for money, and what of it has come. */
  left?: string;
  waits?: { in: readonly string[]; paid?: string };
  /** What it is for, as words beside the unit: of several not a choice that is the usual one; default its noun alone. */
  subject?: readonly string[];
  /** Where it leads from one to the other of two records, as money between funds does. */
  between?: readonly [from: string, to: string];
  /** How far it is paid, in the statuses in which that says more than the status. */
  state?: { field: string; in: readonly string[] };
  /** Until when something of it is owed; or the day on which it moved. */
  due?: string;
  on?: string;
  /** Who paid or is paid, by name; of what a unit owes it is the householder. */
  person?: string;
  /** The unit owes it: the head says what it owes in all. */
  owed?: true;
  /** Part -> fields. What none names stands in one more, below them. */
  parts: Readonly<Partial<Record<MoneyPart, readonly string[]>>>;
}

/** What a unit owes in all and who answers for it: asked by `<path>/<unit>/owes`. */
export const OWES = { path: '/bill/units', module: 'BILL', of: 'bill' } as const;

export interface UnitOwes {
  householderId: string | null;
  owed: number;
  overdue: number;
  bills: number;
}

/** What a part is made of where a module says nothing of its own. */
function usualPart(name: string, field: Field): MoneyPart | null {
  if (name.startsWith('cancel')) return 'cancel';
  if (field.kind === 'lines') return 'lines';
  if (field.kind === 'money') return 'amounts';
  if (field.kind === 'files' || (field.kind === 'text' && field.code)) return 'papers';
  if (field.kind !== 'ref') return name === 'method' ? 'payment' : null;
  return PAID_BY.has(field.to) ? 'payment' : PEOPLE.has(field.to) ? 'people' : null;
}
const PAID_BY: ReadonlySet<string> = new Set(['fund', 'payment-method', 'bank-account']);
const PEOPLE: ReadonlySet<string> = new Set(['employee', 'resident', 'partner']);
const GROUPS: ReadonlySet<string | undefined> = new Set(['fees', 'payments']);

/** How a definition is read as one of money: as it says, or, of a numbered one among the fees and payments, by its kinds of fields; null for all others. */
export function moneyShape({ money, menu, title, fields }: MoneyDefinition): MoneyShape | null {
  if (money) return money;
  const isNumbered = fields[title]?.kind === 'text' && title === 'code';
  const amount = ['amount', 'total'].filter(name => fields[name]?.kind === 'money');
  if (!isNumbered || !GROUPS.has(menu?.group) || amount.length === 0) return null;
  const parts: Partial<Record<MoneyPart, string[]>> = {};
  for (const [name, field] of Object.entries(fields)) {
    const part = name === title ? null : usualPart(name, field);
    if (part && !amount.includes(name)) parts[part] = [...(parts[part] ?? []), name];
  }
  const has = (name: string) => name in fields;
  const due = ['dueDate', 'dueOn'].find(has);
  const on = ['accountingDate', 'paidAt'].find(name => has(name) && fields[name]?.kind === 'date');
  const person = ['payerName', 'payeeName'].find(has);
  return {
    amount,
    parts,
    ...(due && { due }),
    ...(on && { on }),
    ...(person && { person }),
    ...(has('unitId') && { owed: true }),
  };
}

interface MoneyDefinition {
  money?: MoneyShape | undefined;
  menu?: { group: string } | undefined;
  title: string;
  fields: Fields;
}

type Values = Readonly<Record<string, unknown>>;

const numberIn = (values: Values, name: string | undefined): number => {
  const value = name === undefined ? 0 : values[name];
  return typeof value === 'number' ? value : 0;
};

/** Whether how far it is paid says where a record stands: of a draft, and of what was cancelled, its status does. */
export const isPayable = ({ state }: MoneyShape, { status }: Values): boolean =>
  state?.in.includes(String(status)) === true;

/** The sum at the head of a record, and what of it is still open: null where nothing of it can be. */
export function moneyOf(shape: MoneyShape, values: Values): { amount: number; left: number | null } {
  const found = shape.amount.find(name => numberIn(values, name) !== 0) ?? shape.amount[0];
  const amount = numberIn(values, found);
  const { left, waits, state } = shape;
  const status = String(values.status);
  if (waits) return { amount, left: waits.in.includes(status) ? amount - numberIn(values, waits.paid) : 0 };
  const isOpen = !state || isPayable(shape, values);
  return { amount, left: left && isOpen ? numberIn(values, left) : null };
}

/** What of the sum at the head is said beside it to be still open: of what is paid nothing is, and is said; null where all of it is, or none can be. */
export function leftAtHead(shape: MoneyShape, values: Values): number | null {
  const { amount, left } = moneyOf(shape, values);
  if (left === null || left >= amount) return null;
  return left > 0 || shape.left !== undefined ? left : null;
}

/** Whether something of a record is still owed after its day. */
export function isLate(shape: MoneyShape, values: Values, today: string): boolean {
  const { left } = moneyOf(shape, values);
  const due = shape.due && values[shape.due];
  return left !== null && left > 0 && typeof due === 'string' && due < today;
}

/** Whether a record still waits for its day: of what was cancelled, is no debt yet or is settled nothing is soon or late. */
export function isDueBy(
  shape: MoneyShape,
  values: Values,
  statuses: Readonly<Record<string, { tone: string }>> | undefined,
): boolean {
  const { left } = moneyOf(shape, values);
  if (left !== null) return left > 0;
  if (shape.left !== undefined) return false;
  const tone = statuses?.[String(values.status)]?.tone;
  return tone !== 'ended' && tone !== 'done';
}

/** Fields that the head of a record says already. */
export const saidInHead = (shape: MoneyShape): ReadonlySet<string> =>
  new Set(
    [
      'code',
      'unitId',
      ...shape.amount,
      shape.left,
      ...(shape.between ?? []),
      shape.state?.field,
      shape.due,
      shape.on,
      shape.person,
    ]
      .concat(shape.subject ?? [])
      .flatMap(name => name ?? []),
  );
