import type { Fields } from '@lobby/shared/kit/fields.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';

let calls = 0;

/** Days and reminders of what is looked after. */
const CARED = {
  ...{ startDate: '2026-01-02', maintenanceCycleDays: undefined, maintenanceReminder1: 7, maintenanceReminder2: 3 },
  ...{ lastMaintenanceDate: '2026-02-01', nextMaintenanceDate: '2026-12-01', inspectionCycleDays: undefined },
  ...{ inspectionReminder1: 30, inspectionReminder2: 7, lastInspectionDate: '2026-02-01' },
  nextInspectionDate: '2027-02-01',
};
/** A machine that is looked after is stopped, not removed. */
const NEVER = { nextMaintenanceDate: undefined, nextInspectionDate: undefined };

/** Values that only fit each other, of what keeps a building going; `undefined` is left out. */
export const UPKEEP_SAMPLES: readonly (readonly [Fields, () => Record<string, unknown>])[] = [
  // What a phone dials, each another number.
  [hotline.fields, () => ({ phone: `09${20_000_000 + ++calls}` })],
  // Days that follow each other; the warranty tells its end.
  [
    asset.fields,
    () => ({
      ...{ setupDate: '2026-01-01', startDate: '2026-01-02', lastMaintenanceDate: '2026-02-01' },
      ...{ nextMaintenanceDate: '2026-12-01', warrantyDays: 365, warrantyExpiry: undefined },
      ...{ residualValue: 1000, purchasePrice: 2000 },
    }),
  ],
  [asset.actions['put-in-use'].input, () => ({ startDate: '2026-01-03' })],
  [asset.actions.stop.input, () => ({ stoppedOn: '2026-11-01', disposal: 'NONE', proceeds: undefined })],
  [asset.actions.duplicate.input, () => ({ count: 1 })],
  [itemCategory.fields, () => ({ of: 'ASSET', prefix: 'MM' })],
  // A rule with dates to come, of nothing whose use would keep it.
  [
    maintenancePlan.fields,
    () => ({
      ...{ frequency: 'MONTHLY', interval: 1, startsOn: new Date(Date.now() + 172_800_000).toISOString().slice(0, 10) },
      ...{ endsOn: undefined, count: undefined, nth: undefined, weekdays: [{ day: '1' }], monthDays: [{ day: '31' }] },
      ...{ reminder1: 15, reminder2: 3, systemIds: undefined, deviceIds: undefined },
    }),
  ],
  [maintenancePlan.actions.resume.input, () => ({ from: '2036-01-01' })],
  [systemGroup.fields, () => ({ order: undefined })],
  [technicalSystem.fields, () => CARED],
  // A lift and a thing of the register are one machine at most.
  [
    device.fields,
    () => ({
      ...{ ...CARED, ...NEVER, setupDate: '2026-01-01', warrantyExpiry: '2027-01-01' },
      ...{ elevatorId: undefined, assetId: undefined },
    }),
  ],
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
