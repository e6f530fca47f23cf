import { addDays, isDay } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { CARE, CARE_KINDS, type CareKind } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance, OPEN_WORKS, WORK_TARGETS } from '@lobby/shared/modules/maintenance.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService, nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import { rowOf, writeEvents } from '../../kit/store/events.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { assetDue } from '../asset/index.ts';
import { plansFor, type Target } from '../repair/index.ts';
import { careDues, tellSystem } from '../technical-system/index.ts';
import { nextOf, todayOf } from './dates.ts';

type Values = Record<string, unknown>;
/** What was done to a thing, on which day. */
export interface DoneCare {
  on: string;
  result?: unknown;
  validUntil?: unknown;
  certificateNumber?: unknown;
}

const CARED = { deviceId: device, systemId: technicalSystem, assetId: asset } as const;
const isCare = (kind: unknown): kind is CareKind => (CARE_KINDS as readonly unknown[]).includes(kind);

/** What a work is about; null for one that came of a request about nothing in particular. */
export function targetIn(values: Values): Target | null {
  const name = WORK_TARGETS.find(one => typeof values[one] === 'string');
  return name ? { name, id: String(values[name]) } : null;
}

/** The later of the day that a plan meant and the day on which a work stands. */
function plannedDay({ madeFor, scheduledDate }: Stored): string {
  const named = String(madeFor ?? '').slice(-10);
  // A work that a meter made names no day.
  const [meant, stands] = [isDay(named) ? named : '', String(scheduledDate)];
  return meant > stands ? meant : stands;
}

/** The next date of a kind: the first open work, else what the plans say; undefined where there is neither. */
async function plannedFor(ctx: Ctx, target: Target, thing: Values, kind: CareKind, session: Session, gone?: string) {
  const works = modelOf(maintenance);
  const about = { [target.name]: target.id, kind, ...(gone && { planId: { $ne: gone } }) };
  const own = { projectId: ctx.projectId, deletedAt: null, ...about };
  const one = { session, maxTimeMS: 2000 };
  const first = { ...own, status: { $in: [...OPEN_WORKS] } };
  const open = await works.findOne(first, null, one).sort({ scheduledDate: 1 }).lean<Stored>();
  if (open) return String(open.scheduledDate);
  const plans = await plansFor(ctx, target, thing, kind, session);
  if (plans.length === 0) return undefined;
  const today = todayOf(ctx);
  const dates: string[] = [];
  for (const plan of plans) {
    const last = await works
      .findOne({ ...own, planId: plan._id }, null, one)
      .sort({ scheduledDate: -1 })
      .lean<Stored>();
    const after = last ? addDays(plannedDay(last), 1) : today;
    const next = await nextOf(ctx, plan, after > today ? after : today);
    if (next) dates.push(next);
  }
  return dates.sort()[0] ?? null;
}

/** The days of upkeep of a thing after something was planned, called off or done. */
async function careSet(
  ctx: Ctx,
  target: Target,
  thing: Stored,
  kind: CareKind,
  session: Session,
  { done, gone }: Following,
) {
  if (target.name === 'assetId' && kind === 'INSPECTION') return {};
  const { last, next, cycle } = CARE[kind];
  const days = thing[target.name === 'assetId' ? 'cycleDays' : cycle];
  const planned = await plannedFor(ctx, target, thing, kind, session, gone);
  const failed = done?.result === 'FAILED';
  const usual = nextAfter(done?.on ?? thing[last], thing.startDate, days);
  const named = failed ? thing[next] : (done?.validUntil ?? usual);
  const set: Values = { [next]: planned ?? named ?? (done ? null : (thing[next] ?? null)) };
  if (!done) return set;
  if (typeof thing[last] !== 'string' || done.on >= thing[last]) set[last] = done.on;
  if (kind === 'MAINTENANCE') return set;
  set.lastInspectionResult = done.result ?? null;
  if (done.certificateNumber) set.certificateNumber = done.certificateNumber;
  if (failed && target.name === 'deviceId' && thing.status === 'IN_USE') set.status = 'NEED_MAINTENANCE';
  return set;
}

/** A thing works again with its last open repair. */
async function repaired(ctx: Ctx, { name, id }: Target, thing: Stored, session: Session): Promise<Values> {
  if (thing.status !== 'NEED_MAINTENANCE') return {};
  const open = { kind: 'CORRECTIVE', status: { $in: [...OPEN_WORKS] }, [name]: id };
  const still = await modelOf(maintenance)
    .exists({ projectId: ctx.projectId, deletedAt: null, ...open })
    .session(session);
  return still ? {} : { status: 'IN_USE' };
}

/** Stores what follows for a thing, with its event. */
async function store(ctx: Ctx, definition: Definition, doc: Stored, given: Values, session: Session): Promise<void> {
  const whole: Values = { ...doc, ...given };
  const dues: Values =
    definition === asset
      ? { dueStatus: assetDue(ctx, whole.status, whole.nextMaintenanceDate) }
      : careDues(ctx, whole, definition === technicalSystem || isInService(whole.status));
  const set = Object.fromEntries(
    Object.entries({ ...given, ...dues }).filter(([name, value]) => (doc[name] ?? null) !== value),
  );
  const names = Object.keys(set);
  if (names.length === 0) return;
  const version = doc.version + 1;
  const own = { _id: doc._id, projectId: ctx.projectId };
  await modelOf(definition).updateOne(own, { $set: { ...set, version, updatedAt: ctx.now } }, { session });
  const action = set.status === 'IN_USE' ? 'maintained' : 'update';
  const about = { module: definition.code, entity: definition.name, entityId: doc._id, action, version };
  const before = Object.fromEntries(names.map(name => [name, doc[name] ?? null]));
  const told = { ...about, before, after: set, row: rowOf(definition, { ...doc, ...set, version }) };
  await writeEvents([{ at: ctx.now, projectId: ctx.projectId, actor: ctx.actor, ...told }], session);
}

const liveOf = (ctx: Ctx, definition: Definition, id: unknown, session: Session) =>
  modelOf(definition).findOne({ _id: id, projectId: ctx.projectId, deletedAt: null }).session(session).lean<Stored>();

export interface Following {
  /** What was just done to it. */
  done?: DoneCare;
  /** The plan that is being taken away with its works. */
  gone?: string | undefined;
  /** What else becomes of it. */
  set?: Values | undefined;
}

/** Keeps what a thing tells of its upkeep, in the transaction that changes a work or a plan of it. */
export async function followTarget(
  ctx: Ctx,
  target: Target | null,
  kind: unknown,
  session: Session,
  how: Following = {},
): Promise<void> {
  if (!target || target.name === 'placeId') return;
  const definition = CARED[target.name];
  await takeTurn(`care ${target.id}`, session);
  const thing = await liveOf(ctx, definition, target.id, session);
  if (!thing) return;
  const cared = isCare(kind)
    ? await careSet(ctx, target, thing, kind, session, how)
    : how.done
      ? await repaired(ctx, target, thing, session)
      : {};
  const set: Values = { ...cared, ...how.set };
  await store(ctx, definition, thing, set, session);
  if (target.name === 'assetId') return;
  await tellSystem(ctx, target.name === 'systemId' ? target.id : thing.systemId, session);
  if (!set.status || typeof thing.assetId !== 'string') return;
  const same = await liveOf(ctx, asset, thing.assetId, session);
  if (same) await store(ctx, asset, same, { status: set.status }, session);
}
