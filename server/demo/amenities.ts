import { DAY_MS, dayOf, HOUR_MS, startOfDay, VIETNAM, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { WEEKDAYS } from '@lobby/shared/modules/utility-terms.ts';
import type { Kind } from './amenity-kind.ts';
import { SERVICES } from './amenity-services.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

const GROUPS = [
  ['Thể thao', 'Sports', 'THE-THAO', 'sport'],
  ['BBQ', 'Barbecue', 'BBQ', 'barbecue'],
  ['Phòng sinh hoạt', 'Community rooms', 'PHONG-SH', 'meeting'],
  ['Hồ bơi và gym', 'Pool and gym', 'HO-BOI-GYM', 'pool'],
  ['Dịch vụ đối tác', 'Partner services', 'DICH-VU', 'partner'],
] as const;

const groupsIn = ({ key }: Site) =>
  GROUPS.flatMap((group, n) => (key === 'banmai' && n !== 1 ? [] : [[group, n] as const]));

/** Returns the amenity groups of a project; the small building has only the barbecue group. */
export function utilityGroupsOf(site: Site): Made<typeof utilityGroup>[] {
  const id = idsOf('utility-group', site.key);
  const kinds = kindsIn(site);
  return groupsIn(site).map(([[name, nameEn, code, icon], n]) =>
    recordOf(utilityGroup, site.id, id(n), site.founded, {
      name,
      nameEn,
      code,
      icon,
      displayOrder: (n + 1) * 10,
      amenityCount: kinds.filter(([{ group }]) => group === n).length,
    }),
  );
}

const PRICE = { priceType: 'PRICE' } as const;
const COURT = {
  group: 0,
  whole: 0,
  hours: [['06:00', '22:00']],
  icon: 'tennis',
  type: 'SLOT_TIME',
  ...PRICE,
  timeStep: '60',
  approval: 'AUTO',
  price: 100_000,
  limitPerUsage: 2,
  limitPerUnit: 4,
  limitPerUnitPer: 'WEEK',
  preOrderMax: 14,
  checkIn: 'QR',
  noShowLimit: 3,
  noShowDays: 60,
  banDays: 14,
  coefficients: [{ weekdays: null, from: '17:00', to: '21:00', factor: 1.5 }],
  noRefundBefore: 2,
  fullRefundFrom: 168,
  tiers: [
    { from: 6, unit: 'HOUR', percent: 50 },
    { from: 2, unit: 'DAY', percent: 90 },
  ],
} satisfies Partial<Kind>;

const BARBECUE = {
  group: 1,
  icon: 'barbecue',
  type: 'TIME_FRAME',
  ...PRICE,
  price: 300_000,
  deposit: 500_000,
  hours: [
    ['10:00', '14:00'],
    ['16:00', '21:00'],
  ],
  limitPerUsage: 1,
  maxOpen: 2,
  preOrderMax: 30,
  noRefundBefore: 12,
  fullRefundFrom: 168,
  bufferAfter: 30,
  surcharges: [
    { name: 'Than và vỉ nướng', price: 100_000, per: 'BOOKING', required: false },
    { name: 'Thuê bàn ghế thêm', price: 20_000, per: 'PERSON', required: false },
  ],
  tiers: [
    { from: 13, unit: 'HOUR', percent: 30 },
    { from: 24, unit: 'HOUR', percent: 50 },
    { from: 72, unit: 'HOUR', percent: 80 },
  ],
  rules: `<ul>${['Dọn sạch vỉ nướng và bàn ghế trước khi trả chỗ.', 'Không đốt lửa ngoài bếp nướng.', 'Giữ yên lặng sau 21:00.'].map(line => `<li>${line}</li>`).join('')}</ul>`,
  rulesVersion: 1,
} satisfies Partial<Kind>;

const ROOM = {
  group: 2,
  whole: 5,
  icon: 'meeting',
  type: 'TIME_FRAME',
  ...PRICE,
  pricePer: 'SLOT',
  hours: [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
    ['18:00', '22:00'],
  ],
  price: 100_000,
  preOrderMin: 1,
  preOrderMax: 30,
  noRefundBefore: 24,
  tiers: [{ from: 2, unit: 'DAY', percent: 50 }],
} satisfies Partial<Kind>;

const AMENITIES: readonly Kind[] = [
  {
    ...COURT,
    whole: undefined,
    name: 'Sân thể thao',
    nameEn: 'Sports court',
    code: 'SAN',
    icon: 'sport',
    price: 180_000,
  },
  { ...COURT, name: 'Sân tennis 1', nameEn: 'Tennis court 1', code: 'TENNIS-1' },
  { ...COURT, name: 'Sân tennis 2', nameEn: 'Tennis court 2', code: 'TENNIS-2' },
  { ...BARBECUE, name: 'BBQ 1', nameEn: 'Barbecue 1', code: 'BBQ-1' },
  { ...BARBECUE, name: 'BBQ 2', nameEn: 'Barbecue 2', code: 'BBQ-2' },
  {
    ...ROOM,
    whole: undefined,
    name: 'Hội trường',
    nameEn: 'Hall',
    code: 'HOI-TRUONG',
    price: 200_000,
    deposit: 1_000_000,
    payBefore: 24,
    bufferAfter: 30,
  },
  { ...ROOM, name: 'Phòng sinh hoạt 1', nameEn: 'Room 1', code: 'PHONG-1' },
  { ...ROOM, name: 'Phòng sinh hoạt 2', nameEn: 'Room 2', code: 'PHONG-2' },
  {
    group: 3,
    name: 'Hồ bơi',
    nameEn: 'Swimming pool',
    code: 'HO-BOI',
    icon: 'pool',
    type: 'NO_RESERVATION',
    hours: [
      ['06:00', '11:00'],
      ['15:00', '21:00'],
    ],
    description: '<p>Hồ bơi bốn mùa tầng 3, <strong>trẻ em dưới 12 tuổi đi cùng người lớn</strong>.</p>',
  },
  {
    group: 3,
    name: 'Phòng gym',
    nameEn: 'Gym',
    code: 'GYM',
    icon: 'gym',
    type: 'SLOT_TIME',
    timeStep: '60',
    hours: [['05:00', '22:00']],
    limitPerSlot: 20,
    approval: 'AUTO',
    limitPerUsage: 2,
    preOrderMax: 7,
    checkIn: 'QR',
    noShowLimit: 3,
    noShowDays: 60,
    banDays: 30,
  },
  ...SERVICES,
];

const kindsIn = ({ key }: Site) =>
  AMENITIES.flatMap((amenity, n) => (key === 'banmai' && n !== 3 ? [] : [[amenity, n] as const]));

export function utilitiesOf(site: Site): Made<typeof utility>[] {
  const [id, groupId, placeId] = [
    idsOf('utility', site.key),
    idsOf('utility-group', site.key),
    idsOf('place', site.key),
  ];
  const partnerId = idsOf('partner', site.key);
  return kindsIn(site).map(([{ group, hours, whole, partner, ...kind }, n]) =>
    recordOf(utility, site.id, id(n), site.founded, {
      displayOrder: (n + 1) * 10,
      groupId: groupId(group),
      placeId: partner === undefined ? placeId(n) : null,
      partnerId: partner === undefined ? null : partnerId(partner),
      wholeId: whole === undefined ? null : id(whole),
      serveTime: WEEKDAYS.flatMap(weekday => hours.map(([from, to]) => ({ weekday, from, to }))),
      ...kind,
    }),
  );
}

/** Closures of amenities: cleaning of a barbecue on Saturday, and Christmas in the hall. */
export function closuresOf(site: Site, now: Date): Made<typeof utilityClosure>[] {
  const [id, utilityId] = [idsOf('utility-closure', site.key), idsOf('utility', site.key)];
  const today = dayOf(now, VIETNAM);
  const midnight = startOfDay(today, VIETNAM).getTime();
  const weekday = weekdayOf(today);
  const saturday = midnight + ((6 - weekday + 7) % 7) * DAY_MS;
  const christmas = Date.UTC(now.getUTCFullYear(), 11, 24) - 7 * HOUR_MS;
  const times = [
    [3, saturday + 12 * HOUR_MS, saturday + 14 * HOUR_MS, 'CLEANING', 'Vệ sinh khu nướng'],
    [5, christmas, christmas + DAY_MS, 'EVENT', 'Đêm Giáng sinh của cư dân'],
  ] as const;
  return times
    .filter(([at]) => site.key !== 'banmai' || at === 3)
    .map(([at, from, to, kind, reason], n) =>
      recordOf(utilityClosure, site.id, id(n), new Date(now.getTime() - 3 * DAY_MS), {
        utilityIds: [utilityId(at)],
        from: new Date(from),
        to: new Date(to),
        kind,
        reason,
      }),
    );
}
