import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { type Random, randomOf } from './random.ts';
import { KIND_SHARES, TICKET_KINDS, type TicketKind } from './texts/kinds.ts';

export type Outcome = 'WAITING_APPROVAL' | 'APPROVED' | 'PROCESSING' | 'COMPLETED' | 'RATED' | 'REJECTED' | 'EXPIRED';

/** Arrival time, kind and current status of a ticket. */
export interface Plan {
  /** Stable number of the ticket, independent of its place among the others. */
  n: number;
  at: number;
  kind: TicketKind;
  status: Outcome;
}

/** UTC offset of Vietnam, which has no daylight saving time. */
export const ZONE = 7 * HOUR_MS;

/** Weights of the hours in which tickets arrive, midnight first. */
const HOURS = [1, 0.5, 0.3, 0.2, 0.3, 1, 3, 7, 9, 8, 6, 5, 4, 4, 5, 5, 5, 6, 8, 9, 9, 7, 4, 2].map(
  (n, h) => [h, n] as const,
);

export interface Amount {
  total: number;
  open: number;
  months: number;
  now: Date;
}

/** Planned tickets of a project by arrival; each draws from a separate random stream. */
export function planTickets(project: string, { total, open, months, now }: Amount): Plan[] {
  const plans = Array.from({ length: total }, (_, n): Plan => {
    const random = randomOf(`plan ${project} ${n}`);
    return {
      n,
      ...(n < open
        ? planOpen(random, now.getTime(), n / open, n % 12 === 7)
        : planClosed(random, now.getTime(), months)),
    };
  });
  return plans.sort((a, b) => a.at - b.at || a.n - b.n);
}

/** Kinds with long service levels stay open longer, so their share of open tickets is larger. */
const OPEN_SHARES = KIND_SHARES.map(([kind, share]) => [kind, share * Math.sqrt(TICKET_KINDS[kind].slaHours)] as const);

/** An open ticket: 38 % are waiting, 28 % approved, 34 % in progress; one in twelve is late. */
function planOpen(random: Random, now: number, place: number, late: boolean): Omit<Plan, 'n'> {
  const status = place < 0.38 ? 'WAITING_APPROVAL' : place < 0.66 ? 'APPROVED' : 'PROCESSING';
  const kind = random.weighted(OPEN_SHARES);
  const sla = TICKET_KINDS[kind].slaHours * HOUR_MS;
  const ageOf = () => {
    if (late) return sla + random.next() * Math.min(sla, 9 * HOUR_MS);
    // Waiting tickets are mostly recent.
    const share = status === 'WAITING_APPROVAL' ? random.next() ** 2 * 0.9 : 0.15 + random.next() * 0.75;
    return Math.max(3 * MINUTE_MS, share * Math.min(sla, 5 * DAY_MS));
  };
  let at = now - ageOf();
  // Avoids arrivals at night; gives up after six tries, since early in the morning there may be none.
  for (let n = 0; n < 6 && hourOf(at) < 6; n++) at = now - ageOf();
  return { at, kind, status };
}

const hourOf = (at: number) => new Date(at + ZONE).getUTCHours();

const GROWTH = 1.3;

function planClosed(random: Random, now: number, months: number): Omit<Plan, 'n'> {
  const span = months * 30.44 * DAY_MS;
  // Ticket numbers grow over the months; few of the last five days are closed already.
  const age = (random.chance(0.8) ? 5 : 1) * DAY_MS + random.next() ** GROWTH * span;
  const day = Math.floor((now + ZONE - age) / DAY_MS) * DAY_MS - ZONE;
  const hour = day + random.weighted(HOURS) * HOUR_MS + random.next() * HOUR_MS;
  const at = hour > now - 6 * HOUR_MS ? hour - DAY_MS : hour;
  const kind = random.weighted(KIND_SHARES);
  const status = random.weighted<Outcome>([
    ['RATED', 45],
    ['COMPLETED', 48],
    ['REJECTED', 4],
    ['EXPIRED', at < now - 7.1 * DAY_MS ? 3 : 0],
  ]);
  return { at, kind, status };
}
