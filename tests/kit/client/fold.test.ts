import { expect, it } from 'vitest';
import { folded, unitsIn } from '../../../client/modules/notification/fold.ts';
import type { Notification } from '../../../client/modules/notification/useNotifications.ts';

const told = (n: number, kind: string, readAt: string | null = null): Notification => ({
  id: String(n),
  type: 'UTILITY_BOOKING',
  kind,
  topic: 'new',
  module: 'AMENITIES_ORDERS',
  entityId: String(n),
  title: 'New booking',
  body: `DT-${n}`,
  unit: `A-${n}`,
  matter: 'Tennis',
  by: null,
  at: '2026-11-27T02:00:00Z',
  count: 1,
  viewedAt: null,
  readAt,
  url: '/',
});

it('ten bookings that nobody has read are one line, which names their units', () => {
  const ten = Array.from({ length: 10 }, (_, n) => told(n, 'BOOKING_NEW'));
  const [all, ...others] = folded(ten);
  expect([all?.length, others]).toEqual([10, []]);
  expect(unitsIn(all ?? [])).toBe('A-0, A-1, A-2, A-3, +6');
});

it('what was read, is of another kind or stands alone is a line of its own', () => {
  const rows = [
    told(1, 'BOOKING_NEW'),
    told(2, 'BOOKING_NEW'),
    told(3, 'MSG_NEW'),
    told(4, 'BOOKING_NEW', '2026-11-27T02:00:00Z'),
    told(5, 'BOOKING_NEW', '2026-11-27T02:00:00Z'),
    told(6, 'BOOKING_NEW', '2026-11-27T02:00:00Z'),
  ];
  expect(folded(rows).map(group => group.length)).toEqual([1, 1, 1, 1, 1, 1]);
});
