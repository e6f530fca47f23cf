import { expect, it } from 'vitest';
import { byRecord, groupNotices, unitsIn } from '../../../client/platform/notifications/fold.ts';
import type { Notification } from '../../../client/platform/notifications/useNotifications.ts';

const told = (n: number, kind: string, readAt: string | null = null, id = String(n)): Notification => ({
  id,
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
  const [all, ...others] = groupNotices(ten);
  expect([all?.length, others]).toEqual([10, []]);
  expect(unitsIn(all ?? [])).toBe('A-0, A-1, A-2, A-3, +6');
});

it('three of one kind are one line though others came between them; what was read or stands alone is a line of its own', () => {
  const rows = [
    told(1, 'BOOKING_NEW'),
    told(2, 'MSG_NEW'),
    told(3, 'BOOKING_NEW'),
    told(4, 'BOOKING_NEW', '2026-11-27T02:00:00Z'),
    told(5, 'BOOKING_NEW'),
    told(6, 'MSG_NEW'),
  ];
  const kinds = groupNotices(rows).map(group => group.map(({ newest }) => newest.id));
  expect(kinds).toEqual([['1', '3', '5'], ['2'], ['4'], ['6']]);
});

it('what was told of one record is one line, its newest, with those before it', () => {
  const rows = [
    told(7, 'MERCHANT_ORDER_FINDING_INSTALLER', null, 'c'),
    told(7, 'MERCHANT_ORDER_REJECTED_BY_INSTALLER', null, 'b'),
    told(8, 'MSG_NEW'),
    told(7, 'MERCHANT_ORDER_NEW', '2026-11-27T02:00:00Z', 'a'),
  ];
  const [order, message, ...others] = groupNotices(rows);
  expect(order?.map(({ newest, before }) => [newest.id, ...before.map(({ id }) => id)])).toEqual([['c', 'b', 'a']]);
  expect([message?.length, others]).toEqual([1, []]);
  const apart = [told(7, 'BILL_ADJUSTED'), { ...told(7, 'BILL_ADJUSTED'), module: 'BILL' }];
  expect(byRecord(apart)).toHaveLength(2);
});
