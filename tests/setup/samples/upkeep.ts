import { instantAt, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { downtime } from '@lobby/shared/modules/downtime.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { Caller, Row } from '../caller.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { inDays } from '../time/days.ts';

let calls = 0;

/** Care dates and reminders. */
const CARED = {
  startDate: '2026-01-02',
  maintenanceCycleDays: undefined,
  maintenanceReminder1: 7,
  maintenanceReminder2: 3,
  lastMaintenanceDate: '2026-02-01',
  nextMaintenanceDate: '2026-12-01',
  inspectionCycleDays: undefined,
  inspectionReminder1: 30,
  inspectionReminder2: 7,
  lastInspectionDate: '2026-02-01',
  nextInspectionDate: '2027-02-01',
};
/** A past morning. */
const PASSED = {
  from: instantAt(inDays(-2), 8 * 60, VIETNAM).toISOString(),
  to: instantAt(inDays(-2), 9 * 60, VIETNAM).toISOString(),
};
/** Without due dates, as devices with dates are stopped instead of removed. */
const NEVER = { nextMaintenanceDate: undefined, nextInspectionDate: undefined };

/** Warehouse for a stock take sample, with some stock. */
export async function stocked(who: Caller, fields: Fields): Promise<Record<string, unknown>> {
  if (fields !== stockTake.fields) return {};
  const n = ++calls;
  const store = await who.post<Row>(warehouse.path, { name: `Counted store ${n}`, code: `DEM${n}` });
  const own = await who.post<Row>(supply.path, { name: `Counted thing ${n}`, code: `DEM-${n}`, unitName: 'cái' });
  const lines = [{ supplyId: own.data.id, quantity: 3, unitPrice: 1000 }];
  const paper = { kind: 'RECEIPT', reason: 'OTHER', warehouseId: store.data.id, lines };
  const { data } = await who.post<Row>(stockDocument.path, paper);
  await who.put(`${stockDocument.path}/${data.id}/post`, {});
  return { warehouseIds: [store.data.id] };
}

/** Publishes checklists, as works and plans need published ones. */
export async function inForce(who: Caller, name: string, { id }: Row): Promise<string> {
  if (name === maintenanceChecklist.name) await who.put(`${maintenanceChecklist.path}/${id}/publish`, {});
  return id;
}

/** Values of maintenance fields that must fit each other; `undefined` leaves a field out. */
export const samples: OwnSamples = [
  // Unique phone numbers.
  [hotline.fields, () => ({ phone: `09${20_000_000 + ++calls}` })],
  // Dates in order; the end of the warranty is calculated.
  [
    asset.fields,
    () => ({
      setupDate: '2026-01-01',
      startDate: '2026-01-02',
      lastMaintenanceDate: '2026-02-01',
      nextMaintenanceDate: '2026-12-01',
      warrantyDays: 365,
      warrantyExpiry: undefined,
      residualValue: 1000,
      purchasePrice: 2000,
    }),
  ],
  [asset.actions['put-in-use'].input, () => ({ startDate: '2026-01-03' })],
  [asset.actions.stop.input, () => ({ stoppedOn: '2026-11-01', disposal: 'NONE', proceeds: undefined })],
  [asset.actions.duplicate.input, () => ({ count: 1 })],
  [itemCategory.fields, () => ({ of: 'ASSET', prefix: 'MM' })],
  // A rule with future dates, for targets that do not restrict it.
  [
    maintenancePlan.fields,
    () => ({
      frequency: 'MONTHLY',
      interval: 1,
      startsOn: inDays(2),
      endsOn: undefined,
      count: undefined,
      nth: undefined,
      weekdays: [{ day: '1' }],
      monthDays: [{ day: '31' }],
      reminder1: 15,
      reminder2: 3,
      systemIds: undefined,
      deviceIds: undefined,
    }),
  ],
  // A check without measured values.
  [
    maintenanceChecklist.fields.items.of,
    () => ({
      kind: 'CHECK',
      required: false,
      options: undefined,
      failOptions: undefined,
      min: undefined,
      max: undefined,
      decimals: undefined,
      unitName: undefined,
    }),
  ],
  [maintenancePlan.actions['make-now'].input, () => ({ scheduledDate: '2036-01-01' })],
  // For a single target, in the future.
  [
    maintenance.fields,
    () => ({
      deviceId: undefined,
      systemId: undefined,
      assetId: undefined,
      kind: 'CORRECTIVE',
      scheduledDate: '2036-01-01',
      dueDate: '2036-01-04',
      startAt: undefined,
      endAt: undefined,
      requiresSignature: false,
    }),
  ],
  [maintenance.actions.accept.input, () => ({ scheduledDate: '2036-01-02' })],
  [maintenance.actions.hold.input, () => ({ until: '2036-01-02' })],
  [
    maintenance.actions.move.input,
    () => ({ scheduledDate: '2036-01-02', days: undefined, startAt: undefined, endAt: undefined }),
  ],
  [
    maintenance.actions.complete.input,
    () => ({
      completedOn: '2026-11-01',
      kind: undefined,
      signatures: undefined,
      parts: undefined,
      rating: undefined,
      inspectionResult: undefined,
      validUntil: undefined,
      certificates: undefined,
      failing: undefined,
      repair: undefined,
    }),
  ],
  [maintenancePlan.actions.resume.input, () => ({ from: '2036-01-01' })],
  [systemGroup.fields, () => ({ order: undefined })],
  [technicalSystem.fields, () => CARED],
  // An elevator or asset is linked to at most one device.
  [
    device.fields,
    () => ({
      ...CARED,
      ...NEVER,
      setupDate: '2026-01-01',
      warrantyExpiry: '2027-01-01',
      elevatorId: undefined,
      assetId: undefined,
    }),
  ],
  // For a device only, in the past.
  [downtime.fields, () => ({ assetId: undefined, maintenanceId: undefined, from: PASSED.from, to: PASSED.to })],
  [device.actions.down.input, () => ({ at: PASSED.from })],
  [device.actions.up.input, () => ({ at: PASSED.to })],
  [device.actions['put-in-use'].input, () => ({ startDate: '2026-01-03' })],
  [device.actions.stop.input, () => ({ stoppedOn: '2026-11-01' })],
  [device.actions.duplicate.input, () => ({ count: 1 })],
  ...[technicalSystem, device].flatMap(({ actions }) => [
    [actions['record-maintenance'].input, () => ({ doneOn: '2026-03-01', nextDate: '2026-12-15' })] as const,
    [
      actions['record-inspection'].input,
      () => ({ doneOn: '2026-03-01', result: 'CONDITIONAL', validUntil: '2027-01-01' }),
    ] as const,
  ]),
];
