import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { rawPlate, standardPlate } from '@lobby/shared/kit/plate.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { type Vehicle, vehicle } from '@lobby/shared/modules/vehicle.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { plateOf } from './visitors.ts';

const BRANDS: Readonly<Record<string, readonly string[]>> = {
  CAR: ['Toyota Vios', 'Mazda CX-5', 'VinFast VF8', 'Hyundai Accent'],
  MOTORBIKE: ['Honda Vision', 'Honda SH', 'Yamaha Grande', 'Honda Wave'],
  E_MOTORBIKE: ['VinFast Feliz', 'Yadea G5'],
  BICYCLE: ['Giant', 'Asama'],
};

/** Vehicles of occupied homes, and all cards: in use, in stock and out of use. */
export function cardsOf(
  site: Site,
  homes: readonly Home[],
): { vehicles: Made<typeof vehicle>[]; cards: Made<typeof card>[] } {
  const [vehicleId, cardId] = [idsOf('vehicle', site.key), idsOf('card', site.key)];
  const random = randomOf(`cards ${site.key}`);
  const plates = new Set<string>();
  const vehicles: Made<typeof vehicle>[] = [];
  const cards: Made<typeof card>[] = [];
  const newPlate = () => {
    for (;;) {
      const plate = plateOf(random);
      if (plates.has(plate)) continue;
      plates.add(plate);
      return plate;
    }
  };
  const addCard = (type: Made<typeof card>['type'], values: Partial<Made<typeof card>> = {}) =>
    cards.push(
      recordOf(card, site.id, cardId(cards.length), site.founded, {
        status: 'EMPTY',
        number: `${site.key === 'hoasen' ? 'HS' : 'BM'}${String(cards.length + 1).padStart(5, '0')}`,
        type,
        ...values,
      }),
    );
  for (const home of homes) {
    const owner = home.people[0];
    if (!owner) continue;
    const holder = { unitId: home.id, residentId: owner.id };
    if (home.people.length > 0)
      addCard('RESIDENT', {
        ...holder,
        status: 'USING',
        issuedAt: site.founded,
        issueCount: 1,
        // Some are locked until their user is verified.
        ...(cards.length % 60 === 7 && { locked: true, reason: 'Chờ xác minh người sử dụng.' }),
        holderLeft: cards.length % 250 === 9,
      });
    for (let n = random.int(0, 2); n > 0; n--) {
      const type = random.weighted<Vehicle['type']>([
        ['MOTORBIKE', 6],
        ['CAR', 3],
        ['E_MOTORBIKE', 1],
        ['BICYCLE', 0.6],
      ]);
      const plate = type === 'BICYCLE' ? null : standardPlate(newPlate(), type);
      const raw = plate ? rawPlate(plate) : null;
      const stopped = vehicles.length % 30 === 17;
      const cars = vehicles.filter(car => car.unitId === home.id && car.type === 'CAR').length;
      const made = recordOf(vehicle, site.id, vehicleId(vehicles.length), site.founded, {
        status: stopped ? 'INACTIVE' : 'ACTIVE',
        plate,
        rawPlate: raw,
        plateEnd: raw?.slice(-4) ?? null,
        plateHeld: stopped ? null : raw,
        ...holder,
        type,
        customerGroup: 'RESIDENT',
        ...(type === 'CAR' && cars > 0 && !stopped && { overLimit: true, reason: 'Ban quản lý đồng ý tạm thời.' }),
        brand: random.pick(BRANDS[type] ?? ['Khác']),
        color: random.pick(['Đen', 'Trắng', 'Đỏ', 'Xám', 'Xanh']),
        startDate: dayOf(site.founded, VIETNAM),
        stopDate: stopped ? addDays(dayOf(site.founded, VIETNAM), 90) : null,
      });
      vehicles.push(made);
      if (stopped) continue;
      const slot = type === 'CAR' ? `B1-${String(vehicles.length).padStart(3, '0')}` : null;
      const waits = vehicles.length % 70 === 3;
      addCard('VEHICLE', {
        ...holder,
        status: 'USING',
        vehicleId: made._id,
        issuedAt: site.founded,
        issueCount: 1,
        parkingSlot: slot,
        integration: waits ? 'NOT_INTEGRATED' : 'INTEGRATED',
        integratedAt: waits ? null : site.founded,
        integrationError: vehicles.length === 3 ? 'HTTP 503' : null,
      });
      const handedOut = cards.at(-1);
      Object.assign(made, { cardId: handedOut?._id ?? null, cardNumber: handedOut?.number ?? null, parkingSlot: slot });
    }
  }
  const small = site.key === 'banmai';
  for (let n = small ? 3 : 30; n > 0; n--) addCard('GUEST');
  for (let n = small ? 10 : 220; n > 0; n--) addCard(n % 3 === 0 ? 'RESIDENT' : n % 3 === 1 ? 'VEHICLE' : 'STAFF');
  for (let n = small ? 1 : 40; n > 0; n--)
    addCard('RESIDENT', {
      status: 'INACTIVE',
      issueCount: 1,
      lost: n <= 6,
      reason: n <= 6 ? 'Cư dân báo mất.' : 'Thẻ hỏng chip.',
    });
  return { vehicles, cards };
}
