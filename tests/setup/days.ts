const DAY_MS = 86_400_000;
const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' });

/** The day it is where the buildings of the tests stand, so many days from now (`2026-11-30`). */
export const inDays = (days: number): string => format.format(new Date(Date.now() + days * DAY_MS));
export const today = (): string => inDays(0);
