import type { DeskRow } from '@lobby/shared/billing/debt-desk.ts';
import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import { zoneNow } from '../../kit/base/zone.ts';

const QUIET_DAYS = 14;

/** Filters of the desk by name. */
export const MARKS: Readonly<
  Record<
    'all' | 'quiet' | 'today' | 'broken' | 'disputed' | 'planned' | 'tomorrow',
    (row: DeskRow, today: string) => boolean
  >
> = {
  all: () => true,
  quiet: ({ lastContact }, today) =>
    lastContact === null || dayOf(new Date(lastContact.at), zoneNow()) < addDays(today, -QUIET_DAYS),
  today: ({ promise }, today) => promise?.status === 'OPEN' && promise.promisedOn === today,
  broken: ({ promise }) => promise?.status === 'BROKEN',
  disputed: ({ dispute }) => dispute !== null,
  planned: ({ plan }) => plan !== null,
  tomorrow: row => row.tomorrow !== null,
};
export const MARK_NAMES = Object.keys(MARKS) as (keyof typeof MARKS)[];
