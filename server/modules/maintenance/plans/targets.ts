import type { Definition } from '@lobby/shared/kit/definition.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { CARE, CARE_KINDS, type CareKind } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance, OPEN_WORKS, WORK_TARGETS } from '@lobby/shared/modules/maintenance.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService, nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { updateBeside } from '../../../kit/store/beside.ts';
import { type AnyDoc, records } from '../../../kit/store/records.ts';
import { assetDue } from '../../asset/index.ts';
import { broughtDate, ownDate, type Target } from '../../repair/index.ts';
import { careDues, touchSystem } from '../../technical-system/index.ts';

type Values = Record<string, unknown>;
/** Care done to an item on a day. */
export interface DoneCare {
  on: string;
  result?: unknown;
  validUntil?: unknown;
  certificateNumber?: unknown;
}

const CARED = { deviceId: device, systemId: technicalSystem, assetId: asset } as const;
const isCare = (kind: unknown): kind is CareKind => (CARE_KINDS as readonly unknown[]).includes(kind);

/** Item of a work; null for works from a ticket without one. */
export function targetIn(values: Values): Target | null {
  const name = WORK_TARGETS.find(one => typeof values[one] === 'string');
  return name ? { name, id: String(values[name]) } : null;
}

/** Care dates of an item after works were planned, cancelled or completed. */
async function careSet(
  ctx: Ctx,
  target: Target,
  thing: AnyDoc,
  kind: CareKind,
  session: Session,
  { done, undone, gone }: Following,
): Promise<Values> {
  const ofAsset = target.name === 'assetId';
  if (ofAsset && kind === 'INSPECTION') return {};
  const { last, next, cycle, meant } = CARE[kind];
  const days = thing[ofAsset ? 'cycleDays' : cycle];
  const set: Values = {};
  if (done && (typeof thing[last] !== 'string' || done.on >= thing[last])) {
    const failed = done.result === 'FAILED';
    set[last] = done.on;
    set[meant] = failed ? (thing[meant] ?? thing[next] ?? null) : (done.validUntil ?? nextAfter(done.on, null, days));
  }
  if (undone && thing[last] === undone.on) {
    set[last] = await lastDone(ctx, target, kind, undone.before, session);
    set[meant] = nextAfter(set[last], thing.startDate, days);
  }
  const brought = await broughtDate(ctx, target, thing, kind, { session, gone });
  set[next] = brought === undefined ? ownDate({ ...thing, ...set }, kind, ofAsset) : brought;
  if (!done || kind === 'MAINTENANCE') return set;
  set.lastInspectionResult = done.result ?? null;
  if (done.certificateNumber) set.certificateNumber = done.certificateNumber;
  if (done.result === 'FAILED' && target.name === 'deviceId' && thing.status === 'IN_USE')
    set.status = 'NEED_MAINTENANCE';
  return set;
}

/** Date of the last completed care, once a completed work was reopened. */
async function lastDone(ctx: Ctx, target: Target, kind: CareKind, before: unknown, session: Session) {
  const latest = await records(maintenance)
    .in(session)
    .first(ctx, { [target.name]: target.id, kind, status: 'COMPLETED' }, { sort: { completedOn: -1 }, patience: 2000 });
  const days = [latest?.completedOn, before].filter(day => typeof day === 'string');
  return days.toSorted().at(-1) ?? null;
}

/** Returns an item to use once it has no open repair. */
async function repaired(ctx: Ctx, { name, id }: Target, thing: AnyDoc, session: Session): Promise<Values> {
  if (thing.status !== 'NEED_MAINTENANCE') return {};
  const still = await records(maintenance)
    .in(session)
    .exists(ctx, { kind: 'CORRECTIVE', status: { $in: OPEN_WORKS }, [name]: id });
  return still ? {} : { status: 'IN_USE' };
}

/** Stores derived values of an item with an event. */
async function store(ctx: Ctx, definition: Definition, doc: AnyDoc, given: Values, session: Session): Promise<void> {
  const whole: Values = { ...doc, ...given };
  const dues: Values =
    definition === asset
      ? { dueStatus: assetDue(ctx, whole.status, whole.nextMaintenanceDate) }
      : careDues(ctx, whole, definition === technicalSystem || isInService(whole.status));
  const set = Object.fromEntries(
    Object.entries({ ...given, ...dues }).filter(([name, value]) => (doc[name] ?? null) !== value),
  );
  if (Object.keys(set).length === 0) return;
  const action = set.status === 'IN_USE' ? 'maintained' : 'update';
  await updateBeside(ctx, definition, doc, set, { action, session, isChange: true });
}

const loadLive = (ctx: Ctx, definition: Definition, id: unknown, session: Session) =>
  records(definition).in(session).get(ctx, id);

export interface Following {
  /** Care just completed. */
  done?: DoneCare;
  /** Completed care that was reopened; `before` is the previous date. */
  undone?: { on: unknown; before: unknown };
  /** Plan that is being removed. */
  gone?: string | undefined;
  /** Further values to set. */
  set?: Values | undefined;
}

/** Updates the care dates of an item in the transaction that changes its works or plans. */
export async function syncWorksOfTarget(
  ctx: Ctx,
  target: Target | null,
  kind: unknown,
  session: Session,
  how: Following = {},
): Promise<void> {
  if (!target || target.name === 'placeId') return;
  const definition = CARED[target.name];
  await serializeBy(`care ${target.id}`, session);
  const thing = await loadLive(ctx, definition, target.id, session);
  if (!thing) return;
  const cared = isCare(kind)
    ? await careSet(ctx, target, thing, kind, session, how)
    : await repaired(ctx, target, thing, session);
  const set: Values = { ...cared, ...how.set };
  await store(ctx, definition, thing, set, session);
  if (target.name === 'assetId') return;
  await touchSystem(ctx, target.name === 'systemId' ? target.id : thing.systemId, session);
  if (!set.status || typeof thing.assetId !== 'string') return;
  const same = await loadLive(ctx, asset, thing.assetId, session);
  if (same) await store(ctx, asset, same, { status: set.status }, session);
}
