import { paymentState } from './bill.ts';

/** What is left of a bill that comes to so much with its adjustment, where so much is paid and written off. */
export function standingOf({ total, paid, writtenOff }: Readonly<Record<'total' | 'paid' | 'writtenOff', unknown>>) {
  const due = Number(total);
  const [given, off] = [Number(paid), Number(writtenOff ?? 0)];
  const remaining = due - given - off;
  return { remaining, paymentState: remaining === 0 && off > 0 ? ('PAID' as const) : paymentState(due, given) };
}
