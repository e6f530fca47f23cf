import type { closedBooks } from '@lobby/shared/kit/books.contract.ts';
import { type Books, CLOSED, CLOSED_TO } from '@lobby/shared/kit/books.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { useContract } from '../../../live/useContract.ts';

/** Closing day of these books and the first open day, updated live; null if nothing is closed, or without books. */
export function useClosedBooks(books: Books | undefined): { to: string; opens: string } | null {
  // Users without access to the books are refused by the server instead.
  const { data, error } = useContract<typeof closedBooks>(
    '/transaction-lock-date',
    books && { follow: CLOSED.module, delay: 200 },
  );
  const to = books && !error && data?.[CLOSED_TO[books]];
  return to ? { to, opens: addDays(to, 1) } : null;
}
