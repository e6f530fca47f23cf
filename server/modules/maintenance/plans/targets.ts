import type { Definition } from '@lobby/shared/kit/definition.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { CARE, CARE_KINDS, type CareKind } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance, OPEN_WORKS, WORK_TARGETS, type WorkTarget } from '@lobby/shared/modules/maintenance.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService, nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { updateBeside } from '../../../kit/store/beside.ts';
import { type AnyDoc, type Doc, records } from '../../../kit/store/records.ts';
import { assetDue } from '../../asset/index.ts';
import { careDues, touchSystem } from '../../technical-system/index.ts';
import { broughtDate, type CareValues, ownDate, type Target } from '../repair/index.ts';

type Machine = Doc<typeof device>;
/** Care done to an item on a day. */
export interface DoneCare {
  on: string;
  result?: Machine['lastInspectionResult'] | undefined;
  validUntil?: string | null | undefined;
  certificateNumber?: string | null | undefined;
}
/** Values of an item that follow from its works. */
type CareSet = CareValues & Partial<Pick<Machine, 'status'>>;

const CARED = { deviceId: device, systemId: technicalSystem, assetId: asset } as const;
const isCare = (kind: unknown): kind is CareKind => (CARE_KINDS as readonly unknown[]).includes(kind);

/** Item of a work; null for works from a ticket without one. */
export function targetIn(values: Pick<Values<typeof maintenance>, WorkTarget>): Target | null {
  const name = WORK_TARGETS.find(workTarget => values[workTarget]);
  const id = name && values[name];
  return name && id ? { name, id } : null;
}

/** Care dates of an item after works were planned, cancelled or completed. */
async function careSet(
  ctx: Ctx,
  target: Target,
  thing: CareSet,
  kind: CareKind,
  session: Session,
  { done, undone, gone }: Following,
): Promise<CareSet> {
  const ofAsset = target.name === 'assetId';
  if (ofAsset && kind === 'INSPECTION') return {};
  const { last, next, cycle, meant } = CARE[kind];
  const days = thing[ofAsset ? 'cycleDays' : cycle];
  const set: CareSet = {};
  if (done && done.on >= (thing[last] ?? '')) {
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
async function lastDone(ctx: Ctx, target: Target, kind: CareKind, before: string | null, session: Session) {
  const latest = await records(maintenance)
    .in(session)
    .first(ctx, { [target.name]: target.id, kind, status: 'COMPLETED' }, { sort: { completedOn: -1 }, patience: 2000 });
  const days = [latest?.completedOn, before].flatMap(day => day ?? []);
  return days.toSorted().at(-1) ?? null;
}

/** Returns an item to use once it has no open repair. */
async function repaired(ctx: Ctx, { name, id }: Target, thing: CareSet, session: Session): Promise<CareSet> {
  if (thing.status !== 'NEED_MAINTENANCE') return {};
  const still = await records(maintenance)
    .in(session)
    .exists(ctx, { kind: 'CORRECTIVE', status: { $in: OPEN_WORKS }, [name]: id });
  return still ? {} : { status: 'IN_USE' };
}

type ItemSet = CareSet & Partial<Pick<Machine, 'down' | 'downSince'>>;

/** Stores derived values of an item with an event. */
async function store(ctx: Ctx, definition: Definition, doc: AnyDoc, values: ItemSet, session: Session): Promise<void> {
  const whole = { ...doc, ...values };
  const dues =
    definition === asset
      ? { dueStatus: assetDue(ctx, whole.status, whole.nextMaintenanceDate) }
      : careDues(ctx, whole, definition === technicalSystem || isInService(whole.status));
  const set = Object.fromEntries(
    Object.entries({ ...values, ...dues }).filter(([name, value]) => (doc[name] ?? null) !== value),
  );
  if (Object.keys(set).length === 0) return;
  const action = values.status === 'IN_USE' ? 'maintained' : 'update';
  await updateBeside(ctx, definition, doc, set, { action, session, isChange: true });
}

export interface Following {
  /** Care just completed. */
  done?: DoneCare;
  /** Completed care that was reopened; `before` is the previous date. */
  undone?: { on: string | null; before: string | null };
  /** Plan that is being removed. */
  gone?: string | undefined;
  /** Further values to set. */
  set?: ItemSet | undefined;
}

/** Updates the care dates of an item in the transaction that changes its works or plans. */
export async function syncWorksOfTarget(
  ctx: Ctx,
  target: Target | null,
  kind: string | undefined,
  session: Session,
  how: Following = {},
): Promise<void> {
  if (!target || target.name === 'placeId') return;
  const definition = CARED[target.name];
  await serializeBy(`care ${target.id}`, session);
  const thing = await records(definition).in(session).get(ctx, target.id);
  if (!thing) return;
  const cared = isCare(kind)
    ? await careSet(ctx, target, thing, kind, session, how)
    : await repaired(ctx, target, thing, session);
  const set: ItemSet = { ...cared, ...how.set };
  await store(ctx, definition, thing, set, session);
  if (target.name === 'assetId') return;
  await touchSystem(ctx, 'systemId' in thing ? thing.systemId : target.id, session);
  if (!set.status || !('assetId' in thing) || !thing.assetId) return;
  const same = await records(asset).in(session).get(ctx, thing.assetId);
  if (same) await store(ctx, asset, same, { status: set.status }, session);
}
