import type { Field, Fields } from './fields.ts';

/** Sections of a money record's fields, by an accountant's questions. */
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

/** Display of a money record: payer, amount and due day at the head, its fields in sections below. */
export interface MoneyShape {
  /** Amount at the head: the first of these fields that is not zero. */
  amount: readonly string[];
  /** Field of the open amount; or the statuses in which it waits for payment, with the paid amount. */
  left?: string;
  waits?: { in: readonly string[]; paid?: string };
  /** Purpose, shown beside the unit: of several fields the first that is no default choice; by default the noun alone. */
  subject?: readonly string[];
  /** Two references between which money moves, as in transfers between funds. */
  between?: readonly [from: string, to: string];
  /** Payment state, shown in the statuses in which it says more than the status. */
  state?: { field: string; in: readonly string[] };
  /** Due day of the open amount, or day of the payment. */
  due?: string;
  on?: string;
  /** Name of the payer or payee; for a unit's debt the householder. */
  person?: string;
  /** The unit owes it: the head shows its total debt. */
  owed?: true;
  /** Fields that the head, other fields or tabs say. */
  unsaid?: readonly string[];
  /** Fields by section. Fields not named follow in one more section. */
  parts: Readonly<Partial<Record<MoneyPart, readonly string[]>>>;
}

/** Query for a unit's total debt and who answers for it: `<path>/<unit>/owes`. */
export const OWES = { path: '/bill/units', module: 'BILL', of: 'bill' } as const;

/** Default section of a field. */
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

/**
 * How a definition is shown as a money record: as declared, or derived from its fields for numbered ones in the menu groups
 * of fees and payments; null for all others.
 */
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

/** Whether the payment state describes the record; for drafts and cancelled records the status does. */
export const isPayable = ({ state }: MoneyShape, { status }: Values): boolean =>
  state?.in.includes(String(status)) === true;

/** Amount at the head, and the open amount; null if nothing can be open. */
export function moneyOf(shape: MoneyShape, values: Values): { amount: number; left: number | null } {
  const field = shape.amount.find(name => numberIn(values, name) !== 0) ?? shape.amount[0];
  const amount = numberIn(values, field);
  const { left, waits, state } = shape;
  const status = String(values.status);
  if (waits) return { amount, left: waits.in.includes(status) ? amount - numberIn(values, waits.paid) : 0 };
  const isOpen = !state || isPayable(shape, values);
  return { amount, left: left && isOpen ? numberIn(values, left) : null };
}

/** The open amount shown at the head: 0 if it is fully paid; null if all of it is open, or nothing can be. */
export function leftAtHead(shape: MoneyShape, values: Values): number | null {
  const { amount, left } = moneyOf(shape, values);
  if (left === null || left >= amount) return null;
  return left > 0 || shape.left !== undefined ? left : null;
}

/** Whether some amount is open after its due day. */
export function isLate(shape: MoneyShape, values: Values, today: string): boolean {
  const { left } = moneyOf(shape, values);
  const due = shape.due && values[shape.due];
  return left !== null && left > 0 && typeof due === 'string' && due < today;
}

/** Whether a due day matters: not for cancelled, draft or settled records. */
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

/** Fields that the head shows already. */
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
      .concat(shape.unsaid ?? [])
      .concat(shape.subject ?? [])
      .flatMap(name => name ?? []),
  );
