import { addDays, DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { rawPlate } from '@lobby/shared/kit/plate.ts';
import type { visitor } from '@lobby/shared/modules/visitor.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import { fullName, phoneOf } from './names.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { plateOf } from './visitors.ts';

type Visits = readonly Made<typeof visitor>[];

const REASONS = [
  'Gây rối ở sảnh A, bảo vệ đã lập biên bản.',
  'Đánh nhau ở hầm xe, công an phường đã làm việc.',
  'Tự ý vào tầng kỹ thuật hai lần, đã nhắc bằng văn bản.',
  'Chủ hộ đề nghị không cho lên căn hộ.',
  'Xe nhiều lần đỗ chắn lối thoát hiểm, không hợp tác.',
];

/**
 * Watchlist entries: one matches a visitor expected today, one is a vehicle, one applies to a single unit, one expires
 * soon.
 */
export function watchlistOf(site: Site, visits: Visits, now: Date): Made<typeof watchEntry>[] {
  if (site.key === 'banmai') return [];
  const id = idsOf('watch-entry', site.key);
  const random = randomOf(`watchlist ${site.key}`);
  const today = dayOf(now, VIETNAM);
  const expected = expectedOne(visits);
  const car = plateOf(random);
  return REASONS.map((reason, n) => {
    const at = new Date(now.getTime() - (12 + n * 41) * DAY_MS);
    const person = n === 0 ? expected : undefined;
    return recordOf(watchEntry, site.id, id(n), at, {
      level: n === 3 || n === 4 ? 'REFUSE' : 'WARN',
      reason,
      name: n === 4 ? 'Xe trắng 7 chỗ' : (person?.name ?? fullName(random, 'male')),
      phone: n === 4 ? null : (person?.phone ?? phoneOf(site.phones + 90_000 + n)),
      ...(n === 4 && { plate: car, rawPlate: rawPlate(car) }),
      unitId: n === 3 ? (visits.at(-1)?.unitId ?? null) : null,
      validTo: addDays(today, n === 2 ? 10 : 365 - 12 - n * 41),
      ending: n === 2,
      matchCount: n === 1 ? 2 : 0,
      lastMatchAt: n === 1 ? new Date(now.getTime() - 6 * DAY_MS) : null,
    });
  });
}

/** A visitor who is expected today and no frequent guest. */
const expectedOne = (visits: Visits) => visits.find(({ status, guestId }) => status === 'APPROVED' && !guestId);

/** Marks the visit that matches a watchlist entry. */
export const withWatched = (visits: Visits, entries: readonly Made<typeof watchEntry>[]): Made<typeof visitor>[] => {
  const met = entries.length > 0 ? expectedOne(visits)?._id : undefined;
  return visits.map(visit => (visit._id === met ? { ...visit, watched: true } : visit));
};
