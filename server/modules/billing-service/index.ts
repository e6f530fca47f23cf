import type { Definition } from '@lobby/shared/kit/definition.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Done } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { parkingRoute } from './parking.ts';
import { sheetRoute } from './sheet.ts';
import { keepTariff } from './tariff.ts';
import { previewRoute } from './tariff-preview.ts';
import { completeUsage } from './usage.ts';

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
  previewRoute,
  ...serve(tariff, { check: keepTariff }, all),
  ...serve(serviceRegistration, { inTransaction: refuseOverlap }, all),
  sheetRoute,
  parkingRoute,
  ...serve(usage, { check: completeUsage }, all),
];
