import { addDays } from '@lobby/shared/billing/periods.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';

/** Reports reach ten years back (rules.md 9). */
const MOST_DAYS = 3660;
const day = () => fieldSchema({ kind: 'date', required: true }) as z.ZodString;

/** The two days that a report is asked for. */
export const periodQuery = z.strictObject({ from: day(), to: day() });

export function refuseLong(from: string, to: string): void {
  if (to < from || addDays(from, MOST_DAYS) < to) failFields({ to: { code: 'DATE_INVALID' } });
}
