import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { isDrawn } from '../../kit/files/drawn.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import type { EffectOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs.ts';
import { notify, toUnit, type Who } from '../../platform/notifications/notifications.ts';
import { subjectOf } from '../resident-form/index.ts';
import { checkCode } from './code.ts';

type Values = Record<string, unknown>;

const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);

/** Recipient of a unit's parcels and the proof of it; refused without a proof. */
async function loadProof(ctx: Ctx, unitId: string, input: Values): Promise<Values> {
  const { takerId, takerName, signature, code, handPhotos } = input;
  if (!takerId && !takerName) refuse('takerName', 'PARCEL_TAKER_REQUIRED');
  const name = takerId ? await loadTaker(ctx, unitId, String(takerId)) : takerName;
  const taker = { takerId: takerId ?? null, takerName: name };
  const [drawn] = ids(signature);
  if (drawn) {
    if (!(await isDrawn(ctx, drawn))) refuse('signature', 'PARCEL_PROOF_REQUIRED');
    return { ...taker, proof: 'SIGNATURE' };
  }
  if (code) {
    checkCode(ctx, unitId, String(code));
    return { ...taker, proof: 'CODE' };
  }
  if (ids(handPhotos).length === 0) refuse('signature', 'PARCEL_PROOF_REQUIRED');
  return { ...taker, proof: 'PHOTO' };
}

async function loadTaker(ctx: Ctx, unitId: string, takerId: string): Promise<unknown> {
  const { unitIds, name } = await needRef(ctx, resident, takerId, 'takerId');
  if (!Array.isArray(unitIds) || !unitIds.includes(unitId)) refuse('takerId', 'RESIDENT_NOT_IN_UNIT');
  return name;
}

/** Time of the handover: now, or the time that the desk noted offline, at most a day ago. */
function doneAt(ctx: Ctx, given: unknown, { receivedAt }: Doc<typeof parcel>): Date {
  const at = typeof given === 'string' ? Date.parse(given) : Number.NaN;
  const from = Math.max(ctx.now.getTime() - DAY_MS, receivedAt instanceof Date ? receivedAt.getTime() : 0);
  return at >= from && at <= ctx.now.getTime() ? new Date(at) : ctx.now;
}

/** Recipients: the whole household of the unit. */
const toHousehold = ({ unitId }: Doc<typeof parcel>): Who => toUnit(unitId);
export const telling =
  (
    ctx: Ctx,
    doc: Doc<typeof parcel>,
    type: NotificationType,
    who: Who = toHousehold(doc),
  ): NonNullable<EffectOf<typeof parcel>['also']> =>
  session =>
    notify(ctx, who, type, subjectOf(parcel, doc), session);

/** Hands over parcels of one unit under a single proof. */
export async function handOver(
  ctx: Ctx,
  docs: readonly Doc<typeof parcel>[],
  input: Values,
): Promise<EffectOf<typeof parcel>[]> {
  const [first] = docs;
  if (!first) return [];
  if (docs.some(doc => doc.unitId !== first.unitId)) refuse('ids', 'PARCEL_OTHER_UNIT');
  const given = { signature: ids(input.signature), handPhotos: ids(input.handPhotos) };
  const { signature, handPhotos } = parcel.actions['hand-over'].input;
  const fresh = await checkFiles(ctx, { signature, handPhotos }, given);
  const proof = await loadProof(ctx, first.unitId, input);
  return docs.map(doc => ({
    set: {
      ...proof,
      ...given,
      handedAt: doneAt(ctx, input.at, doc),
      handedById: ctx.employeeId,
      nextReminderOn: null,
      overdue: false,
      toReturn: false,
    },
    also: async session => {
      await claimFiles(fresh, session, { entity: parcel.name, id: doc._id });
      await telling(ctx, doc, 'PARCEL_HANDED_OVER')(session);
    },
  }));
}
