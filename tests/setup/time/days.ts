import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';

/** The date some days from now in the time zone of the test buildings (`2026-11-30`). */
export const inDays = (days: number): string => addDays(dayOf(new Date(), VIETNAM), days);
export const today = (): string => inDays(0);
