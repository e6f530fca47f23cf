import { dayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { zoneNow } from '../base/zone.ts';
import { now } from '../http/clock.ts';

/** Today in the building's time zone. */
export const today = (): string => dayOf(new Date(now()), zoneNow());
/** The current month, `YYYY-MM`. */
export const thisMonth = (): string => monthOf(today());
