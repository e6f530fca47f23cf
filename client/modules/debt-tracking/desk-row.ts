import type { Age } from '@lobby/shared/billing/ageing.ts';
import { addDays } from '@lobby/shared/billing/periods.ts';

export interface DeskRow {
  unitId: string;
  code: string;
  householder: string | null;
  phone: string | null;
  debt: number;
  bills: number;
  notices: number;
  oldestDue: string | null;
  days: number;
  bucket: Age;
  promise: { id: string; promisedOn: string; amount: number; status: string } | null;
  dispute: { id: string; code: string } | null;
  plan: { id: string; code: string; status: string } | null;
  lastContact: { at: string; how: string } | null;
  reminders: number;
  tomorrow: number | null;
}

const QUIET_DAYS = 14;

/** What of the desk is worth a look of its own. */
export const MARKS: Readonly<
  Record<
    'all' | 'quiet' | 'today' | 'broken' | 'disputed' | 'planned' | 'tomorrow',
    (row: DeskRow, today: string) => boolean
  >
> = {
  all: () => true,
  quiet: ({ lastContact }, today) => lastContact === null || lastContact.at.slice(0, 10) < addDays(today, -QUIET_DAYS),
  today: ({ promise }, today) => promise?.status === 'OPEN' && promise.promisedOn === today,
  broken: ({ promise }) => promise?.status === 'BROKEN',
  disputed: ({ dispute }) => dispute !== null,
  planned: ({ plan }) => plan !== null,
  tomorrow: one => one.tomorrow !== null,
};
export const MARK_NAMES = Object.keys(MARKS) as (keyof typeof MARKS)[];
