import { dayOf } from '@lobby/shared/kit/dates.ts';
import { zoneNow } from '../base/zone.ts';
import { now } from '../http/clock.ts';

/** The day it is where the building stands. */
export const today = (): string => dayOf(new Date(now()), zoneNow());
/** Its month, `YYYY-MM`. */
export const thisMonth = (): string => today().slice(0, 7);
