import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';

/** The day it is where the buildings of the tests stand, so many days from now (`2026-11-30`). */
export const inDays = (days: number): string => addDays(dayOf(new Date(), VIETNAM), days);
export const today = (): string => inDays(0);
