/** Result of a rule with both sides in VND. In `wrong`, `id` is a unit, entry or document, and `serviceId` its service if applicable. */
export interface Finding {
  rule: Rule;
  expected: number;
  found: number;
  /** Number of compared items. */
  seen: number;
  wrong: { id: string; serviceId: string | null; expected: number; found: number }[];
}

/** Kind of item that each rule reports. */
export const RULES = {
  BALANCED: 'entry',
  OWN_PROJECT: 'entry',
  REVERSED_ONCE: 'entry',
  UNIT_OWES: 'unit',
  UNIT_BALANCE: 'unit',
  UNIT_OPENING: 'unit',
  UNIT_ADVANCE: 'unit',
  SERVICE_ADVANCE: 'unit',
  UNIT_DEPOSIT: 'unit',
  DEPOSITS: 'unit',
  NEVER_BELOW: 'unit',
  RECEIVABLE_IS_BILLS: 'unit',
  BILL_STATE: 'bill',
  VAT: 'service',
  SURCHARGE: 'service',
  FUNDS: 'fund',
  DOCUMENTS_POSTED: 'document',
  ENTRIES_DOCUMENTED: 'entry',
  BOOKINGS: 'document',
  LOCKED_SUMS: 'lock',
} as const;
export type Rule = keyof typeof RULES;

export type Sums = Map<string, number>;
export const sums = (): Sums => new Map();
export const add = (to: Sums, key: string, amount: number): void => void to.set(key, (to.get(key) ?? 0) + amount);
const total = (all: Sums): number => [...all.values()].reduce((sum, amount) => sum + amount, 0);

/** Maximum stored items; `SHOWN` limits live checks. */
const KEPT = 2000;
export const SHOWN = 20;

export function compareSums(rule: Rule, expected: Sums, found: Sums): Finding {
  const keys = new Set([...expected.keys(), ...found.keys()]);
  const wrong = [...keys].flatMap(key => {
    const [id = '', serviceId = null] = key.split(' ');
    const finding = { id, serviceId, expected: expected.get(key) ?? 0, found: found.get(key) ?? 0 };
    return finding.expected === finding.found ? [] : [finding];
  });
  return { rule, expected: total(expected), found: total(found), seen: keys.size, wrong: wrong.slice(0, KEPT) };
}

/** Result of a rule that each item satisfies or not. */
export function listWrong(rule: Rule, wrong: readonly string[], of: number): Finding {
  const ids = [...new Set(wrong)];
  const rows = ids.slice(0, KEPT).map(id => ({ id, serviceId: null, expected: 0, found: 1 }));
  return { rule, expected: of, found: of - ids.length, seen: of, wrong: rows };
}
