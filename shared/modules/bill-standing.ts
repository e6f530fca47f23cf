import { paymentState } from './bill.ts';

/** What is left of a bill, where its adjustments take so much off it (below 0: add to it) and so much is paid and written off. */
export function standingOf(
  { total }: { total: unknown },
  { lowered, paid, writtenOff }: Readonly<Record<'lowered' | 'paid' | 'writtenOff', unknown>>,
) {
  const due = Number(total) - Number(lowered ?? 0);
  const [given, off] = [Number(paid), Number(writtenOff ?? 0)];
  const remaining = due - given - off;
  return { remaining, paymentState: remaining === 0 && off > 0 ? ('PAID' as const) : paymentState(due, given) };
}
