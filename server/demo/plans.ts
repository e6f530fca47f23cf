import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { type Random, randomOf } from './random.ts';
import { KIND_SHARES, TICKET_KINDS, type TicketKind } from './texts/kinds.ts';

export type Outcome = 'WAITING_APPROVAL' | 'APPROVED' | 'PROCESSING' | 'COMPLETED' | 'RATED' | 'REJECTED' | 'EXPIRED';

/** When a ticket came, what it is about, and how it stands now. */
export interface Plan {
  /** The same ticket on every day that the demo is made on, whatever its place among the others. */
  n: number;
  at: number;
  kind: TicketKind;
  status: Outcome;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Vietnam has no summer time. */
export const ZONE = 7 * HOUR;

/** How many of a day's tickets come in each hour, midnight first. */
const HOURS = [1, 0.5, 0.3, 0.2, 0.3, 1, 3, 7, 9, 8, 6, 5, 4, 4, 5, 5, 5, 6, 8, 9, 9, 7, 4, 2].map(
  (n, h) => [h, n] as const,
);

export interface Amount {
  total: number;
  open: number;
  months: number;
  now: Date;
}

/** The tickets of a project in the order in which they came; each draws from a stream of its own. */
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

/** Tickets that take days stay open the longest, so their share of open tickets is larger than of new ones. */
const OPEN_SHARES = KIND_SHARES.map(([kind, share]) => [kind, share * Math.sqrt(TICKET_KINDS[kind].slaHours)] as const);

/** Of a hundred open tickets some 38 wait, 28 are approved and 34 are in progress; one in twelve is late. */
function planOpen(random: Random, now: number, place: number, late: boolean): Omit<Plan, 'n'> {
  const status = place < 0.38 ? 'WAITING_APPROVAL' : place < 0.66 ? 'APPROVED' : 'PROCESSING';
  const kind = random.weighted(OPEN_SHARES);
  const sla = TICKET_KINDS[kind].slaHours * HOUR;
  const ageOf = () => {
    if (late) return sla + random.next() * Math.min(sla, 9 * HOUR);
    // Waiting tickets are mostly recent.
    const share = status === 'WAITING_APPROVAL' ? random.next() ** 2 * 0.9 : 0.15 + random.next() * 0.75;
    return Math.max(3 * MINUTE, share * Math.min(sla, 5 * DAY_MS));
  };
  let at = now - ageOf();
  // People sleep; at six in the morning there is no way around the night.
  for (let n = 0; n < 6 && hourOf(at) < 6; n++) at = now - ageOf();
  return { at, kind, status };
}

const hourOf = (at: number) => new Date(at + ZONE).getUTCHours();

const GROWTH = 1.3;

function planClosed(random: Random, now: number, months: number): Omit<Plan, 'n'> {
  const span = months * 30.44 * DAY_MS;
  // More people write with each month that they know the way; of what came in the last days most is open still.
  const age = (random.chance(0.8) ? 5 : 1) * DAY_MS + random.next() ** GROWTH * span;
  const day = Math.floor((now + ZONE - age) / DAY_MS) * DAY_MS - ZONE;
  const hour = day + random.weighted(HOURS) * HOUR + random.next() * HOUR;
  const at = hour > now - 6 * HOUR ? hour - DAY_MS : hour;
  const kind = random.weighted(KIND_SHARES);
  const status = random.weighted<Outcome>([
    ['RATED', 45],
    ['COMPLETED', 48],
    ['REJECTED', 4],
    ['EXPIRED', at < now - 7.1 * DAY_MS ? 3 : 0],
  ]);
  return { at, kind, status };
}
