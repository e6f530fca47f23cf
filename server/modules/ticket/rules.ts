import { OPEN_STATUSES } from '@lobby/shared/modules/ticket.ts';

const HOUR = 3_600_000;

/** Due time of a ticket: SLA hours after its creation (domain.md, Ticket). */
export const dueAfter = (from: Date, slaHours: number): Date => new Date(from.getTime() + slaHours * HOUR);

/** Whether an open ticket is past its due time. */
export function isOverdue(status: string, dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt <= now && OPEN_STATUSES.includes(status);
}
