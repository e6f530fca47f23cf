import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const ROUND = {
  finishedAt: null,
  acceptance: null,
  linesTotal: 0,
  linesDone: 0,
  fails: 0,
  openDefects: 0,
  presentName: null,
  presentRelation: null,
  identityChecked: false,
  opinion: null,
  ownerSignature: [],
  employeeSignature: [],
};
const ROW = {
  openDefects: 0,
  blockingDefects: 0,
  repairedDefects: 0,
  handedOverOn: null,
  warrantyUntil: null,
  buildStatusBefore: null,
};

/** Appointments, units in the programme and units that were there before handovers had sheets and defects hold what new ones hold. */
export const sheetsOfHandovers: Migration = {
  name: '2026-11-27 sheets and defects of handovers',
  async run() {
    const of = (definition: typeof unit | typeof handoverUnit | typeof handoverSchedule) =>
      db().collection<Stored>(collectionOf(definition));
    await of(handoverSchedule).updateMany({ openDefects: { $exists: false } }, { $set: ROUND });
    await of(handoverUnit).updateMany({ openDefects: { $exists: false } }, { $set: ROW });
    await of(unit).updateMany({ handedOverOn: { $exists: false } }, { $set: { handedOverOn: null } });
  },
};
