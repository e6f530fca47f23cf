import {
  bannerOf,
  isSeen,
  seenOnFirst,
  WHATS_NEW,
  type WhatsNew,
  withLater,
  withSeen,
} from '@lobby/shared/whats-new.ts';
import { expect, it } from 'vitest';

const [LAST_DAY = ''] = WHATS_NEW.map(one => one.date)
  .toSorted()
  .slice(-1);
const nothing = { upTo: null, ids: [], later: null };
const told = WHATS_NEW.filter(one => one.audience === 'STAFF');
const banners = told.filter(one => one.weight === 'BANNER');
const newest = banners.at(-1) as WhatsNew;

it('has ids of their own, in the order of their days', () => {
  expect(new Set(WHATS_NEW.map(one => one.id)).size).toBe(WHATS_NEW.length);
  expect(WHATS_NEW.map(one => one.date)).toEqual(WHATS_NEW.map(one => one.date).toSorted());
});

it('a newcomer has seen all notes, and a user from before them none', () => {
  const first = seenOnFirst(LAST_DAY);
  expect(told.filter(one => !isSeen(first, one.id))).toEqual([]);
  expect(bannerOf(told, first, LAST_DAY)).toBeNull();
  expect(told.filter(one => isSeen(seenOnFirst('2026-01-01'), one.id))).toEqual([]);
});

it('stands together in one banner, which is gone once all of it is seen', () => {
  const banner = bannerOf(told, nothing, LAST_DAY);
  expect(banner).toMatchObject({ id: newest.id, count: banners.length });
  const closed = withSeen(nothing, banner?.ids ?? []);
  // Notices of changed behavior stay until they are read.
  expect(bannerOf(told, closed, LAST_DAY)).toMatchObject({ kind: 'NOTICE', count: 1, ids: [] });
  expect(bannerOf(told, withSeen(closed, [bannerOf(told, closed, LAST_DAY)?.id ?? '']), LAST_DAY)).toBeNull();
});

it('is put off for a day, three times at most, and stays unseen', () => {
  let seen = withLater(nothing, newest.id, '2026-11-27');
  expect(bannerOf(told, seen, '2026-11-27')).toBeNull();
  expect(bannerOf(told, seen, '2026-11-28')?.id).toBe(newest.id);
  for (const day of ['2026-11-28', '2026-11-29']) seen = withLater(seen, newest.id, day);
  expect(bannerOf(told, seen, '2026-11-30')).toBeNull();
  expect(isSeen(seen, newest.id)).toBe(false);
});

it('is told by the banner for ninety days', () => {
  expect(bannerOf(told, nothing, '2027-06-01')).toBeNull();
  expect(bannerOf([newest], nothing, '2027-02-20')?.id).toBe(newest.id);
});
