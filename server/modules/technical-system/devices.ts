import { asset } from '@lobby/shared/modules/asset.ts';
import { TAKEN_OVER } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService, nextAfter } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import type {
  Action,
  ActionInput,
  ActionsOf,
  DoneOf,
  RequestOf,
  RuleOf,
  Values,
} from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { assetDue } from '../asset/index.ts';
import {
  type BroughtWorks,
  cancelPlanned,
  failOpenWorks,
  keptDates,
  loadRepair,
  loadWorks,
  repairsOver,
  withWorks,
} from '../maintenance/repair/index.ts';
import { type CaredDoc, careActs, careDues, completeCare } from './care.ts';
import { downActs } from './down.ts';
import { touchSystem } from './systems.ts';

type Device = Doc<typeof device>;
type DeviceValues = Values<typeof device>;
/** What an act on a device is given. */
type Given<N extends keyof (typeof device)['actions']> = ActionInput<(typeof device)['actions'][N]>;
const follows = (doc: CaredDoc) => 'status' in doc && isInService(doc.status);

/** Values that a new device inherits from its system where it has none. */
async function takenOver(ctx: Ctx, values: DeviceValues): Promise<DeviceValues> {
  const system = await records(technicalSystem).get(ctx, values.systemId);
  if (!system) return {};
  const open = TAKEN_OVER.filter(name => values[name] === undefined || values[name] === null);
  return Object.fromEntries(open.flatMap(name => ((system[name] ?? null) === null ? [] : [[name, system[name]]])));
}

const keysOf = (values: DeviceValues): DeviceValues => ({
  ...('elevatorId' in values && { elevatorKey: values.elevatorId ?? null }),
  ...('assetId' in values && { assetKey: values.assetId ?? null }),
});

/** Completes a device; devices in use with care dates are stopped instead of removed. */
async function completeDevice(ctx: Ctx, { kind, values, doc }: RequestOf<typeof device>): Promise<DeviceValues> {
  if (kind === 'remove') {
    const cared = doc.maintenanceCycleDays ?? doc.inspectionCycleDays ?? doc.nextMaintenanceDate;
    if (doc.status === 'IN_USE' && (cared ?? doc.nextInspectionDate)) fail('MAINTENANCE_HAS_HISTORY');
    const done = await loadWorks(ctx, { deviceId: doc._id }, ['IN_PROGRESS', 'ON_HOLD', 'COMPLETED']);
    if (done.length > 0) fail('MAINTENANCE_HAS_HISTORY');
  }
  if (kind === 'remove' || kind === 'restore') return values;
  const input = doc ? values : { ...values, ...(await takenOver(ctx, values)) };
  const status = doc?.status ?? values.status ?? device.initial;
  const inService = isInService(status);
  const whole = completeCare(ctx, input, doc, inService);
  // A new device has no id yet, but the plans of its system already apply.
  const dates = doc
    ? await keptDates(ctx, 'deviceId', { ...doc, systemId: values.systemId ?? doc.systemId }, values)
    : await keptDates(ctx, 'deviceId', { ...whole, _id: '' });
  return { ...whole, ...dates, ...careDues(ctx, { ...doc, ...whole, ...dates }, inService), ...keysOf(values) };
}

/** Updates the summaries of the systems of an added, removed or changed device. */
async function touchSystems(ctx: Ctx, session: Session, { doc, before }: DoneOf<typeof device>): Promise<void> {
  for (const systemId of new Set([doc?.systemId, before?.systemId])) await touchSystem(ctx, systemId, session);
}

export const deviceRules = (brought: BroughtWorks) => ({
  check: completeDevice,
  changes: async (ctx: Ctx, { doc, before }: DoneOf<typeof device>) =>
    doc ? brought(ctx, 'deviceId', doc, before) : [],
  inTransaction: touchSystems,
});

/** Sets the status of the linked asset. */
async function linked(ctx: Ctx, doc: Device, status: Device['status']): Promise<Change[]> {
  if (!doc.assetId) return [];
  const thing = await records(asset).first(ctx, { _id: doc.assetId }, { patience: 2000 });
  if (!thing || thing.status === status) return [];
  const set = { status, dueStatus: assetDue(ctx, status, thing.nextMaintenanceDate) };
  return [{ definition: asset, action: 'update', update: { doc: thing, set } }];
}

/** Wraps an action that changes a device: updates its system and, with `status`, the linked asset. */
const notified =
  <Input extends object>(rule: RuleOf<typeof device, Input>, status?: Device['status']): RuleOf<typeof device, Input> =>
  async (ctx, doc, input) => {
    const effect = await rule(ctx, doc, input);
    return {
      ...effect,
      with: [...(effect.with ?? []), ...(status ? await linked(ctx, doc, status) : [])],
      async also(session) {
        await effect.also?.(session);
        await touchSystem(ctx, doc.systemId, session);
      },
    };
  };

const PLACES = ['placeId', 'placeText'] as const;
const MOVED = [...PLACES, 'departmentId', 'managerId'] as const;
type Placed = Partial<Pick<Device, (typeof MOVED)[number]>>;
const only = (input: Placed, names: readonly (keyof Placed)[]): Placed =>
  Object.fromEntries(names.flatMap(name => (input[name] ? [[name, input[name]]] : [])));
const REQUIRED = { code: 'REQUIRED' } as const;

/** Refuses an action without any of these inputs. */
function someOf(input: Placed, names: readonly (keyof Placed)[]): Placed {
  const set = only(input, names);
  if (Object.keys(set).length === 0) failFields(Object.fromEntries(names.map(name => [name, REQUIRED])));
  return set;
}

const leads =
  <Input extends object>(
    status: Device['status'],
    set: (ctx: Ctx, doc: Device, input: Input) => Partial<Device> = () => ({}),
  ): RuleOf<typeof device, Input> =>
  (ctx, doc, input) => {
    const values = set(ctx, doc, input);
    return { set: { ...values, ...careDues(ctx, { ...doc, ...values }, isInService(status)) } };
  };

function assertNotFuture(ctx: Ctx, name: string, value: string | null | undefined): void {
  if (typeof value === 'string' && value > todayOf(ctx)) failFields({ [name]: { code: 'DATE_IN_FUTURE' } });
}

/** Fields that a copy does not take over. */
const OWN = [
  'code',
  'serial',
  'certificateNumber',
  'certificates',
  'images',
  'elevatorId',
  'elevatorKey',
  'assetId',
  'assetKey',
  'setupDate',
  'startDate',
  'warrantyExpiry',
  'lastMaintenanceDate',
  'nextMaintenanceDate',
  'lastInspectionDate',
  'nextInspectionDate',
  'maintenanceMeant',
  'inspectionMeant',
  'lastInspectionResult',
  'maintenanceDue',
  'inspectionDue',
  'stoppedOn',
  'reason',
  'qrVersion',
  'down',
  'downSince',
  'maintenanceTold',
  'inspectionTold',
];

/** Copies with the code of the original and a number. */
const duplicate: Action<typeof device, 'duplicate'> = async (ctx, doc, { count }) => {
  const copied = Object.fromEntries(
    Object.keys(device.fields).flatMap(name => (OWN.includes(name) ? [] : [[name, fieldOf(doc, name)]])),
  );
  const copies = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      build(ctx, device, { ...copied, code: `${doc.code}-${n + 2}`, status: 'IN_STOCK' }, true),
    ),
  );
  const also = (session: Session) => touchSystem(ctx, doc.systemId, session);
  return {
    with: copies.map(
      (insert, n): Change => ({
        definition: device,
        action: 'create',
        insert,
        ...(n === copies.length - 1 && { also }),
      }),
    ),
  };
};

/** Ends the service of a device: its planned works are cancelled. */
const resting =
  <Input extends object>(
    status: Device['status'],
    reason: (input: Input) => string | null | undefined,
    set?: (ctx: Ctx, doc: Device, input: Input) => Partial<Device>,
  ): RuleOf<typeof device, Input> =>
  async (ctx, doc, input) => ({
    ...(await leads(status, set)(ctx, doc, input)),
    with: await cancelPlanned(ctx, { deviceId: doc._id }, reason(input)),
  });

/** Refused while work on the device is waiting or under way. */
const stop: Action<typeof device, 'stop'> = async (ctx, doc, input) => {
  const works = await loadWorks(ctx, { deviceId: doc._id }, ['WAITING', 'IN_PROGRESS', 'ON_HOLD']);
  if (works.length > 0) failOpenWorks(works);
  assertNotFuture(ctx, 'stoppedOn', input.stoppedOn);
  const set = () => ({ stoppedOn: input.stoppedOn });
  return resting('STOP_USING', () => input.reason, set)(ctx, doc, input);
};

const care = careActs(device, follows, doc =>
  'status' in doc && doc.status === 'IN_USE' ? { status: 'NEED_MAINTENANCE' } : {},
);

const ACTS = {
  'put-in-use': notified(
    leads('IN_USE', (ctx, doc, input: Given<'put-in-use'>) => {
      assertNotFuture(ctx, 'startDate', input.startDate);
      const startDate = input.startDate ?? doc.startDate ?? todayOf(ctx);
      if (doc.setupDate && startDate < doc.setupDate)
        failFields({ startDate: { code: 'SETUP_AFTER_START' } }, 'SETUP_AFTER_START');
      return {
        ...only(input, PLACES),
        startDate,
        nextMaintenanceDate:
          doc.nextMaintenanceDate ?? nextAfter(doc.lastMaintenanceDate, startDate, doc.maintenanceCycleDays),
        nextInspectionDate:
          doc.nextInspectionDate ?? nextAfter(doc.lastInspectionDate, startDate, doc.inspectionCycleDays),
      };
    }),
    'IN_USE',
  ),
  'need-maintenance': notified(
    async (ctx, doc, { reason, images }: Given<'need-maintenance'>) => ({
      with: [await loadRepair(ctx, { deviceId: doc._id, title: doc.name, description: reason, images })],
    }),
    'NEED_MAINTENANCE',
  ),
  maintained: notified(async (ctx, doc) => ({ with: await repairsOver(ctx, { deviceId: doc._id }) }), 'IN_USE'),
  return: notified(
    resting('IN_STOCK', ({ note }: Given<'return'>) => note),
    'IN_STOCK',
  ),
  stop: notified(stop, 'STOP_USING'),
  'use-again': notified(
    leads('IN_STOCK', () => ({ stoppedOn: null })),
    'IN_STOCK',
  ),
  ...downActs,
  move: (_ctx, _doc, input) => ({ set: someOf(input, MOVED) }),
  duplicate,
  'new-qr': (_ctx, doc) => ({ set: { qrVersion: doc.qrVersion + 1 } }),
  'record-maintenance': notified(care['record-maintenance']),
  'record-inspection': notified(care['record-inspection']),
} satisfies ActionsOf<typeof device>;

/** Actions on a device; putting it into use adds the works of its plans. */
export const deviceActs = (brought: BroughtWorks): ActionsOf<typeof device> => ({
  ...ACTS,
  'put-in-use': withWorks('deviceId', ACTS['put-in-use'], brought),
});
