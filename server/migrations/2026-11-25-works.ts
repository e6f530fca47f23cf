import { dayOf, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { RESIDENT_ROLES } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db } from '../kit/database/database.ts';
import { events } from '../kit/store/events.ts';
import { collectionOf, keysOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const MINUTE_MS = 60_000;
/** Works that were kept by their days begin at eight and end at half past five. */
const [BEGIN, END] = [8 * 60, 17 * 60 + 30];
const day = (at: unknown) => (at instanceof Date ? dayOf(at, VIETNAM) : null);

/** Who counted the deposit of a form. */
async function confirmedBy({ _id, depositConfirmedAt }: Stored): Promise<string | null> {
  if (!depositConfirmedAt) return null;
  const event = await events().findOne({ entityId: _id, action: 'deposit/confirm' });
  return event?.actor.id ?? null;
}

async function depositOf(old: Stored): Promise<Record<string, unknown>> {
  const taken = old.depositStatus === 'DEPOSITED' || old.depositStatus === 'REFUNDED';
  const record = taken
    ? await db().collection<Stored>(collectionOf(deposit)).findOne({ originId: old._id, deletedAt: null })
    : null;
  const kept = old.status === 'COMPLETED' && old.depositStatus === 'DEPOSITED';
  return {
    depositAmount: old.deposit ?? 0,
    depositPaidOn: day(old.depositedAt),
    depositPayer: null,
    depositProof: [],
    depositConfirmedBy: await confirmedBy(old),
    refundedOn: day(old.refundedAt),
    refundReason: null,
    refundMethod: old.depositStatus === 'REFUNDED' ? (old.depositMethod ?? null) : null,
    withoutRefund: kept,
    withoutRefundReason: kept ? (old.reason ?? null) : null,
    depositId: record?._id ?? null,
  };
}

function worksOf(old: Stored, home: Stored | null): Record<string, unknown> {
  const at = (date: unknown, minutes: number) =>
    new Date(startOfDay(String(date), VIETNAM).getTime() + minutes * MINUTE_MS);
  const workers = (Array.isArray(old.workers) ? old.workers : []).map(({ workerName, name, job }) => ({
    name: name ?? workerName,
    job: typeof job === 'string' ? job.slice(0, 60) : null,
  }));
  const asked = old.residentId ? null : old.registrantName;
  const role = (RESIDENT_ROLES as readonly unknown[]).includes(old.registrantRole) ? old.registrantRole : null;
  const end = at(old.endDate, END);
  const values = {
    registrantRole: role,
    workType: 'OTHER',
    noisy: false,
    hotWork: false,
    partnerId: null,
    contractorContact: null,
    expectedStartAt: at(old.startDate, BEGIN),
    expectedEndAt: end,
    actualStartAt: old.startedAt ?? null,
    actualEndAt: old.completedAt ?? null,
    workers,
    workerCount: workers.length,
    regulationEdition: null,
    stoppedAt: null,
    stopImages: [],
    stopReason: old.stopped ? (old.reason ?? null) : null,
    late: false,
    overdue: false,
    endTold: null,
    blockId: home?.blockId ?? null,
    floorId: home?.floorId ?? null,
    managementNote: [asked, old.managementNote].filter(Boolean).join('\n').slice(0, 1000) || null,
  };
  const names: Record<string, string> = typeof home?.code === 'string' ? { unitId: home.code } : {};
  return { ...values, keys: keysOf(constructionRegistration, { ...old, ...values }, names) ?? [] };
}

const OLD_DEPOSIT = { deposit: '', depositedAt: '', refundedAt: '' } as const;
const OLD_WORKS = { registrantName: '', startDate: '', endDate: '', startedAt: '', completedAt: '' } as const;

/** Deposits of forms are told with their days and people; works with the hours that are expected of them. */
export const depositsOfForms: Migration = {
  name: '2026-11-25 deposits of forms',
  async run() {
    const units = db().collection<Stored>(collectionOf(unit));
    for (const definition of [constructionRegistration, cardRegistration]) {
      const forms = db().collection<Stored>(collectionOf(definition));
      for await (const old of forms.find({ depositAmount: { $exists: false } })) {
        const works = definition === constructionRegistration;
        const home = works ? await units.findOne({ _id: String(old.unitId) }) : null;
        const set = { ...(await depositOf(old)), ...(works && worksOf(old, home)) };
        await forms.updateOne(
          { _id: old._id },
          { $set: set, $unset: works ? { ...OLD_DEPOSIT, ...OLD_WORKS } : OLD_DEPOSIT },
        );
      }
    }
    const own = { entity: cardRegistration.name };
    await events().updateMany({ ...own, action: 'deposit' }, { $set: { action: 'deposit/deposit' } });
    await events().updateMany({ ...own, action: 'refund' }, { $set: { action: 'deposit/refund' } });
  },
};
