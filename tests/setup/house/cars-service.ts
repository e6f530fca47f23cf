import { service } from '@lobby/shared/modules/billing-service.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import type { Caller, Row } from '../caller.ts';

const KEY = 'service of cars';
let n = 0;

/** One of two parking services for cars: a vehicle's service must be chosen by hand. */
export async function carsService(who: Caller, known: Map<string, string>): Promise<string> {
  const made = known.get(KEY);
  if (made) return made;
  const version = { effectiveFrom: '2026-01-01', tiers: [{ price: 1000 }] };
  const { data: price } = await who.post<Row>(tariff.path, { code: `PK${++n}`, name: `Parking ${n}`, version });
  for (const place of ['A', 'B']) {
    const own = { code: `PK${place}${n}`, name: `Cars ${place} ${n}`, group: 'PARKING', source: 'VEHICLE' };
    const values = { ...own, tariffId: price.id, vehicleTypes: [{ vehicleType: 'CAR' }] };
    known.set(KEY, (await who.post<Row>(service.path, values)).data.id);
  }
  return carsService(who, known);
}
