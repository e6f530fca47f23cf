/** An open bill. */
export interface Owed {
  id: string;
  dueDate: string | null;
  month: string;
  /** Breaks ties between bills due on the same day: the lower code goes first. */
  code?: string | null;
  remaining: number;
  /** Its late interest, charged or not yet charged. */
  interest?: number;
}

/** A part of a payment, and the bill whose principal or late interest it pays. */
export interface Allocation {
  kind: 'BILL' | 'INTEREST';
  billId: string;
  amount: number;
}

export interface Order {
  /** Pays the interest of each bill before its principal; otherwise all principal before all interest. */
  interestFirst: boolean;
  /** Bills paid before all others. */
  first?: ReadonlySet<string>;
}

/** The bills in order of payment: the oldest due date first (domain.md, Money 4). */
export const oldestFirst = <B extends Owed>(bills: readonly B[], first?: ReadonlySet<string>): B[] => {
  const placeOf = ({ id, dueDate, code, month }: B) =>
    `${first?.has(id) ? 0 : 1} ${dueDate ?? ''} ${code ?? month} ${id}`;
  return [...bills].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
};

/** Open principal and late interest of bills in order of payment. */
export function inOrder(bills: readonly Owed[], { interestFirst, first }: Order): Allocation[] {
  const sorted = oldestFirst(bills, first);
  const principal = ({ id, remaining }: Owed): Allocation => ({ kind: 'BILL', billId: id, amount: remaining });
  const late = ({ id, interest = 0 }: Owed): Allocation => ({ kind: 'INTEREST', billId: id, amount: interest });
  const all = interestFirst
    ? sorted.flatMap(bill => [late(bill), principal(bill)])
    : [...sorted.map(principal), ...sorted.map(late)];
  return all.filter(({ amount }) => amount > 0);
}

/** Allocates an amount to bills, oldest due date first. The rest is credited to the unit's account. */
export function allocate(
  bills: readonly Owed[],
  amount: number,
  order: Order,
): { allocations: Allocation[]; rest: number } {
  let rest = amount;
  const allocations: Allocation[] = [];
  for (const bill of inOrder(bills, order)) {
    const part = Math.min(rest, bill.amount);
    if (part <= 0) break;
    allocations.push({ ...bill, amount: part });
    rest -= part;
  }
  return { allocations, rest };
}
