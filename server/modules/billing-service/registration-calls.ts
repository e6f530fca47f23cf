import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { service, vehicleTypesOf } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { z } from 'zod';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { create } from '../../kit/records/records.ts';
import { perform, untyped } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { untilSettled } from '../../kit/store/save.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';
import { registrationActs, registrationBehaviour } from './registration.ts';

const MOST_UNITS = 5000;
const { fields } = serviceRegistration;

const many = z.strictObject({
  serviceId: idSchema,
  unitIds: z.array(idSchema).max(MOST_UNITS).optional(),
  blockIds: z.array(idSchema).max(50).optional(),
  startDate: fieldSchema(fields.startDate) as z.ZodString,
  tariffId: idSchema.nullish(),
  quantity: fieldSchema(fields.quantity).optional(),
  people: fieldSchema(fields.people).optional(),
  peopleFrom: fieldSchema(fields.peopleFrom).optional(),
});
const refused = z.object({ id: z.string(), code: z.string(), message: z.string() });

async function unitsIn({ projectId }: Ctx, { unitIds, blockIds }: z.infer<typeof many>): Promise<string[]> {
  if (unitIds && unitIds.length > 0) return [...new Set(unitIds)];
  if (!blockIds || blockIds.length === 0)
    return fail('EMPTY_APARTMENT_SELECTED', { fields: { unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } } });
  const found = await records(unit).find(
    { projectId },
    { blockId: { $in: blockIds } },
    { only: ['_id'], sort: { 'sorted.code': 1 }, limit: MOST_UNITS },
  );
  return found.map(({ _id }) => _id);
}

/** Registers a service for many units; who has it already is named and stays as it is. */
async function registerMany(ctx: Ctx, asked: z.infer<typeof many>) {
  const { unitIds: _units, blockIds: _blocks, ...values } = asked;
  const done: string[] = [];
  const left: z.infer<typeof refused>[] = [];
  for (const unitId of await unitsIn(ctx, asked))
    try {
      // The key of the call is that of its answer, not of each record.
      const own = { ...ctx, once: null };
      const made = await untilSettled(() =>
        create(own, serviceRegistration, { ...values, unitId }, untyped(registrationBehaviour)),
      );
      done.push(String(made.id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'SERVICE_NOT_ACTIVE' || error.code === 'SERVICE_SOURCE_NOT_SUITABLE') throw error;
      left.push({ id: unitId, code: error.code, message: text(ctx, `errors.${error.code}`) });
    }
  return { done, refused: left };
}

const priced = z.object({
  serviceId: z.string(),
  name: z.string(),
  price: z.string().nullable(),
});

/** What a unit has, with the prices of today: its services, and its vehicles with theirs. */
async function ofUnit(ctx: Ctx, unitId: string) {
  const { projectId } = ctx;
  await load(ctx, unit, unitId);
  const own = { projectId, deletedAt: null };
  const today = todayOf(ctx);
  const [registrations, services, vehicles] = await Promise.all([
    records(serviceRegistration).find(ctx, { ...own, unitId, status: 'ACTIVE' }, { sort: { startDate: 1 } }),
    records(service).find(ctx, own, { sort: { order: 1 } }),
    records(vehicle).find(ctx, { ...own, unitId, status: 'ACTIVE', startDate: { $lte: today } }),
  ]);
  const tariffs = await records(tariff).find(ctx, own);
  const prices = new Map(tariffs.map(one => [one._id, one.priceNow]));
  const byId = new Map(services.map(one => [one._id, one]));
  const told = (of: Doc<typeof service> | undefined, tariffId?: unknown) => ({
    serviceId: of?._id ?? '',
    name: String(of?.name ?? ''),
    price: (prices.get(String(tariffId ?? of?.tariffId)) as string | undefined) ?? null,
  });
  return {
    services: registrations.map(one => ({
      id: one._id,
      startDate: String(one.startDate),
      endDate: (one.endDate ?? null) as string | null,
      ...told(byId.get(String(one.serviceId)), one.tariffId),
    })),
    vehicles: vehicles.map(one => {
      const found = services.find(of => of.active === true && vehicleTypesOf(of).includes(String(one.type)));
      const of = found ? told(found) : null;
      return { id: one._id, plate: (one.plate ?? null) as string | null, type: String(one.type), service: of };
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
    answer: z.object({ done: z.array(z.string()), refused: z.array(refused) }),
    async run(ctx, { body }) {
      if (body.unitIds?.length === 0)
        failFields({ unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
      return registerMany(ctx, body);
    },
  }),
  route({
    method: 'get',
    path: `${serviceRegistration.path}/units/:unitId`,
    summary: 'The services and vehicles of a unit with the prices of today',
    module: serviceRegistration.code,
    flags: ['read'],
    params: z.strictObject({ unitId: idSchema }),
    answer: z.object({
      services: z.array(priced.extend({ id: z.string(), startDate: z.string(), endDate: z.string().nullable() })),
      vehicles: z.array(
        z.object({ id: z.string(), plate: z.string().nullable(), type: z.string(), service: priced.nullable() }),
      ),
    }),
    run: (ctx, { params }) => ofUnit(ctx, params.unitId),
  }),
];

/** Ends the registrations whose last day is over; the same however often it runs. */
export async function turnRegistrations(now: Date): Promise<number> {
  let ended = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    for (const { _id, endDate } of await records(serviceRegistration).find(
      ctx,
      { status: 'ACTIVE', endDate: { $lt: todayOf(ctx) } },
      { patience: 10_000 },
    ))
      try {
        await perform(
          ctx,
          { definition: serviceRegistration, name: 'end', id: _id, input: { endDate } },
          registrationActs.end,
        );
        ended++;
      } catch (error) {
        // Somebody ended it meanwhile, or put the day off.
        if (!(error instanceof Refusal)) throw error;
      }
  }
  return ended;
}
