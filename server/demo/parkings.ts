import { vehicleTypesOf } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import type { unit } from '@lobby/shared/modules/unit.ts';
import type { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { PricedService } from './services.ts';
import type { Site } from './sites.ts';

/** Parking registrations of vehicles, priced by their order within the unit. */
export function parkingsOf(
  site: Site,
  vehicles: readonly Made<typeof vehicle>[],
  units: readonly Made<typeof unit>[],
  prices: readonly PricedService[],
): Made<typeof parking>[] {
  const id = idsOf('parking', site.key);
  const codes = codesOf(parking.prefix);
  const blocks = new Map(units.map(doc => [doc._id, doc.blockId]));
  const steps = new Map<string, number>();
  const charged = vehicles.filter(doc => doc.unitId && doc.status === 'ACTIVE');
  return charged
    .toSorted((a, b) => ((a.startDate ?? '') < (b.startDate ?? '') ? -1 : 1))
    .flatMap((doc, n): Made<typeof parking>[] => {
      const price = prices.find(({ service }) => vehicleTypesOf(service).includes(doc.type));
      if (!price) return [];
      const key = `${doc.unitId} ${price.key}`;
      const step = (steps.get(key) ?? 0) + 1;
      steps.set(key, step);
      const at = doc.createdAt;
      const { plate, type: vehicleType, unitId, cardNumber, startDate, stopDate: endDate } = doc;
      return [
        recordOf(parking, site.id, id(n), at, {
          code: codes(at),
          vehicleId: doc._id,
          plate,
          vehicleType,
          unitId,
          cardNumber,
          startDate,
          endDate,
          step,
          blockId: blocks.get(unitId ?? '') ?? null,
          serviceId: price.service._id,
          source: 'AUTO',
        }),
      ];
    });
}
