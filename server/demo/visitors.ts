import { addDays, DAY_MS, dayOf, MINUTE_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { type Visitor, visitor } from '@lobby/shared/modules/visitor.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { fullName, phoneOf } from './names.ts';
import { withPasses } from './passes.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { PURPOSES } from './texts/purposes.ts';

const RELATIONS = ['FRIEND', 'FAMILY', 'HELPER', 'OTHER', 'SERVICE', 'COLLEAGUE'] as const;
const KINDS = ['FRIEND', 'FAMILY', 'HELPER', 'TUTOR', 'SERVICE', 'DRIVER'] as const;

const livedIn = (homes: readonly Home[]) => homes.filter(home => home.people.length > 0);

/** Frequent guests of households; two of them are blocked. */
export function guestsOf(site: Site, homes: readonly Home[], now: Date): Made<typeof guest>[] {
  const id = idsOf('guest', site.key);
  const random = randomOf(`guests ${site.key}`);
  const lived = livedIn(homes);
  return Array.from({ length: site.key === 'banmai' ? 6 : 220 }, (_, n) => {
    const at = new Date(now.getTime() - random.int(40, 330) * DAY_MS);
    const blocked = n === 4 || n === 17;
    const visits = n === 0 ? 143 : n % 11 < 4 ? random.int(3, 60) : random.int(1, 2);
    return recordOf(guest, site.id, id(n), at, {
      name: fullName(random, random.chance(0.5) ? 'male' : 'female'),
      phone: phoneOf(site.phones + 70_000 + n),
      unitId: random.pick(lived).id,
      kind: KINDS[n % KINDS.length] ?? null,
      relationship: RELATIONS[n % RELATIONS.length] ?? null,
      plate: n % 3 === 0 ? plateOf(random) : null,
      visitedCount: visits,
      familiar: visits >= 3,
      firstVisitAt: at,
      lastVisitAt: new Date(now.getTime() - random.int(1, 20) * DAY_MS),
      blocked,
      blockedReason: blocked ? 'Gây rối ở sảnh, công an phường đã lập biên bản.' : null,
    });
  });
}

/** A plate number in Vietnamese notation. */
export const plateOf = (random: Random): string =>
  `${random.pick(['29A', '30E', '30K', '29D1', '30F'])}-${random.int(100, 999)}.${String(random.int(0, 99)).padStart(2, '0')}`;

type Course = readonly [status: Visitor['status'], expected: number];

/** Status of the nth visit today, and minutes from now at which it is expected. */
function courseOf(n: number, random: Random): Course {
  if (n < 12) return ['WAITING', random.int(60, 300)];
  if (n < 27) return ['APPROVED', random.int(5, 420)];
  if (n < 30) return ['RECEIVED', random.int(-10, 5)];
  if (n < 48) return ['IN_PROGRESS', -random.int(10, 180)];
  if (n === 48) return ['REJECTED', -random.int(200, 420)];
  return [n < 51 ? 'CANCELLED' : 'COMPLETED', -random.int(200, 420)];
}

/** Visits of today and of the last months. */
export function visitorsOf(
  site: Site,
  homes: readonly Home[],
  guests: readonly Made<typeof guest>[],
  works: readonly Made<typeof constructionRegistration>[],
  now: Date,
): Made<typeof visitor>[] {
  const id = idsOf('visitor', site.key);
  const random = randomOf(`visitors ${site.key}`);
  const lived = livedIn(homes);
  const [today, past] = site.key === 'banmai' ? [8, 20] : [60, 420];
  const courses = [
    ...Array.from(
      { length: past },
      (_, n): Course => ['COMPLETED', -(((past - n) * 120 * DAY_MS) / past + DAY_MS) / MINUTE_MS],
    ),
    ...Array.from({ length: today }, (_, n) => courseOf(site.key === 'banmai' ? n * 7 : n, random)),
  ].toSorted((a, b) => madeAt(a, now).getTime() - madeAt(b, now).getTime());
  const codeOf = codesOf(visitor.prefix);
  const going = works.filter(work => work.status === 'IN_PROGRESS' && !work.stopped);
  const inside = courses.flatMap(([status], n) => (status === 'IN_PROGRESS' ? [n] : []));
  const refused = courses.findIndex(([status]) => status === 'WAITING');
  return courses.map((course, n) => {
    const [status, expected] = course;
    // Some visitors inside are workers, one is a VIP, and some overstay.
    const place = inside.indexOf(n);
    const job = place >= 0 && place < 3 ? going[place % going.length] : undefined;
    const friend = !job && random.chance(0.25) ? random.pick(guests) : null;
    const home = lived.find(candidate => candidate.id === (job ?? friend)?.unitId) ?? random.pick(lived);
    const host = random.pick(home.people);
    const inAt = new Date(now.getTime() + expected * MINUTE_MS);
    const at = madeAt(course, now);
    const entered = status === 'IN_PROGRESS' || status === 'COMPLETED';
    const stays = random.int(20, 150);
    const left =
      status === 'COMPLETED'
        ? new Date(Math.min(inAt.getTime() + stays * MINUTE_MS, now.getTime() - 5 * MINUTE_MS))
        : null;
    const overstay = place === 4 || place === 5;
    const repeated = job !== undefined || (!entered && n % 9 === 0);
    const askedAt = n === refused ? new Date(now.getTime() - 2 * MINUTE_MS) : null;
    return recordOf(visitor, site.id, id(n), at, {
      status,
      code: codeOf(at),
      name: friend?.name ?? fullName(random, random.chance(0.5) ? 'male' : 'female'),
      phone: friend?.phone ?? phoneOf(site.phones + 60_000 + n),
      guestId: friend?._id ?? null,
      guestType: job
        ? 'WORKER'
        : place === 3
          ? 'VIP'
          : random.weighted([
              ['RESIDENT_GUEST', 6],
              ['NORMAL', 3],
              ['WALK_IN', 1],
            ]),
      constructionId: job?._id ?? null,
      ...(askedAt && { residentAnswer: 'NO', askedAt, answeredAt: now }),
      unitId: home.id,
      blockId: home.blockId,
      floorId: home.floorId,
      inviterId: host.id,
      contactName: host.name,
      relationship: friend?.relationship ?? random.pick(RELATIONS),
      companions: random.weighted([
        [0, 6],
        [1, 3],
        [3, 1],
      ]),
      purpose: random.pick(PURPOSES),
      plate: friend?.plate ?? (random.chance(0.3) ? plateOf(random) : null),
      expectedInAt: inAt,
      expectedOutAt: new Date(overstay ? now.getTime() - 40 * MINUTE_MS : inAt.getTime() + 180 * MINUTE_MS),
      passUse: repeated ? 'REPEATED' : 'SINGLE',
      passUntil: repeated ? addDays(dayOf(now, VIETNAM), 60) : null,
      passHours: repeated ? '07:00-19:00' : null,
      passCode: String(100_000 + ((n * 7_919 + 424_243) % 900_000)),
      cardStatus: status === 'RECEIVED' ? 'HELD' : 'NONE',
      actualInAt: entered ? inAt : null,
      actualOutAt: left,
      blocked: friend?.blocked ?? false,
      overstay,
      ...(overstay && { overstayAt: new Date(now.getTime() - 10 * MINUTE_MS), overstayToldAt: now }),
      reason:
        status === 'CANCELLED'
          ? 'Khách báo bận, hẹn hôm khác.'
          : status === 'REJECTED'
            ? 'Chủ nhà không quen người này.'
            : null,
    });
  });
}

/** Guests with the state that follows from visits and passes. */
export function withVisits(
  guests: readonly Made<typeof guest>[],
  visits: readonly Made<typeof visitor>[],
): Made<typeof guest>[] {
  const inside = new Set(visits.flatMap(visit => (visit.status === 'IN_PROGRESS' ? [visit.guestId] : [])));
  const again = new Set(withPasses(guests).map(({ _id }) => _id));
  return guests.map(doc => ({
    ...doc,
    insideNow: inside.has(doc._id),
    ...(again.has(doc._id) && { passState: 'ACTIVE' as const }),
  }));
}

/** Visits are registered four hours ahead. */
const madeAt = ([, expected]: Course, now: Date): Date =>
  new Date(Math.min(now.getTime() - 3 * MINUTE_MS, now.getTime() + (expected - 240) * MINUTE_MS));
