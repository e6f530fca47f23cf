import { card, type Vehicle, vehicle } from '@lobby/shared/modules/card.ts';
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

/** The vehicles of the homes that are lived in, and the stock of cards: those in use, and the others. */
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
        status: 'ACTIVE',
        number: `${site.key === 'hoasen' ? 'HS' : 'BM'}${String(cards.length + 1).padStart(5, '0')}`,
        type,
        ...values,
      }),
    );
  for (const home of homes) {
    const owner = home.people[0];
    if (!owner) continue;
    for (let n = random.int(0, 2); n > 0; n--) {
      const type = random.weighted<Vehicle['type']>([
        ['MOTORBIKE', 6],
        ['CAR', 3],
        ['E_MOTORBIKE', 1],
        ['BICYCLE', 0.6],
      ]);
      const made = recordOf(vehicle, site.id, vehicleId(vehicles.length), site.founded, {
        status: 'ACTIVE',
        registrationPlate: newPlate(),
        type,
        unitId: home.id,
        residentId: owner.id,
        brand: random.pick(BRANDS[type] ?? ['Khác']),
        color: random.pick(['Đen', 'Trắng', 'Đỏ', 'Xám', 'Xanh']),
        startDate: site.founded.toISOString().slice(0, 10),
      });
      vehicles.push(made);
      addCard(type === 'CAR' ? 'CAR' : type === 'BICYCLE' ? 'BICYCLE' : 'MOTORBIKE', {
        usage: 'USING',
        unitId: home.id,
        residentId: owner.id,
        vehicleId: made._id,
        integration: 'INTEGRATED',
        givenAt: site.founded,
        parkingSlot: type === 'CAR' ? `B1-${String(vehicles.length).padStart(3, '0')}` : null,
      });
    }
  }
  const stock = site.key === 'banmai' ? 10 : 80;
  for (let n = 0; n < stock; n++)
    addCard(n % 4 === 0 ? 'VISITOR' : n % 4 === 1 ? 'CAR' : n % 4 === 2 ? 'MOTORBIKE' : 'RESIDENT');
  return { vehicles, cards };
}
