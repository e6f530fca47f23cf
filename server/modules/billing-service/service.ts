import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { type SERVICE_GROUPS, tariff } from '@lobby/shared/modules/tariff.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { oncePerImport, type Request } from '../../kit/records/behaviour.ts';
import type { ActionsOf, BehaviourOf, DoneOf, RequestOf, RuleOf, Values } from '../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';

type Group = (typeof SERVICE_GROUPS)[number];

const tariffOf = (doc: Doc<typeof service> | null): string | null => (doc && !doc.deletedAt ? doc.tariffId : null);

/** Updates the number of services that use a tariff. */
async function countServices({ projectId }: Ctx, { doc, before }: DoneOf<typeof service>): Promise<Change[]> {
  const [now, was] = [tariffOf(doc), tariffOf(before)];
  if (now === was) return [];
  const ids = [now, was].filter(id => id !== null);
  const tariffs = await records(tariff).find({ projectId }, { _id: { $in: ids } });
  return tariffs.map(row => ({
    definition: tariff,
    action: 'update',
    update: { doc: row, set: {}, inc: { services: row._id === now ? 1 : -1 }, keepVersion: true },
  }));
}

/** Groups charged by usage, so by default they are paid afterwards. */
const LATER: readonly Group[] = ['ELECTRICITY', 'WATER', 'GAS'];
const UNITS: Readonly<Record<string, string>> = { AREA: 'm²', PEOPLE: 'người', VEHICLE: 'xe', FIXED: 'tháng' };
const unitOf = ({ source, group }: Values<typeof service>) =>
  UNITS[source ?? ''] ?? (group === 'ELECTRICITY' ? 'kWh' : 'm³');
/** Start date that precedes all bills. */
const EVER = '2000-01-01';
/** Fields that cannot change once bills exist. */
const FIXED_BY_BILLS = ['source', 'type'] as const;

/** Whether a service may be active: it has an active tariff, or is repeatable with amounts entered by staff. */
const mayBeActive = async (
  { projectId }: Ctx,
  { tariffId, repeatable }: Pick<Values<typeof service>, 'tariffId' | 'repeatable'>,
): Promise<boolean> =>
  tariffId ? (await loadRefs(projectId, tariff, [tariffId])).get(tariffId)?.active === true : repeatable === true;

async function assertNotBilled(
  { projectId }: Ctx,
  doc: Doc<typeof service>,
  values: Values<typeof service>,
): Promise<void> {
  const field = FIXED_BY_BILLS.find(name => name in values && values[name] !== doc[name]);
  if (!field) return;
  if (await records(bill).exists({ projectId }, { serviceId: doc._id, status: { $ne: 'CANCELLED' } }))
    failFields({ [field]: { code: 'SERVICE_BILLED' } }, 'SERVICE_BILLED');
}

/** Interest rates with the new one in force from today. */
function ratesAfter(ctx: Ctx, doc: Doc<typeof service> | null, percent: number): Doc<typeof service>['rates'] {
  const rates = doc?.rates ?? [];
  if (!doc || rates.length === 0) return [{ from: EVER, percent }];
  const today = todayOf(ctx);
  return rates.at(-1)?.percent === percent
    ? rates
    : [...rates.filter(({ from }) => from !== null && from < today), { from: today, percent }];
}

async function check(ctx: Ctx, request: RequestOf<typeof service>): Promise<Values<typeof service>> {
  const { kind, values, doc } = request;
  if (kind === 'remove' || kind === 'restore') return values;
  if (values.usageOf && values.usageOf === doc?._id) failFields({ usageOf: { code: 'REFERENCE_NOT_SUITABLE' } });
  const rate = 'interestPerYear' in values || !doc ? { rates: ratesAfter(ctx, doc, values.interestPerYear ?? 0) } : {};
  if (doc) {
    await assertNotBilled(ctx, doc, values);
    return { ...values, ...rate };
  }
  const { group } = values;
  const place = values.order ? {} : { order: await nextPlace(ctx, request) };
  return {
    ...values,
    ...rate,
    ...place,
    type: values.type ?? (LATER.some(name => name === group) ? 'POSTPAID' : 'PREPAID'),
    unitName: values.unitName ?? unitOf(values),
    active: await mayBeActive(ctx, values),
  };
}

const STEP = 10;
const MOST = 9999;

async function loadOthers({ projectId }: Ctx, id: string, session: Session | null): Promise<Doc<typeof service>[]> {
  return records(service)
    .in(session)
    .find({ projectId }, { _id: { $ne: id } }, { sort: { order: 1, _id: 1 }, patience: 2000 });
}
const lastPlace = oncePerImport(async ctx => ({ at: (await loadOthers(ctx, '', null)).at(-1)?.order ?? 0 }));

/** Position of the next row of an import. */
async function nextPlace(ctx: Ctx, request: Request): Promise<number | null> {
  if (request.kind !== 'import') return null;
  const last = await lastPlace(ctx, request.rows);
  last.at = Math.min(MOST, last.at + STEP);
  return last.at;
}

const turn = ({ projectId }: Ctx, session: Session) => serializeBy(`order of services ${projectId}`, session);

/** Places a new service without a position last. */
async function placeLast(ctx: Ctx, session: Session, doc: Doc<typeof service>): Promise<void> {
  await turn(ctx, session);
  if (doc.order !== null) return;
  const others = await loadOthers(ctx, doc._id, session);
  doc.order = Math.min(MOST, (others.at(-1)?.order ?? 0) + STEP);
}

/** Refuses two services with the same position. */
async function assertPlaceFree(
  ctx: Ctx,
  session: Session,
  { kind, doc, before }: DoneOf<typeof service>,
): Promise<void> {
  if (!doc || (kind === 'update' && doc.order === before.order)) return;
  await turn(ctx, session);
  const others = await loadOthers(ctx, doc._id, session);
  if (!others.some(({ order }) => order === doc.order)) return;
  if (kind === 'restore') await keepBeside(service, ctx, { _id: doc._id }, { set: { order: null } }, session);
  else failFields({ order: { code: 'ALREADY_EXISTS' } }, 'ALREADY_EXISTS');
}

export const serviceBehaviour = {
  check,
  changes: countServices,
  first: placeLast,
  inTransaction: assertPlaceFree,
} satisfies BehaviourOf<typeof service>;

export const serviceActs = {
  async activate(ctx, doc) {
    if (!(await mayBeActive(ctx, doc)))
      fail('TARIFF_NOT_ACTIVE', { fields: { tariffId: { code: 'TARIFF_NOT_ACTIVE' } } });
    return { set: { active: true } };
  },
  deactivate: () => ({ set: { active: false } }),
} satisfies ActionsOf<typeof service>;

interface Beside {
  beforeId?: string | null | undefined;
  afterId?: string | null | undefined;
}

/** Moves a service before or after another, renumbering neighbours if needed. */
export const moveService =
  ({ beforeId, afterId }: Beside): RuleOf<typeof service> =>
  async (ctx, doc) => {
    const [name, target] = beforeId ? ['beforeId', beforeId] : ['afterId', afterId];
    if (!target || (beforeId && afterId)) failFields({ [name]: { code: beforeId ? 'INVALID' : 'REQUIRED' } });
    const others = await loadOthers(ctx, doc._id, null);
    const place = others.findIndex(({ _id }) => _id === target);
    if (place < 0) failFields({ [name]: { code: target === doc._id ? 'INVALID' : 'REFERENCE_NOT_FOUND' } });
    const at = beforeId ? place : place + 1;
    const all = [...others.slice(0, at), doc, ...others.slice(at)];
    const orderOf = (row: Doc<typeof service>) => (all.indexOf(row) + 1) * STEP;
    return {
      set: { order: orderOf(doc) },
      with: others
        .filter(other => other.order !== orderOf(other))
        .map(other => ({
          definition: service,
          action: 'place',
          update: { doc: other, set: { order: orderOf(other) }, keepVersion: true },
        })),
    };
  };
