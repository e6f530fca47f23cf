import { add, decimal, toExact } from '@lobby/shared/billing/exact.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { MULTI_AT_ONCE } from '@lobby/shared/kit/paging.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { unitServices } from '@lobby/shared/modules/service-registration.contract.ts';
import { serviceRegistration, type UnitServices } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { inBackground } from '../../../kit/jobs/in-background.ts';
import { load, loadScope } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { create } from '../../../kit/records/records.ts';
import { perform, untyped } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { retryOnConflict } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { registrationActs, registrationBehaviour } from './registration.ts';

const MOST_UNITS = 5000;
const { fields } = serviceRegistration;

const many = z.strictObject({
  serviceId: idSchema,
  unitIds: z.array(idSchema).max(MOST_UNITS).optional(),
  blockIds: z.array(idSchema).max(50).optional(),
  filter: filterSchema(unit).optional(),
  startDate: fieldSchema(fields.startDate),
  tariffId: idSchema.nullish(),
  quantity: fieldSchema(fields.quantity).optional(),
  people: fieldSchema(fields.people).optional(),
  peopleFrom: fieldSchema(fields.peopleFrom).optional(),
});
const refused = z.object({ id: z.string(), code: z.string(), message: z.string() });

async function unitsIn(ctx: Ctx, { unitIds, blockIds = [], filter }: z.infer<typeof many>): Promise<string[]> {
  if (unitIds && unitIds.length > 0) return [...new Set(unitIds)];
  if (blockIds.length === 0 && !filter)
    return fail('EMPTY_APARTMENT_SELECTED', { fields: { unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } } });
  const under = filter ? await joinedQuery(unit, filter, ctx, await loadScope(ctx, unit)) : {};
  const units = await records(unit).find(
    ctx,
    { ...under, ...(blockIds.length > 0 && { blockId: { $in: blockIds } }) },
    { only: ['_id'], sort: { 'sorted.code': 1 }, limit: MOST_UNITS, patience: 10_000 },
  );
  return units.map(({ _id }) => _id);
}

/** Whether the refusal applies to every unit. */
const isOfAll = ({ code }: Refusal) => code === 'SERVICE_NOT_ACTIVE' || code === 'SERVICE_SOURCE_NOT_SUITABLE';

/** Registers a service for units; units that have it already are reported and left unchanged. */
async function registerUnits(
  ctx: Ctx,
  input: z.infer<typeof many>,
  unitIds: readonly string[],
  note: (done: number) => Promise<void> = async () => {},
) {
  const { unitIds: _units, blockIds: _blocks, filter: _filter, ...values } = input;
  const done: string[] = [];
  const left: z.infer<typeof refused>[] = [];
  for (const [n, unitId] of unitIds.entries())
    try {
      if (n > 0 && n % 50 === 0) await note(n);
      // The idempotency key belongs to the whole call, not to each record.
      const fresh = { ...ctx, once: null };
      const made = await retryOnConflict(() =>
        create(fresh, serviceRegistration, { ...values, unitId }, untyped(registrationBehaviour)),
      );
      done.push(String(made.id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isOfAll(error)) throw error;
      left.push({ id: unitId, code: error.code, message: text(ctx, `errors.${error.code}`) });
    }
  return { done, refused: left };
}

/** Registers many units in the background; errors that apply to all are reported at once. */
async function registerLater(ctx: Ctx, input: z.infer<typeof many>, unitIds: readonly string[]) {
  const { serviceId, startDate, tariffId } = input;
  const [unitId] = unitIds;
  const values = { unitId, serviceId, startDate, tariffId };
  try {
    await registrationBehaviour.check(ctx, { kind: 'create', values, doc: null });
  } catch (error) {
    if (!(error instanceof Refusal) || isOfAll(error)) throw error;
  }
  return inBackground(ctx, { entity: serviceRegistration.name, action: 'register', of: unitIds.length }, async note => {
    const { done, refused: left } = await registerUnits(ctx, input, unitIds, note);
    return { done: done.length, refused: left };
  });
}

const MOST_READINGS = 200;
/** Latest usage of each service, summed over its meters. */
async function lastUses(ctx: Ctx, unitId: string): Promise<Map<string, { month: string; quantity: number }>> {
  const usages = await records(usage).find(
    ctx,
    { unitId },
    { only: ['serviceId', 'month', 'usageNumber'], sort: { month: -1 }, limit: MOST_READINGS },
  );
  const last = new Map<string, { month: string; quantity: number }>();
  for (const { serviceId, month, usageNumber } of usages) {
    if (!serviceId) continue;
    const before = last.get(serviceId) ?? { month, quantity: 0 };
    if (before.month !== month) continue;
    const quantity = decimal(add(toExact(before.quantity), toExact(usageNumber ?? 0)));
    last.set(serviceId, { month, quantity });
  }
  return last;
}

/** Services and vehicles of a unit with current prices. */
async function ofUnit(ctx: Ctx, unitId: string): Promise<UnitServices> {
  if (ctx.kind === 'resident' && unitId !== ctx.unitId) fail('NOT_FOUND');
  await load(ctx, unit, unitId);
  const today = todayOf(ctx);
  const [registrations, services, vehicles, parked, tariffs, used] = await Promise.all([
    records(serviceRegistration).find(ctx, { unitId, status: 'ACTIVE' }, { sort: { startDate: 1 } }),
    records(service).find(ctx, {}, { sort: { order: 1 } }),
    records(vehicle).find(ctx, { unitId, status: 'ACTIVE', startDate: { $lte: today } }),
    records(parking).find(ctx, { unitId, status: 'ACTIVE' }),
    records(tariff).find(ctx, {}, { only: ['priceNow'] }),
    lastUses(ctx, unitId),
  ]);
  const prices = new Map(tariffs.map(doc => [doc._id, doc.priceNow]));
  const byId = new Map(services.map((row, place) => [row._id, { ...row, place }]));
  const chargedBy = new Map(parked.map(doc => [doc.vehicleId, doc]));
  const serviceWords = (serviceId: string, tariffId: string | null) => {
    const of = byId.get(serviceId);
    return { serviceId, name: of?.name ?? '', price: prices.get(tariffId ?? of?.tariffId ?? '') ?? null };
  };
  const placeOf = (id: string) => byId.get(id)?.place ?? byId.size;
  return {
    services: registrations
      .toSorted((a, b) => placeOf(a.serviceId) - placeOf(b.serviceId))
      .map(registration => ({
        id: registration._id,
        startDate: registration.startDate,
        endDate: registration.endDate ?? null,
        unitName: byId.get(registration.serviceId)?.unitName ?? null,
        used: used.get(byId.get(registration.serviceId)?.usageOf ?? registration.serviceId) ?? null,
        ...serviceWords(registration.serviceId, registration.tariffId ?? null),
      })),
    vehicles: vehicles.map(car => {
      const charged = chargedBy.get(car._id);
      return {
        id: car._id,
        plate: car.plate ?? null,
        type: car.type,
        startDate: charged?.startDate ?? car.startDate ?? null,
        endDate: charged?.endDate ?? null,
        service: charged ? serviceWords(charged.serviceId, charged.tariffId ?? null) : null,
      };
    }),
  };
}

export const registrationRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: `${serviceRegistration.path}/register-multi`,
    summary: 'Register a service for many units; those that have it stay as they are and are named',
    module: serviceRegistration.code,
    flags: ['write'],
    body: many,
    answer: z.union([
      z.object({ done: z.array(z.string()), refused: z.array(refused) }),
      z.object({ progressId: z.string() }),
    ]),
    async run(ctx, { body, res }) {
      if (body.unitIds?.length === 0)
        failFields({ unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
      const unitIds = await unitsIn(ctx, body);
      if (unitIds.length <= MULTI_AT_ONCE) return registerUnits(ctx, body, unitIds);
      res.status(202);
      return registerLater(ctx, body, unitIds);
    },
  }),
  route(unitServices, {
    flags: ['read'],
    residents: true,
    run: (ctx, { params }) => ofUnit(ctx, params.unitId),
  }),
];

/** Ends registrations whose end date has passed; idempotent. */
export const registrationsJob = defineJob({
  name: 'registrations of services that end',
  every: '*/15 * * * *',
  async perProject(ctx) {
    const over = { status: 'ACTIVE', endDate: { $lt: todayOf(ctx) } } as const;
    const docs = await records(serviceRegistration).find(ctx, over, { patience: 10_000 });
    return attemptEach(docs, ({ _id: id, endDate }) =>
      perform(ctx, { definition: serviceRegistration, name: 'end', id, input: { endDate } }, registrationActs.end),
    );
  },
});
