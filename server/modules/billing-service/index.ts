import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Done, Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { parkingRoute } from './parking.ts';
import { sheetRoute } from './sheet.ts';
import { completeUsage } from './usage.ts';

/** What a bill was made with stays as it was: another price begins on another day. */
async function keepTariff({ projectId }: Ctx, { kind, values, doc }: Request): Promise<Record<string, unknown>> {
  const priced = Object.keys(values).some(name => !['name', 'note', 'priceDisplay'].includes(name));
  if (!doc || kind === 'restore' || (kind === 'update' && !priced)) return values;
  const billed = { projectId, serviceId: doc.serviceId, 'items.tariffId': doc._id, status: { $ne: 'CANCELLED' } };
  if (await modelOf(bill).exists(billed).maxTimeMS(5000)) fail('TARIFF_IN_USE');
  return values;
}

/** Refuses that a unit has one service twice on a day; of two at once the second finds the first. */
async function refuseOverlap(_ctx: Ctx, session: Session, { doc, before }: Done): Promise<void> {
  if (!doc) return;
  const own = ['unitId', 'serviceId', 'startDate', 'endDate', 'deletedAt'];
  if (before && own.every(name => String(before[name]) === String(doc[name]))) return;
  const { projectId, unitId, serviceId, startDate, endDate, _id } = doc;
  await takeTurn(`service ${unitId} ${serviceId}`, session);
  const other = await modelOf(serviceRegistration)
    .findOne({
      projectId,
      unitId,
      serviceId,
      deletedAt: null,
      _id: { $ne: _id },
      ...(endDate ? { startDate: { $lte: endDate } } : {}),
      $or: [{ endDate: null }, { endDate: { $gte: startDate } }],
    })
    .session(session)
    .lean<Stored>();
  if (other) failFields({ startDate: { code: 'REGISTRATION_OVERLAPS' } }, 'REGISTRATION_OVERLAPS');
}

/** Services, their prices, who has them, and what was used. */
export const billingRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(service, {}, all),
  ...serve(tariff, { check: keepTariff }, all),
  ...serve(serviceRegistration, { inTransaction: refuseOverlap }, all),
  sheetRoute,
  parkingRoute,
  ...serve(usage, { check: completeUsage }, all),
];
