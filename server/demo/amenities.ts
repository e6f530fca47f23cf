import { type Utility, utility, utilityGroup, WEEKDAYS } from '@lobby/shared/modules/utility.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

const GROUPS = [
  ['Thể thao và sức khoẻ', 'Sports and health', 'TT', null],
  ['Nhà thi đấu tennis', 'Tennis hall', 'TEN', 2],
  ['Sân vườn', 'Gardens', 'SV', null],
  ['Hội họp', 'Meetings', 'HH', null],
] as const;

/** The groups of a project's amenities; the tennis hall is one for two courts. */
export function utilityGroupsOf(site: Site): Made<typeof utilityGroup>[] {
  const id = idsOf('utility-group', site.key);
  return GROUPS.map(([name, nameEn, code, capacity], n) =>
    recordOf(utilityGroup, site.id, id(n), site.founded, { name, nameEn, code, order: n + 1, capacity }),
  );
}

type Kind = Partial<Utility> & Pick<Utility, 'name' | 'nameEn' | 'code' | 'icon'> & { group: number; hours: string };

const COURT = {
  ...({ group: 1, hours: '06:00-22:00', icon: 'COURT', type: 'SLOT_TIME', step: '60', approval: false } as const),
  ...({ price: 100_000, usageLimit: 2, unitLimit: 2, preorderUnit: 'DAY', preorderMin: 0, preorderMax: 14 } as const),
  coefficients: [{ weekday: null, hours: '17:00-21:00', coefficient: 1.5 }],
  noRefundHours: 2,
  refundTiers: [
    { before: 6, beforeUnit: 'HOUR', percent: 50 },
    { before: 2, beforeUnit: 'DAY', percent: 90 },
  ],
} satisfies Partial<Kind>;

const AMENITIES: readonly Kind[] = [
  {
    ...{
      group: 0,
      name: 'Hồ bơi',
      nameEn: 'Swimming pool',
      code: 'HB',
      icon: 'POOL',
      hours: '06:00-11:00, 15:00-21:00',
    },
    ...{ type: 'SLOT_TIME', step: '60', capacity: 30, approval: false, unitLimit: 6, preorderMax: 7 },
    description: 'Hồ bơi bốn mùa tầng 3, trẻ em dưới 12 tuổi đi cùng người lớn.',
  },
  {
    ...{ group: 0, name: 'Phòng gym', nameEn: 'Gym', code: 'GYM', icon: 'GYM', hours: '05:00-22:00' },
    type: 'NO_RESERVATION',
  },
  { ...COURT, name: 'Sân tennis 1', nameEn: 'Tennis court 1', code: 'TEN1' },
  { ...COURT, name: 'Sân tennis 2', nameEn: 'Tennis court 2', code: 'TEN2' },
  {
    ...COURT,
    name: 'Trọn nhà thi đấu',
    nameEn: 'Whole tennis hall',
    code: 'TENALL',
    share: 2,
    price: 180_000,
    approval: true,
  },
  {
    ...{
      group: 2,
      name: 'Vườn nướng BBQ',
      nameEn: 'BBQ garden',
      code: 'BBQ',
      icon: 'BBQ',
      hours: '10:00-14:00, 16:00-21:00',
    },
    ...{ type: 'TIME_FRAME', capacity: 4, price: 50_000, deposit: 500_000, surcharge: 100_000, preorderMax: 30 },
    ...{ usageLimit: 1, openLimit: 2, noRefundHours: 24 },
    refundTiers: [
      { before: 2, beforeUnit: 'DAY', percent: 50 },
      { before: 7, beforeUnit: 'DAY', percent: 95 },
    ],
  },
  {
    ...{ group: 3, name: 'Nhà cộng đồng', nameEn: 'Community hall', code: 'NCD', icon: 'HALL' },
    ...{ hours: '08:00-12:00, 13:00-17:00, 18:00-22:00', type: 'TIME_FRAME', price: 200_000, deposit: 1_000_000 },
    ...{ payFirst: true, payBefore: 24, preorderUnit: 'DAY', preorderMin: 2, preorderMax: 60, noRefundHours: 48 },
    refundTiers: [
      { before: 3, beforeUnit: 'DAY', percent: 30 },
      { before: 10, beforeUnit: 'DAY', percent: 80 },
    ],
  },
];

/** What the residents of a project may use. */
export function utilitiesOf(site: Site): Made<typeof utility>[] {
  const [id, groupId, placeId] = [
    idsOf('utility', site.key),
    idsOf('utility-group', site.key),
    idsOf('place', site.key),
  ];
  return AMENITIES.map(({ group, hours, ...kind }, n) =>
    recordOf(utility, site.id, id(n), site.founded, {
      order: n + 1,
      groupId: groupId(group),
      placeId: placeId(n),
      serveTimes: WEEKDAYS.map(weekday => ({ weekday, hours })),
      ...kind,
    }),
  );
}
