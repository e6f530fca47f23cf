import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { OPEN_STATUSES } from '@lobby/shared/modules/ticket.ts';

/** Due time of a ticket: SLA hours after its creation (domain.md, Ticket). */
export const dueAfter = (from: Date, slaHours: number): Date => new Date(from.getTime() + slaHours * HOUR_MS);

/** Whether an open ticket is past its due time. */
export function isOverdue(status: string, dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt <= now && OPEN_STATUSES.includes(status);
}
