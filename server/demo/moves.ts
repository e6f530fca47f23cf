import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { type Elevator, elevator, elevatorClosure, USUAL_WEEK } from '@lobby/shared/modules/elevator.ts';
import { type ElevatorReservation, elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { phoneOf } from './names.ts';
import { ZONE } from './plans.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { plateOf } from './visitors.ts';

const HALF = HOUR_MS / 2;
/** A local hour of the day `days` from now. */
const atHour = (now: Date, days: number, hour: number) =>
  new Date(Math.floor((now.getTime() + ZONE) / DAY_MS) * DAY_MS - ZONE + days * DAY_MS + hour * HOUR_MS);
const hourOf = (now: Date) => ((now.getTime() + ZONE) % DAY_MS) / HOUR_MS;

/** A goods elevator per block, and one passenger elevator shared by all blocks. */
export function elevatorsOf(site: Site, homes: readonly Home[]): Made<typeof elevator>[] {
  const id = idsOf('elevator', site.key);
  const blocks = [...new Map(homes.map(home => [home.blockId, home.block])).entries()];
  const made = (n: number, values: Partial<Elevator>) =>
    recordOf(elevator, site.id, id(n), site.founded, { ...USUAL_WEEK, order: n, ...values });
  return [
    ...blocks.map(([blockId, block], n) =>
      made(n, { name: `Thang hàng ${block}`, blockId, weightKg: 1600, size: '1,8 × 2,4 × 2,3 m' }),
    ),
    made(blocks.length, { name: 'Thang khách sảnh chung', kind: 'PASSENGER', capacity: 2, bufferMinutes: 15 }),
  ];
}

/** Closures of elevators: one past, one tomorrow, one that conflicts with a pending move. */
export function elevatorClosuresOf(
  site: Site,
  elevators: readonly Made<typeof elevator>[],
  now: Date,
): Made<typeof elevatorClosure>[] {
  const id = idsOf('elevator-closure', site.key);
  const made = (n: number, at: number, days: number, hours: readonly [number, number], reason: string) =>
    recordOf(elevatorClosure, site.id, id(n), new Date(now.getTime() - 3 * DAY_MS), {
      elevatorId: elevators.at(at)?._id ?? '',
      startAt: atHour(now, days, hours[0]),
      endAt: atHour(now, days, hours[1]),
      reason,
    });
  return [
    made(0, 0, -20, [8, 17.5], 'Bảo trì định kỳ'),
    made(1, -1, 1, [9, 11], 'Bảo trì cửa thang'),
    made(2, 0, 3, [7, 12], 'Kiểm định an toàn'),
  ];
}

const MOVERS = ['Taxi tải Thành Hưng', 'Chuyển nhà Sao Việt', null, 'Vận tải Phú Cường'];
const GOODS = [
  'Toàn bộ đồ gia đình',
  'Tủ lạnh, máy giặt, giường',
  'Bàn ghế văn phòng',
  'Đàn piano',
  'Sofa và tủ quần áo',
];

interface Move {
  status: ElevatorReservation['status'];
  start: Date;
  /** Index of the elevator; past moves use that of the home's block. */
  at?: number;
  conflict?: 'CLOSED';
  late?: boolean;
}

const localDay = (at: Date) => dayOf(at, VIETNAM);

/**
 * Moves of today and the coming days: one is in progress at any hour the demo is loaded, one Saturday is full, one is
 * overdue.
 */
function currentMoves(now: Date): Move[] {
  const hour = hourOf(now);
  const half = new Date(Math.floor(now.getTime() / HALF) * HALF);
  const saturday = ((6 - new Date(now.getTime() + ZONE).getUTCDay() + 7) % 7) + (hour > 7 ? 7 : 0);
  const full = saturday === 3 ? saturday + 7 : saturday % 7 || 7;
  return [
    {
      status: 'IN_PROGRESS',
      start: hour >= 9 && hour < 11 ? atHour(now, 0, 9) : new Date(half.getTime() - HOUR_MS),
      at: 0,
    },
    { status: 'APPROVED', start: hour < 13.5 ? atHour(now, 0, 14) : new Date(half.getTime() + 3 * HOUR_MS), at: 0 },
    { status: 'WAITING', start: atHour(now, 1, 14), at: 0 },
    { status: 'WAITING', start: atHour(now, 2, 8), at: 1 },
    { status: 'WAITING', start: atHour(now, 3, 10), at: 0, conflict: 'CLOSED' },
    { status: 'IN_PROGRESS', start: atHour(now, -1, 15), at: 1, late: true },
    { status: 'REJECTED', start: atHour(now, 2, 10), at: 0 },
    ...[8, 10, 13.5, 15.5].map((at): Move => ({ status: 'APPROVED', start: atHour(now, full, at), at: 0 })),
  ];
}

/** Moves of today, upcoming ones, and those of the last months. */
export function movesOf(
  site: Site,
  homes: readonly Home[],
  elevators: readonly Made<typeof elevator>[],
  now: Date,
): Made<typeof elevatorReservation>[] {
  const id = idsOf('elevator-reservation', site.key);
  const random = randomOf(`moves ${site.key}`);
  const occupied = homes.filter(home => home.people.length > 0);
  const past = site.key === 'banmai' ? 6 : 40;
  const moves: Move[] = [
    ...Array.from(
      { length: past },
      (_, n): Move => ({
        status: n % 13 === 5 ? 'CANCELLED' : 'COMPLETED',
        start: atHour(now, -((past - n) * 2 + 1), 8 + (n % 3) * 3),
      }),
    ),
    ...currentMoves(now),
  ];
  const codeOf = codesOf(elevatorReservation.prefix);
  return moves.map(({ status, start, at, conflict, late }, n) => {
    const wanted = elevators[at ?? -1];
    const near = occupied.filter(home => home.blockId === wanted?.blockId);
    const home = random.pick(near.length > 0 ? near : occupied);
    const made = new Date(Math.min(start.getTime() - 2 * DAY_MS, now.getTime() - (moves.length - n) * HOUR_MS));
    const begun = status === 'IN_PROGRESS' || status === 'COMPLETED';
    const over = status === 'COMPLETED';
    return recordOf(elevatorReservation, site.id, id(n), made, {
      status,
      code: codeOf(made),
      unitId: home.id,
      blockId: home.blockId,
      residentId: home.people[0]?.id ?? '',
      type: random.chance(0.6) ? 'IN' : 'OUT',
      elevatorId: (wanted ?? elevators.find(lift => lift.blockId === home.blockId) ?? elevators[0])?._id ?? '',
      expectedStartAt: start,
      expectedEndAt: new Date(start.getTime() + 2 * HOUR_MS),
      onToday: localDay(start) === localDay(now),
      actualStartAt: begun ? new Date(Math.min(start.getTime() + 10 * 60_000, now.getTime())) : null,
      actualEndAt: over ? new Date(start.getTime() + 100 * 60_000) : null,
      transporterName: random.pick(MOVERS),
      transporterPhone: phoneOf(site.phones + 80_000 + n),
      workerCount: 2 + (n % 4),
      vehicle: random.pick(['Xe tải 1,25 tấn', 'Xe tải 2 tấn', 'Xe van']),
      licensePlate: plateOf(random),
      goodsName: random.pick(GOODS),
      goods: [
        { name: 'Tủ lạnh', quantity: 1, bulky: true, note: null },
        { name: 'Thùng đồ', quantity: 8 + (n % 12), bulky: false, note: null },
      ],
      regulationAgreed: true,
      regulationEdition: 0,
      conflict: conflict ?? null,
      late: late ?? false,
      reason:
        status === 'REJECTED' ? 'Trùng giờ bảo trì thang hàng.' : status === 'CANCELLED' ? 'Gia đình đổi ngày.' : null,
    });
  });
}
