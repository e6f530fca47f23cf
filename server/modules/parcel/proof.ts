import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { isDrawn } from '../../kit/files/drawn.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import type { ActionInput, EffectOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { notify, toUnit, type Who } from '../../platform/notifications/notifications.ts';
import { subjectOf } from '../resident-form/index.ts';
import { checkCode } from './code.ts';

type Parcel = Doc<typeof parcel>;
/** Input of handing over. */
type HandOver = ActionInput<(typeof parcel)['actions']['hand-over']>;

const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);

/** Recipient of a unit's parcels and the proof of it; refused without a proof. */
async function loadProof(ctx: Ctx, unitId: string, input: HandOver): Promise<Partial<Parcel>> {
  const { takerId, takerName, signature, code, handPhotos } = input;
  if (!takerId && !takerName) refuse('takerName', 'PARCEL_TAKER_REQUIRED');
  const name = takerId ? await loadTaker(ctx, unitId, takerId) : takerName;
  const taker = { takerId: takerId ?? null, takerName: name ?? null };
  const [drawn] = signature ?? [];
  if (drawn) {
    if (!(await isDrawn(ctx, drawn))) refuse('signature', 'PARCEL_PROOF_REQUIRED');
    return { ...taker, proof: 'SIGNATURE' };
  }
  if (code) {
    checkCode(ctx, unitId, code);
    return { ...taker, proof: 'CODE' };
  }
  if (!handPhotos?.length) refuse('signature', 'PARCEL_PROOF_REQUIRED');
  return { ...taker, proof: 'PHOTO' };
}

async function loadTaker(ctx: Ctx, unitId: string, takerId: string): Promise<string> {
  const { unitIds, name } = await needRef(ctx, resident, takerId, 'takerId');
  if (!unitIds.includes(unitId)) refuse('takerId', 'RESIDENT_NOT_IN_UNIT');
  return name;
}

/** Time of the handover: now, or the time that the desk noted offline, at most a day ago. */
function doneAt(ctx: Ctx, time: string | null | undefined, { receivedAt }: Parcel): Date {
  const at = time ? Date.parse(time) : Number.NaN;
  const from = Math.max(ctx.now.getTime() - DAY_MS, receivedAt?.getTime() ?? 0);
  return at >= from && at <= ctx.now.getTime() ? new Date(at) : ctx.now;
}

/** Recipients: the whole household of the unit. */
const toHousehold = ({ unitId }: Parcel): Who => toUnit(unitId);
export const notifyOfParcel =
  (
    ctx: Ctx,
    doc: Parcel,
    type: NotificationType,
    who: Who = toHousehold(doc),
  ): NonNullable<EffectOf<typeof parcel>['also']> =>
  session =>
    notify(ctx, who, type, subjectOf(parcel, doc), session);

/** Hands over parcels of one unit under a single proof. */
export async function handOver(ctx: Ctx, docs: readonly Parcel[], input: HandOver): Promise<EffectOf<typeof parcel>[]> {
  const [first] = docs;
  if (!first) return [];
  if (docs.some(doc => doc.unitId !== first.unitId)) refuse('ids', 'PARCEL_OTHER_UNIT');
  const pictures = { signature: input.signature ?? [], handPhotos: input.handPhotos ?? [] };
  const { signature, handPhotos } = parcel.actions['hand-over'].input;
  const fresh = await checkFiles(ctx, { signature, handPhotos }, pictures);
  const proof = await loadProof(ctx, first.unitId, input);
  return docs.map(doc => ({
    set: {
      ...proof,
      ...pictures,
      handedAt: doneAt(ctx, input.at, doc),
      handedById: ctx.employeeId,
      nextReminderOn: null,
      overdue: false,
      toReturn: false,
    },
    also: async session => {
      await claimFiles(fresh, session, { entity: parcel.name, id: doc._id });
      await notifyOfParcel(ctx, doc, 'PARCEL_HANDED_OVER')(session);
    },
  }));
}
