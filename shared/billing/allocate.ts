/** What is still owed of a bill. */
export interface Owed {
  id: string;
  dueDate: string | null;
  month: string;
  /** Of two that are due on one day the lower code goes first. */
  code?: string | null;
  remaining: number;
}

export interface Allocation {
  billId: string;
  amount: number;
}

/** The bills in the order in which they are paid: the oldest due first (domain.md, Money 4). */
export const oldestFirst = <B extends Owed>(bills: readonly B[]): B[] =>
  [...bills].sort((a, b) =>
    `${a.dueDate ?? ''} ${a.code ?? a.month} ${a.id}` < `${b.dueDate ?? ''} ${b.code ?? b.month} ${b.id}` ? -1 : 1,
  );

/** An amount over bills, oldest due first; what is left over goes to the unit's account. */
export function allocate(bills: readonly Owed[], amount: number): { allocations: Allocation[]; rest: number } {
  let rest = amount;
  const allocations: Allocation[] = [];
  for (const { id, remaining } of oldestFirst(bills)) {
    const part = Math.min(rest, remaining);
    if (part <= 0) break;
    allocations.push({ billId: id, amount: part });
    rest -= part;
  }
  return { allocations, rest };
}
