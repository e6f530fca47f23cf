import { type CardRegistration, cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { type ElevatorReservation, elevatorReservation, lift } from '@lobby/shared/modules/elevator-reservation.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { phoneOf } from './names.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { plateOf } from './visitors.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** An hour of a day of the building, some days from now. */
const atHour = (now: Date, days: number, hour: number) =>
  new Date(Math.floor(now.getTime() / DAY) * DAY + days * DAY + (hour - 7) * HOUR);
const livedIn = (homes: readonly Home[]) => homes.filter(home => home.people.length > 0);

/** The lift of each block that goods may be moved by. */
export function liftsOf(site: Site, homes: readonly Home[]): Made<typeof lift>[] {
  const id = idsOf('lift', site.key);
  const blocks = [...new Map(homes.map(home => [home.blockId, home.block])).entries()];
  return blocks.map(([blockId, block], n) =>
    recordOf(lift, site.id, id(n), site.founded, {
      name: `Thang hàng ${block}`,
      blockId,
      capacity: 1,
      hours: '08:00-12:00, 13:00-18:00',
      active: true,
    }),
  );
}

const MOVERS = ['Taxi tải Thành Hưng', 'Chuyển nhà Sao Việt', 'Gia đình tự chuyển', 'Vận tải Phú Cường'];
const GOODS = [
  'Toàn bộ đồ gia đình',
  'Tủ lạnh, máy giặt, giường',
  'Bàn ghế văn phòng',
  'Đàn piano',
  'Sofa và tủ quần áo',
];

type Move = readonly [status: ElevatorReservation['status'], days: number, hour: number];
const MOVES: readonly Move[] = [
  ['IN_PROGRESS', 0, 8],
  ['APPROVED', 0, 14],
  ['WAITING', 1, 9],
  ['APPROVED', 1, 14],
  ['WAITING', 3, 8],
  ['APPROVED', 4, 15],
  ['REJECTED', 2, 10],
];

/** Moves in and out: of today, to come, and over the last half year. */
export function movesOf(
  site: Site,
  homes: readonly Home[],
  lifts: readonly Made<typeof lift>[],
  now: Date,
): Made<typeof elevatorReservation>[] {
  const id = idsOf('elevator-reservation', site.key);
  const random = randomOf(`moves ${site.key}`);
  const own = livedIn(homes);
  const past = site.key === 'banmai' ? 6 : 70;
  const moves: Move[] = [
    ...Array.from(
      { length: past },
      (_, n): Move => [n % 13 === 5 ? 'CANCELLED' : 'COMPLETED', -((past - n) * 2 + 1), 8 + (n % 3) * 3],
    ),
    ...MOVES,
  ];
  const codeOf = codesOf(elevatorReservation.prefix);
  return moves.map(([status, days, hour], n) => {
    const home = random.pick(own);
    const startAt = atHour(now, days, hour);
    const at = new Date(Math.min(startAt.getTime() - 2 * DAY, now.getTime() - (moves.length - n) * HOUR));
    const begun = status === 'IN_PROGRESS' || status === 'COMPLETED';
    return recordOf(elevatorReservation, site.id, id(n), at, {
      status,
      code: codeOf(at),
      unitId: home.id,
      residentId: home.people[0]?.id ?? null,
      type: random.chance(0.6) ? 'IN' : 'OUT',
      liftId: lifts.find(one => one.blockId === home.blockId)?._id ?? lifts[0]?._id ?? '',
      startAt,
      endAt: new Date(startAt.getTime() + 2 * HOUR),
      transporterName: random.pick(MOVERS),
      transporterPhone: phoneOf(site.phones + 80_000 + n),
      vehicle: random.pick(['Xe tải 1,25 tấn', 'Xe tải 2 tấn', 'Xe van']),
      licensePlate: plateOf(random),
      goodsName: random.pick(GOODS),
      regulationAgreed: true,
      realStartAt: begun ? new Date(startAt.getTime() + 10 * 60_000) : null,
      realEndAt: status === 'COMPLETED' ? new Date(startAt.getTime() + 100 * 60_000) : null,
      reason:
        status === 'REJECTED' ? 'Trùng giờ bảo trì thang hàng.' : status === 'CANCELLED' ? 'Gia đình đổi ngày.' : null,
    });
  });
}

/** Forms for cards, in each state. */
export function cardFormsOf(site: Site, homes: readonly Home[], now: Date): Made<typeof cardRegistration>[] {
  const id = idsOf('card-registration', site.key);
  const random = randomOf(`card forms ${site.key}`);
  const own = livedIn(homes);
  const amount = site.key === 'banmai' ? 8 : 60;
  const states = ['WAITING', 'WAITING', 'WAITING', 'APPROVED', 'APPROVED', 'IN_PROGRESS'] as const;
  const codeOf = codesOf(cardRegistration.prefix);
  return Array.from({ length: amount }, (_, n) => {
    const left = amount - n;
    const status: CardRegistration['status'] = left <= states.length ? (states[left - 1] ?? 'WAITING') : 'COMPLETED';
    const home = random.pick(own);
    const at = new Date(now.getTime() - (left * 4 - 3) * DAY);
    const target = random.chance(0.7) ? 'VEHICLE' : 'RESIDENT';
    const waits = status === 'WAITING' && left === 1;
    return recordOf(cardRegistration, site.id, id(n), at, {
      status,
      code: codeOf(at),
      unitId: home.id,
      residentId: home.people[0]?.id ?? null,
      target,
      type: vary(random),
      vehicleType: target === 'VEHICLE' ? (random.chance(0.7) ? 'MOTORBIKE' : 'CAR') : null,
      plate: target === 'VEHICLE' ? plateOf(random) : null,
      brand: target === 'VEHICLE' ? random.pick(['Honda', 'Yamaha', 'VinFast', 'Toyota', 'Mazda']) : null,
      color: target === 'VEHICLE' ? random.pick(['Đen', 'Trắng', 'Đỏ', 'Xám']) : null,
      relationship: 'Chủ hộ',
      deposit: waits ? 200_000 : null,
      depositStatus: waits ? 'WAIT_FOR_DEPOSIT' : 'NONE',
      completedAt: status === 'COMPLETED' ? new Date(at.getTime() + DAY) : null,
    });
  });
}

const vary = (random: Random): CardRegistration['type'] =>
  random.weighted([
    ['NEW', 6],
    ['LOST', 1],
    ['CANCEL', 1],
    ['UPDATE', 1],
  ]);
