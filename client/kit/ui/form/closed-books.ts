import { type Books, type BooksClosed, CLOSED, CLOSED_TO } from '@lobby/shared/kit/books.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { useQuery } from '../../live/useQuery.ts';

/** Up to which day these books are closed, live, and the first day that is open; null where all are, or none are asked for. */
export function useClosedBooks(books: Books | undefined): { to: string; opens: string } | null {
  // Who keeps no books is told by the server.
  const { data, error } = useQuery<BooksClosed>(books ? CLOSED.path : null, { follow: CLOSED.module, delay: 200 });
  const to = books && !error && data?.[CLOSED_TO[books]];
  return to ? { to, opens: addDays(to, 1) } : null;
}
