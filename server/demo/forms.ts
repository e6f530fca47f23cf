import { type CardRegistration, cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { plateOf } from './visitors.ts';

const DAY = 24 * 3_600_000;
const livedIn = (homes: readonly Home[]) => homes.filter(home => home.people.length > 0);

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
      depositAmount: waits ? 200_000 : 0,
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
