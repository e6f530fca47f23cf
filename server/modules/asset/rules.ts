import { addDays, daysBetween } from '@lobby/shared/kit/dates.ts';
import { ASSET_DUE_DAYS, asset } from '@lobby/shared/modules/asset.ts';
import { dueOf, isInService, nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { build } from '../../kit/records/records.ts';
import type { Action, ActionsOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import {
  assertNotPlanned,
  type BroughtWorks,
  keptDates,
  loadRepair,
  madeUpFor,
  recordedWork,
  repairsOver,
  withWorks,
} from '../maintenance/repair/index.ts';
import { nextCodes } from './codes.ts';

type AssetValues = Values<typeof asset>;

export function assertNotFuture(ctx: Ctx, name: string, value: string | null | undefined): void {
  if (typeof value === 'string' && value > todayOf(ctx)) failFields({ [name]: { code: 'DATE_IN_FUTURE' } });
}

/** Maintenance status; assets in stock or retired are never due. */
export const assetDue = (ctx: Ctx, status: unknown, next: string | null | undefined) =>
  isInService(status) ? dueOf(next, todayOf(ctx), ASSET_DUE_DAYS) : 'NONE';

/** Derives warranty end and warranty days from each other; throws if both are given and disagree. */
function warrantyOf(values: AssetValues, whole: AssetValues): Pick<AssetValues, 'warrantyExpiry' | 'warrantyDays'> {
  const from = whole.setupDate ?? whole.purchaseDate;
  const { warrantyDays: days, warrantyExpiry: expiry } = whole;
  if (!from) return {};
  const begins = 'setupDate' in values || 'purchaseDate' in values;
  const hasExpiry = typeof values.warrantyExpiry === 'string';
  if (typeof days === 'number' && hasExpiry && addDays(from, days) !== expiry)
    failFields({ warrantyDays: { code: 'WARRANTY_MISMATCH' } }, 'WARRANTY_MISMATCH');
  if (typeof days === 'number' && (begins || 'warrantyDays' in values)) return { warrantyExpiry: addDays(from, days) };
  return hasExpiry && typeof expiry === 'string' ? { warrantyDays: daysBetween(from, expiry) } : {};
}

const CYCLE = ['lastMaintenanceDate', 'startDate', 'cycleDays'];

/** Next maintenance date: as typed, else one cycle after the last. */
function nextOf(
  values: AssetValues,
  whole: AssetValues,
): Pick<AssetValues, 'nextMaintenanceDate' | 'maintenanceMeant'> {
  if (values.nextMaintenanceDate !== undefined) return { maintenanceMeant: values.nextMaintenanceDate };
  if (!CYCLE.some(name => name in values)) return {};
  const next = nextAfter(whole.lastMaintenanceDate, whole.startDate, whole.cycleDays);
  return next ? { nextMaintenanceDate: next, maintenanceMeant: next } : {};
}

const fold = (value: string) => value.toLowerCase().replace(/\s+/g, '');

/** Completes warranty, next maintenance date and maintenance status. */
export async function completeAsset(ctx: Ctx, { kind, values, doc }: RequestOf<typeof asset>): Promise<AssetValues> {
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: AssetValues = { status: asset.initial, ...doc, ...values };
  const set: AssetValues = { ...values, ...warrantyOf(values, whole), ...nextOf(values, whole) };
  if (doc) Object.assign(set, await keptDates(ctx, 'assetId', doc, values));
  Object.assign(whole, set);
  assertNotFuture(ctx, 'lastMaintenanceDate', values.lastMaintenanceDate);
  const { lastMaintenanceDate: last, nextMaintenanceDate: next } = whole;
  const isMoved = 'lastMaintenanceDate' in values || 'nextMaintenanceDate' in values;
  if (isMoved && typeof last === 'string' && typeof next === 'string' && next < last)
    failFields({ nextMaintenanceDate: { code: 'LAST_AFTER_NEXT' } });
  const { serial, model } = whole;
  return {
    ...set,
    dueStatus: assetDue(ctx, whole.status, whole.nextMaintenanceDate),
    serialKey: serial && model ? `${fold(model)} ${fold(serial)}` : null,
  };
}

const PLACES = ['placeId', 'placeText', 'managerUnitId', 'holderId'] as const;
type Placed = Partial<Pick<Doc<typeof asset>, (typeof PLACES)[number]>>;
const only = (input: Placed, names: readonly (keyof Placed)[]): Placed =>
  Object.fromEntries(names.flatMap(name => (input[name] ? [[name, input[name]]] : [])));

const REQUIRED = { code: 'REQUIRED' } as const;

const putInUse: Action<typeof asset, 'put-in-use'> = (ctx, doc, input) => {
  const set = only(input, PLACES);
  if (Object.keys(set).length === 0) failFields(Object.fromEntries(PLACES.map(name => [name, REQUIRED])));
  assertNotFuture(ctx, 'startDate', input.startDate);
  const startDate = input.startDate ?? doc.startDate ?? todayOf(ctx);
  if (doc.setupDate && startDate < doc.setupDate)
    failFields({ startDate: { code: 'SETUP_AFTER_START' } }, 'SETUP_AFTER_START');
  const next = doc.nextMaintenanceDate ?? nextAfter(doc.lastMaintenanceDate, startDate, doc.cycleDays);
  return { set: { ...set, startDate, nextMaintenanceDate: next, dueStatus: assetDue(ctx, 'IN_USE', next) } };
};

/** Records maintenance; the next date is the given one, one cycle later, or that of the plan. */
const maintained: Action<typeof asset, 'maintained'> = async (ctx, doc, { doneOn, nextDate, result, cost, files }) => {
  const today = todayOf(ctx);
  const on = doneOn ?? today;
  assertNotFuture(ctx, 'doneOn', on);
  const last = doc.lastMaintenanceDate;
  if (last && on < last) failFields({ doneOn: { code: 'DONE_BEFORE_LAST' } }, 'DONE_BEFORE_LAST');
  if (nextDate && nextDate < on) failFields({ nextDate: { code: 'LAST_AFTER_NEXT' } });
  const next = nextDate ?? nextAfter(on, null, doc.cycleDays);
  const met = await madeUpFor(ctx, { assetId: doc._id }, 'MAINTENANCE', on);
  const set: Partial<Doc<typeof asset>> = {
    lastMaintenanceDate: on,
    nextMaintenanceDate: next,
    maintenanceMeant: next,
    ...(await keptDates(ctx, 'assetId', doc, {}, met.ids)),
  };
  if (nextDate && set.nextMaintenanceDate !== nextDate)
    await assertNotPlanned(ctx, { name: 'assetId', id: doc._id }, doc, 'MAINTENANCE', 'nextDate');
  const done = { kind: 'MAINTENANCE' as const, doneOn: on, contractorId: doc.maintenanceUnitId, result, cost, files };
  return {
    set: { ...set, dueStatus: assetDue(ctx, 'IN_USE', set.nextMaintenanceDate) },
    with: [
      ...(await repairsOver(ctx, { assetId: doc._id })),
      ...met.changes,
      await recordedWork(ctx, { assetId: doc._id }, doc, done),
    ],
  };
};

const stop: Action<typeof asset, 'stop'> = (ctx, _doc, { stoppedOn, disposal, proceeds }) => {
  assertNotFuture(ctx, 'stoppedOn', stoppedOn);
  return { set: { stoppedOn, disposal, proceeds: disposal === 'SOLD' ? (proceeds ?? null) : null, dueStatus: 'NONE' } };
};

const move: Action<typeof asset, 'move'> = (_ctx, _doc, input) => {
  const names = PLACES.filter(name => name !== 'placeText');
  const set = only(input, names);
  if (Object.keys(set).length === 0) failFields(Object.fromEntries(names.map(name => [name, REQUIRED])));
  return { set };
};

/** Fields that a copy does not take over, because they belong to the individual item. */
const OWN = [
  'code',
  'serial',
  'serialKey',
  'images',
  'setupDate',
  'startDate',
  'warrantyExpiry',
  'lastMaintenanceDate',
  'nextMaintenanceDate',
  'maintenanceMeant',
  'purchaseDate',
  'stoppedOn',
  'disposal',
  'proceeds',
  'reason',
  'dueStatus',
  'qrVersion',
];

const duplicate: Action<typeof asset, 'duplicate'> = async (ctx, doc, { count }) => {
  const copied = Object.fromEntries(
    Object.keys(asset.fields).flatMap(name => (OWN.includes(name) ? [] : [[name, fieldOf(doc, name)]])),
  );
  const codes = await nextCodes(ctx, count);
  const copies = await Promise.all(codes.map(code => build(ctx, asset, { ...copied, code }, true)));
  return { with: copies.map((insert): Change => ({ definition: asset, action: 'create', insert })) };
};

/** Acts of an asset; putting it in use creates the works of its plans. */
export const assetActs = (brought: BroughtWorks): ActionsOf<typeof asset> => ({
  'put-in-use': withWorks('assetId', putInUse, brought),
  return: () => ({ set: { dueStatus: 'NONE' } }),
  'report-fault': async (ctx, doc, { reason, images }) => ({
    with: [await loadRepair(ctx, { assetId: doc._id, title: doc.name, description: reason, images })],
  }),
  maintained,
  stop,
  'use-again': () => ({ set: { stoppedOn: null, disposal: null, proceeds: null } }),
  move,
  duplicate,
  'new-qr': (_ctx, doc) => ({ set: { qrVersion: doc.qrVersion + 1 } }),
});
