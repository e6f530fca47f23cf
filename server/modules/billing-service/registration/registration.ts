import { servicePeriod } from '@lobby/shared/billing/dates.ts';
import { addDays, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import type { Effect } from '../../../kit/records/acts/act.ts';
import type { ActionsOf, BehaviourOf, DoneOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { failInUse } from '../../../kit/store/refs/inbound-refs.ts';
import { loadRefs, needRef } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { assertMonthNotLocked } from '../../lock-date/index.ts';

type Registration = Values<typeof serviceRegistration>;
/** Fields that affect charges, besides the end date. */
const CHARGED = ['unitId', 'serviceId', 'quantity', 'startDate', 'tariffId'] as const;
/** Fields that cannot change once bills exist. */
const FIXED = ['unitId', 'serviceId', 'startDate', 'tariffId'] as const;
export const FAR = '9999-12-31';

/** First day on which two versions are charged differently, and the field that differs; null if never. */
export function firstTouched(
  before: Registration | null,
  after: Registration | null,
): { day: string; field: string } | null {
  const starts = [before, after].flatMap(side => side?.startDate ?? []).sort();
  const [first = FAR] = starts;
  const field = 'startDate';
  if (!before || !after) return { day: first, field };
  if (CHARGED.some(name => (before[name] ?? '') !== (after[name] ?? ''))) return { day: first, field };
  const ends = [before, after].map(side => side.endDate ?? FAR).sort();
  return ends[0] === ends[1] ? null : { day: addDays(ends[0] ?? FAR, 1), field: 'endDate' };
}

/** Bills made from a registration, latest month first. */
export async function loadBills(
  ctx: Ctx,
  { unitId, serviceId, startDate, endDate }: Registration,
  more: Where<typeof bill> = {},
): Promise<Doc<typeof bill>[]> {
  if (!unitId || !serviceId || !startDate) return [];
  return records(bill).find(
    ctx,
    {
      unitId,
      serviceId,
      type: 'NORMAL',
      status: { $in: ['DRAFT', 'ACTIVE'] },
      createType: 'AUTO',
      createdFor: 'SERVICE',
      periodEnd: { $gte: startDate },
      ...(endDate && { periodStart: { $lte: endDate } }),
      ...more,
    },
    { sort: { month: -1 } },
  );
}

function assertNotBilled([last]: readonly Doc<typeof bill>[], field: string): void {
  if (!last) return;
  const code = 'REGISTRATION_BILLED';
  const params = { month: last.month };
  fail(code, { ...params, ...(field && { fields: { [field]: { code, params } } }) });
}

/** Refuses changes that would remove billed days. */
async function assertBilledDaysKept(
  ctx: Ctx,
  doc: Doc<typeof serviceRegistration>,
  after: Registration,
): Promise<void> {
  const moved = FIXED.find(name => (doc[name] ?? '') !== (after[name] ?? ''));
  if (moved) return assertNotBilled(await loadBills(ctx, doc), moved);
  const end = after.endDate;
  if (end && (!doc.endDate || end < doc.endDate))
    assertNotBilled(await loadBills(ctx, doc, { periodEnd: { $gt: end } }), 'endDate');
}

/** Validates and completes a registration: the service must be active and charged by unit, the tariff active. */
async function completed(
  ctx: Ctx,
  values: Registration,
  doc: Doc<typeof serviceRegistration> | null,
): Promise<Registration> {
  const { projectId } = ctx;
  if ('serviceId' in values && values.serviceId !== doc?.serviceId) {
    const of = await needRef(ctx, service, values.serviceId ?? '', 'serviceId');
    const wrong = of.source === 'VEHICLE' || of.repeatable ? 'SERVICE_SOURCE_NOT_SUITABLE' : 'SERVICE_NOT_ACTIVE';
    if (!of.active || wrong !== 'SERVICE_NOT_ACTIVE') failFields({ serviceId: { code: wrong } }, wrong);
  }
  if (values.tariffId && values.tariffId !== doc?.tariffId) {
    const price = (await loadRefs(projectId, tariff, [values.tariffId])).get(values.tariffId);
    if (price && !price.active) failFields({ tariffId: { code: 'TARIFF_NOT_ACTIVE' } }, 'TARIFF_NOT_ACTIVE');
  }
  if (!('unitId' in values)) return values;
  const { blockId, floorId } = await needRef(ctx, unit, values.unitId ?? '', 'unitId');
  return { ...values, blockId, floorId };
}

/** Refuses changes in locked or billed months. */
async function check(ctx: Ctx, { kind, values, doc }: RequestOf<typeof serviceRegistration>): Promise<Registration> {
  const after = kind === 'remove' ? null : { ...doc, ...values };
  const touched = firstTouched(kind === 'restore' ? null : doc, after);
  if (touched) await assertMonthNotLocked(ctx, monthOf(touched.day), kind === 'remove' ? '' : touched.field);
  if (kind === 'remove') {
    const { length: count } = await loadBills(ctx, doc);
    if (count > 0) failInUse(bill, count, { field: 'serviceId' });
  }
  if (kind === 'remove' || kind === 'restore') return values;
  if (doc && after) await assertBilledDaysKept(ctx, doc, after);
  return completed(ctx, values, doc);
}

/** Another registration of the unit and service that overlaps. */
const overlapping = (
  { projectId, unitId, serviceId, startDate, endDate, _id }: Doc<typeof serviceRegistration>,
  session: Session,
) =>
  records(serviceRegistration)
    .in(session)
    .first(
      { projectId },
      {
        unitId,
        serviceId,
        _id: { $ne: _id },
        ...(endDate ? { startDate: { $lte: endDate } } : {}),
        $or: [{ endDate: null }, { endDate: { $gte: startDate } }],
      },
    );

/** Refuses overlapping registrations; concurrent writes are serialised. */
async function assertNoOverlap(session: Session, doc: Doc<typeof serviceRegistration>): Promise<void> {
  await serializeBy(`service ${doc.unitId} ${doc.serviceId}`, session);
  const other = await overlapping(doc, session);
  if (!other) return;
  const code = 'REGISTRATION_OVERLAPS';
  const params = { code: other.code, from: other.startDate, to: other.endDate ?? null };
  fail(code, { ...params, fields: { startDate: { code, params } } });
}

async function inTransaction(
  _ctx: Ctx,
  session: Session,
  { doc, before }: DoneOf<typeof serviceRegistration>,
): Promise<void> {
  if (!doc) return;
  const names = ['unitId', 'serviceId', 'startDate', 'endDate', 'deletedAt'] as const;
  if (before && names.every(name => before[name] === doc[name])) return;
  await assertNoOverlap(session, doc);
}

const isGoing = (doc: Doc<typeof serviceRegistration> | null): doc is Doc<typeof serviceRegistration> =>
  doc !== null && !doc.deletedAt && doc.status === 'ACTIVE';

async function counted({ projectId }: Ctx, serviceId: unknown, by: number): Promise<Change[]> {
  const of = await records(service).get({ projectId }, serviceId);
  if (!of || by === 0) return [];
  const update = { doc: of, set: {}, inc: { registrations: by }, keepVersion: true };
  return [{ definition: service, action: 'update', update }];
}

/** Updates the number of registrations of a service; an import adds all rows of a service with its first row. */
async function changes(ctx: Ctx, done: DoneOf<typeof serviceRegistration>): Promise<Change[]> {
  const { kind, doc, before } = done;
  if (kind === 'import') {
    const same = done.rows.filter(({ values, doc: existing }) => !existing && values.serviceId === doc.serviceId);
    const [first] = same;
    const isFirst = first?.values.unitId === doc.unitId && first?.values.startDate === doc.startDate;
    return isFirst ? counted(ctx, doc.serviceId, same.length) : [];
  }
  const [now, was] = [isGoing(doc) ? doc.serviceId : null, isGoing(before) ? before.serviceId : null];
  if (now === was) return [];
  return [...(now ? await counted(ctx, now, 1) : []), ...(was ? await counted(ctx, was, -1) : [])];
}

export const registrationBehaviour = { check, changes, inTransaction } satisfies BehaviourOf<
  typeof serviceRegistration
>;

/** Sets the end date of a registration; refused for locked and billed months. */
async function withEnd(
  ctx: Ctx,
  doc: Doc<typeof serviceRegistration>,
  endDate: string | null,
  by: number,
): Promise<Required<Pick<Effect, 'set' | 'with'>>> {
  const after = { ...doc, endDate };
  const touched = firstTouched(doc, after);
  if (touched) await assertMonthNotLocked(ctx, monthOf(touched.day), { field: 'endDate', document: doc.code });
  await assertBilledDaysKept(ctx, doc, after);
  return { set: { endDate }, with: await counted(ctx, doc.serviceId, by) };
}

export const registrationActs = {
  async end(ctx, doc, { endDate, endReason }) {
    const today = todayOf(ctx);
    const last = endDate ?? today;
    if (last < doc.startDate) failFields({ endDate: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
    // An end date in the future keeps the registration active until then.
    const over = last <= today;
    const effect = await withEnd(ctx, doc, last, over ? -1 : 0);
    return {
      ...effect,
      status: over ? 'ENDED' : 'ACTIVE',
      set: { ...effect.set, endReason: endReason ?? doc.endReason },
    };
  },
  async reopen(ctx, doc) {
    const of = await needRef(ctx, service, doc.serviceId, 'serviceId');
    // Refused if the last month was billed only up to the end date: the full month would cost more.
    const short = (await loadBills(ctx, doc, { periodEnd: doc.endDate })).filter(
      row => row.periodEnd !== servicePeriod(of, row.month).end,
    );
    assertNotBilled(short, '');
    const effect = await withEnd(ctx, doc, null, 1);
    return { ...effect, also: session => assertNoOverlap(session, { ...doc, endDate: null }) };
  },
  'change-people': (_ctx, doc, { people, peopleFrom }) => ({
    set: { people: people ?? doc.people, peopleFrom: peopleFrom ?? doc.peopleFrom },
  }),
} satisfies ActionsOf<typeof serviceRegistration>;
