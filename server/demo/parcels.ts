import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { among } from './desk-log.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { phoneOf } from './names.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const CARRIERS = ['Giao Hàng Nhanh', 'Viettel Post', 'J&T Express', 'Shopee Xpress', 'Bưu điện Việt Nam'];
const REMINDERS = [1, 3, 7];

/** Parcels: waiting at the desk, picked up, and a few returned or lost. */
export function parcelsOf(
  site: Site,
  homes: readonly Home[],
  team: readonly Colleague[],
  now: Date,
): Made<typeof parcel>[] {
  const id = idsOf('parcel', site.key);
  const random = randomOf(`parcels ${site.key}`);
  const occupied = homes.filter(home => home.people.length > 0);
  const amount = site.key === 'banmai' ? 12 : 240;
  const open = site.key === 'banmai' ? 3 : 30;
  const codeOf = codesOf(parcel.prefix);
  return Array.from({ length: amount }, (_, n) => {
    const left = amount - n;
    const waits = left <= open;
    // Most waiting parcels arrived today, five four days ago, two eight days ago.
    const age = !waits
      ? left * 11 * HOUR_MS + DAY_MS
      : left > open - 2
        ? 8 * DAY_MS
        : left > open - 7
          ? 4 * DAY_MS
          : left * HOUR_MS;
    const at = new Date(now.getTime() - age);
    const home = random.pick(occupied);
    const person = random.pick(home.people);
    const desk = random.pick(among(team, 'reception')).id;
    const sent = waits ? REMINDERS.filter(days => age >= (days + 1) * DAY_MS).length : 0;
    const next = waits ? REMINDERS[sent] : undefined;
    const status = waits ? 'RECEIVED' : n % 41 === 7 ? 'RETURNED' : n % 97 === 11 ? 'LOST' : 'HANDED_OVER';
    const taken = status === 'HANDED_OVER';
    return recordOf(parcel, site.id, id(n), at, {
      status,
      code: codeOf(at),
      unitId: home.id,
      blockId: home.blockId,
      residentId: person.id,
      recipientName: person.name,
      recipientPhone: phoneOf(site.phones + 90_000 + n),
      kind: random.weighted([
        ['PARCEL', 12],
        ['LETTER', 3],
        ['REGISTERED', 1],
        ['BULKY', 1],
      ]),
      carrier: random.pick(CARRIERS),
      trackingCode: `VN${random.int(100_000_000, 999_999_999)}`,
      shelf: `${random.pick(['A', 'B', 'C'])}${random.int(1, 6)}`,
      receivedAt: at,
      receivedById: desk,
      remindersSent: sent,
      nextReminderOn: next === undefined ? null : dayOf(new Date(at.getTime() + next * DAY_MS), VIETNAM),
      overdue: waits && next === undefined,
      handedAt: taken ? new Date(at.getTime() + 6 * HOUR_MS) : null,
      handedById: taken ? desk : null,
      takerId: taken ? person.id : null,
      takerName: taken ? person.name : null,
      proof: taken ? random.pick(['CODE', 'PHOTO'] as const) : null,
      reason:
        status === 'RETURNED'
          ? 'Người nhận từ chối nhận hàng.'
          : status === 'LOST'
            ? 'Không thấy trên kệ khi kiểm kê cuối ngày.'
            : null,
    });
  });
}
