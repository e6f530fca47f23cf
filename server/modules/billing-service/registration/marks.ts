import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { isRead, service } from '@lobby/shared/modules/billing-service.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { registrationMarks } from '@lobby/shared/modules/service-registration.contract.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';

/** Units of a link to their registrations. */
const LINKED = 100;
const patience = 10_000;

/** The newest month of which usage was entered, and for whom: `service unit`. */
async function loadUsed(ctx: Ctx): Promise<{ month: string | null; used: ReadonlySet<string> }> {
  const newest = await records(usage).first(ctx, {}, { sort: { month: -1 }, only: ['month'] });
  const month = newest?.month ?? null;
  const rows = month ? await records(usage).find(ctx, { month }, { only: ['unitId', 'serviceId'], patience }) : [];
  return { month, used: new Set(rows.map(({ unitId, serviceId }) => `${serviceId} ${unitId}`)) };
}

const marked = (rows: readonly { unitId: string }[]) => ({
  count: rows.length,
  unitIds: [...new Set(rows.map(({ unitId }) => unitId))].slice(0, LINKED),
});

/** Registrations that need a look before a month is billed. */
export const marksRoute: Route = route(registrationMarks, {
  flags: ['read'],
  async run(ctx) {
    const today = todayOf(ctx);
    const [services, { month, used }, homes, all] = await Promise.all([
      records(service).find(ctx, { active: true }, { only: ['source', 'usageOf'] }),
      loadUsed(ctx),
      records(residency).find(ctx, { living: true }, { only: ['unitId'], patience }),
      records(serviceRegistration).find(
        ctx,
        { status: 'ACTIVE' },
        { only: ['unitId', 'serviceId', 'people', 'peopleFrom', 'startDate'], patience },
      ),
    ]);
    const byId = new Map(services.map(doc => [doc._id, doc]));
    const lived = new Set(homes.map(({ unitId }) => unitId));
    const begun = all.filter(({ startDate }) => startDate <= today);
    const sourceOf = ({ serviceId }: { serviceId: string }) => byId.get(serviceId)?.source ?? null;
    const last = month && monthPeriod(month).end;
    return {
      month,
      noPeople: marked(
        begun.filter(
          registration =>
            sourceOf(registration) === 'PEOPLE' && registration.peopleFrom !== 'RESIDENTS' && !registration.people,
        ),
      ),
      noUsage: marked(
        begun.filter(registration => {
          const ofRegistration = byId.get(registration.serviceId);
          // Some services are charged by the readings of another one.
          const isMissing =
            ofRegistration && !used.has(`${ofRegistration.usageOf ?? ofRegistration._id} ${registration.unitId}`);
          return last !== null && registration.startDate <= last && isRead(sourceOf(registration)) && isMissing;
        }),
      ),
      noResident: marked(
        begun.filter(registration => byId.has(registration.serviceId) && !lived.has(registration.unitId)),
      ),
    };
  },
});
