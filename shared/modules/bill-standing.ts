import { paymentState } from './bill.ts';

/** Returns the remaining amount of a bill (total less payments and write-offs) and its payment state. */
export function standingOf({ total, paid, writtenOff }: Readonly<Record<'total' | 'paid' | 'writtenOff', unknown>>) {
  const due = Number(total);
  const [settled, off] = [Number(paid), Number(writtenOff ?? 0)];
  const remaining = due - settled - off;
  return { remaining, paymentState: remaining === 0 && off > 0 ? ('PAID' as const) : paymentState(due, settled) };
}
