/** What is still owed of a bill. */
export interface Owed {
  id: string;
  dueDate: string | null;
  month: string;
  /** Of two that are due on one day the lower code goes first. */
  code?: string | null;
  remaining: number;
  /** Its late interest, charged or not yet. */
  interest?: number;
}

/** A part of what comes in, and the bill that it pays, or whose late interest it pays. */
export interface Allocation {
  kind: 'BILL' | 'INTEREST';
  billId: string;
  amount: number;
}

export interface Order {
  /** Bill by bill, the interest of each before it; else all bills go before all interest. */
  interestFirst: boolean;
  /** Bills that go before all others. */
  first?: ReadonlySet<string>;
}

/** The bills in the order in which they are paid: the oldest due first (domain.md, Money 4). */
export const oldestFirst = <B extends Owed>(bills: readonly B[], first?: ReadonlySet<string>): B[] => {
  const placeOf = ({ id, dueDate, code, month }: B) =>
    `${first?.has(id) ? 0 : 1} ${dueDate ?? ''} ${code ?? month} ${id}`;
  return [...bills].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
};

/** All that is owed of bills and their late interest, in the order in which it is paid. */
export function inOrder(bills: readonly Owed[], { interestFirst, first }: Order): Allocation[] {
  const sorted = oldestFirst(bills, first);
  const principal = ({ id, remaining }: Owed): Allocation => ({ kind: 'BILL', billId: id, amount: remaining });
  const late = ({ id, interest = 0 }: Owed): Allocation => ({ kind: 'INTEREST', billId: id, amount: interest });
  const all = interestFirst
    ? sorted.flatMap(one => [late(one), principal(one)])
    : [...sorted.map(principal), ...sorted.map(late)];
  return all.filter(({ amount }) => amount > 0);
}

/** An amount over bills, oldest due first; what is left over goes to the unit's account. */
export function allocate(
  bills: readonly Owed[],
  amount: number,
  order: Order,
): { allocations: Allocation[]; rest: number } {
  let rest = amount;
  const allocations: Allocation[] = [];
  for (const one of inOrder(bills, order)) {
    const part = Math.min(rest, one.amount);
    if (part <= 0) break;
    allocations.push({ ...one, amount: part });
    rest -= part;
  }
  return { allocations, rest };
}
