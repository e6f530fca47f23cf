import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { utility } from '@lobby/shared/modules/utility.ts';
import { type CalendarFeed, calendarFeed } from '../modules/calendar-feed/index.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import { colleaguesOf, userIdOf } from './staff.ts';

const RESIDENT = 'resident1@hoasen.demo';
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
/** Address of the nth calendar feed; the start page prints it. */
export const demoCalendar = (n: number): string => `/api/calendar/${digest(`calendar of the demo ${n}`)}.ics`;
/** Owners of the demo calendar feeds. */
export const DEMO_CALENDARS = ['service1@hoasen.demo', 'technician@hoasen.demo', RESIDENT] as const;

/** Calendar feeds: two of staff and one of a household. */
export function calendarsOf(
  site: Site,
  homes: readonly Home[],
  amenities: readonly Made<typeof utility>[],
  now: Date,
): Made<typeof calendarFeed>[] {
  if (site.key !== 'hoasen') return [];
  const id = idsOf('calendar-feed', site.key);
  const court = amenities.find(amenity => amenity.code === 'TENNIS-1');
  const home = homes.find(candidate => candidate.people.some(({ account }) => account === RESIDENT));
  const name = (title: string) => [title, site.name].filter(Boolean).join(', ');
  const parts = ['BOOKINGS', 'CLOSURES'].map(part => ({ part })) as unknown as CalendarFeed['include'];
  const of = [
    { kind: 'AMENITY', utilityId: court?._id ?? null, name: name(court?.name ?? ''), alarm: 'NONE' },
    { kind: 'GROUP', groupId: court?.groupId ?? null, name: name('Thể thao'), alarm: '60' },
    { kind: 'RESIDENT', unitId: home?.id ?? null, name: site.name, alarm: '60' },
  ] as const;
  return DEMO_CALENDARS.map((account, n) => {
    const person = home?.people.find(resident => resident.account === account);
    const colleague = colleaguesOf(site).find(member => member.account === account);
    return recordOf(calendarFeed, site.id, id(n), new Date(now.getTime() - (20 - n) * DAY_MS), {
      ...of[n],
      userId: userIdOf(account),
      owner: colleague?.name ?? person?.name ?? account,
      include: parts,
      language: 'vi',
      hash: digest(digest(`calendar of the demo ${n}`)),
      lastReadAt: n === 1 ? null : new Date(now.getTime() - (n + 1) * HOUR_MS),
      reads: n === 1 ? 0 : 96,
    });
  });
}
