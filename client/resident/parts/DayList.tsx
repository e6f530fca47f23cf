import { addDays } from '@lobby/shared/kit/dates.ts';
import type { ReactNode } from 'react';
import { today } from '../bookings.ts';
import type { Refused } from '../data/api.ts';
import { dayAt, fullDay, t, weekday } from '../words.ts';
import { List } from './parts.tsx';

/** `Today`, `Yesterday`, `Friday, 27/11`; with the year if it is another one. */
export function dayTitle(day: string): string {
  const now = today();
  if (day === now) return t('home.today');
  if (day === addDays(now, -1)) return t('home.yesterday');
  return day.slice(0, 4) === now.slice(0, 4) ? weekday(day) : fullDay(day);
}

/** Rows by the day of a time, in their order. */
export function byDay<T>(rows: readonly T[], atOf: (row: T) => string | null): [day: string, rows: T[]][] {
  const days = new Map<string, T[]>();
  for (const row of rows) {
    const day = dayAt(atOf(row));
    const of = days.get(day);
    if (of) of.push(row);
    else days.set(day, [row]);
  }
  return [...days];
}

interface DayListProps<T> {
  rows: readonly T[] | null;
  error: Refused | null;
  none: string;
  atOf: (row: T) => string | null;
  children: (row: T) => ReactNode;
}

/** A list with a heading for each day. */
export function DayList<T extends { id: string }>({ rows, error, none, atOf, children }: DayListProps<T>) {
  if (!rows || rows.length === 0)
    return (
      <List rows={rows} error={error} none={none}>
        {children}
      </List>
    );
  return byDay(rows, atOf).map(([day, of]) => (
    <section key={day} className="stack">
      <h2>{dayTitle(day)}</h2>
      <List rows={of} error={null} none={none}>
        {children}
      </List>
    </section>
  ));
}
