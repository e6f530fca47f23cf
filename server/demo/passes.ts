import { createHash } from 'node:crypto';
import { addDays, DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { newToken, passValues } from '../modules/visitor/index.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Sets } from './prepared.ts';
import { projectOf, type Site } from './sites.ts';

type Pass = Made<typeof visitorPass>;
type Visit = Made<typeof visitor>;
const STATUS: Readonly<Record<string, Pass['status']>> = {
  IN_PROGRESS: 'USED',
  COMPLETED: 'USED',
  REJECTED: 'REVOKED',
  CANCELLED: 'REVOKED',
};

/** Household helpers who have a pass. */
export const withPasses = (guests: readonly Made<typeof guest>[]): Made<typeof guest>[] =>
  guests.filter(({ kind, blocked }) => kind === 'HELPER' && !blocked).slice(0, 25);

/** Passes of today: one for each visit, and those of household helpers for working days. */
function passesOf(site: Site, visits: readonly Visit[], guests: readonly Made<typeof guest>[], now: Date): Pass[] {
  const id = idsOf('visitor-pass', site.key);
  const today = dayOf(now, VIETNAM);
  const project = { timeZone: projectOf(site).timeZone };
  const secret = (text: string) => createHash('sha256').update(`demo pass ${text}`).digest('base64url').slice(0, 32);
  const made = (n: number, at: Date, values: object): Pass =>
    recordOf(visitorPass, site.id, id(n), at, { ...values, token: newToken(site.id, id(n), secret(id(n))) });
  const todays = visits.filter(({ expectedInAt }) => (expectedInAt?.getTime() ?? 0) > now.getTime() - DAY_MS);
  const ofVisits = todays.map((visit, n) => {
    const entered = visit.actualInAt;
    const again = visit.passUse === 'REPEATED';
    const status = again && entered ? 'ACTIVE' : (STATUS[visit.status] ?? 'ACTIVE');
    return made(n, visit.createdAt, {
      ...passValues({ now: visit.createdAt, project }, visit),
      visitorId: visit._id,
      constructionId: visit.constructionId,
      status,
      ...(status !== 'ACTIVE' && { endedAt: entered ?? now }),
      ...(entered && { useCount: 1, lastUsedAt: entered, lastDesk: n % 3 ? 'Sảnh A' : 'Sảnh B' }),
    });
  });
  const helpers = withPasses(guests);
  return [
    ...ofVisits,
    ...helpers.map((helper, n) =>
      made(ofVisits.length + n, new Date(now.getTime() - 30 * DAY_MS), {
        subject: 'GUEST',
        uses: 'REPEAT',
        guestId: helper._id,
        name: helper.name,
        unitId: helper.unitId,
        weekdays: ['1', '2', '3', '4', '5', ...(n % 3 ? [] : ['6'])].map(day => ({ day })),
        fromTime: '07:00',
        toTime: n % 2 ? '17:00' : '19:00',
        validFrom: addDays(today, -30),
        validTo: addDays(today, 60 + n),
        opensAt: new Date(now.getTime() - 30 * DAY_MS),
        endsAt: new Date(now.getTime() + (61 + n) * DAY_MS),
        code: String(150_000 + ((n * 7_919 + 13) % 850_000)),
        useCount: 3 + (n % 9),
        lastUsedAt: new Date(now.getTime() - (1 + (n % 4)) * DAY_MS),
        lastDesk: 'Sảnh A',
      }),
    ),
  ];
}

/** Visits of the gate and their passes. */
export function visitSetsOf(
  site: Site,
  visits: readonly Visit[],
  guests: readonly Made<typeof guest>[],
  now: Date,
): Sets {
  const passes = passesOf(site, visits, guests, now);
  const passOf = new Map(passes.flatMap(({ _id, visitorId }) => (visitorId ? [[visitorId, _id] as const] : [])));
  return [
    [visitor, visits.map(visit => ({ ...visit, passId: passOf.get(visit._id) ?? null }))],
    [visitorPass, passes],
  ];
}
