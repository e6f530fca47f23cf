import { isIn } from '@lobby/shared/kit/is-in.ts';
import { rawPlate, standardPlate } from '@lobby/shared/kit/plate.ts';
import { card } from '@lobby/shared/modules/card.ts';
import {
  CARD_CHANGES,
  type CardChange,
  cardRegistration,
  OPEN_FORMS,
} from '@lobby/shared/modules/card-registration.ts';
import type { ReceptionSettings } from '@lobby/shared/modules/reception-settings.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import type { RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { needRef } from '../../../kit/store/refs/refs.ts';
import { receptionIn } from '../../../platform/reception/reception.ts';
import { assertLivesInUnit, assertNotHeld, atHome, beginForm, depositDue } from '../../resident-form/index.ts';
import { type Counted, failFull, fullPlaces, type Places } from '../vehicles.ts';

type Form = Values<typeof cardRegistration>;
export const refuse = (field: string, code: string, params = {}): never =>
  failFields({ [field]: { code, params } }, code);
const isNewVehicle = ({ target, type }: Pick<Form, 'target' | 'type'>) => target === 'VEHICLE' && type === 'NEW';

/** Default deposit of a card to be issued, from the reception settings. */
function usualDeposit({ cardDeposits }: ReceptionSettings, { type, target, vehicleType }: Form): number {
  if (type !== 'NEW' && type !== 'REISSUE') return 0;
  const about = target === 'RESIDENT' ? target : vehicleType;
  return (about && cardDeposits[about]) ?? 0;
}

/** The card of a form: in use, of the same unit, and of the form's target type. */
async function ownCard(ctx: Ctx, { cardId, unitId, target }: Form): Promise<Doc<typeof card>> {
  const held = await needRef(ctx, card, cardId ?? '', 'cardId');
  if (held.unitId !== unitId) refuse('cardId', 'CARD_NOT_OF_UNIT');
  if (held.status !== 'USING') refuse('cardId', 'CARD_STATUS_INVALID');
  if (held.type !== target) refuse('cardId', 'CARD_TYPE_INVALID');
  return held;
}

/** Refuses a plate that a vehicle in use already has. */
export async function assertPlateFree(ctx: Ctx, whole: Form): Promise<void> {
  const raw = whole.rawPlate;
  if (!raw || !isNewVehicle(whole)) return;
  if (await records(vehicle).exists(ctx, { status: 'ACTIVE', rawPlate: raw })) refuse('plate', 'VEHICLE_PLATE_EXISTS');
}

/** The unit's vehicle places if the form exceeds the limit; null if a place is left. */
export async function findOverLimit(
  ctx: Ctx,
  whole: Form,
  counted: Counted,
  except?: string,
  session?: Session,
): Promise<Places | null> {
  if (!isNewVehicle(whole)) return null;
  const { unitId, vehicleType: type } = whole;
  return fullPlaces({ projectId: ctx.projectId, unitId, type, except: except ? [except] : [] }, counted, session);
}

/** Rechecks the limit when the card is issued: places or the limit may have changed since approval. */
export async function assertLimitNow(ctx: Ctx, doc: Doc<typeof cardRegistration>, session?: Session): Promise<void> {
  if (!isNewVehicle(doc) || doc.overLimit === true) return;
  const full = await findOverLimit(ctx, doc, 'inUse', undefined, session);
  if (full) failFull('overLimit', full);
}

/** Requires the papers that the project asks residents for. */
async function assertPapers(ctx: Ctx, whole: Form, role: unknown, { papersRequired }: ReceptionSettings) {
  if (ctx.kind !== 'resident' || !papersRequired) return;
  const required = [
    ...(role === 'RENTER' ? ['rentalFile' as const] : []),
    ...(role === 'EMPOWER' ? ['authorizationFile' as const] : []),
    ...(whole.target === 'VEHICLE' && (whole.type === 'NEW' || whole.type === 'UPDATE')
      ? ['vehiclePapers' as const]
      : []),
  ];
  const missing = required.find(name => !filled(whole[name]));
  if (missing) refuse(missing, 'PAPERS_REQUIRED');
}

const FIXED = ['target', 'type', 'unitId'] as const;
/** Refuses to change target, type or unit of a form. */
function assertPurposeKept(values: Form, doc: Doc<typeof cardRegistration> | null): void {
  const other = FIXED.find(name => doc && values[name] !== undefined && values[name] !== doc[name]);
  if (other) failFields({ [other]: { code: 'UNKNOWN_FIELD' } });
}

/** Formatted plate, and its normalised form for comparison. */
function plated({ plate, vehicleType }: Form): Pick<Form, 'plate' | 'rawPlate'> {
  const shown = plate ? standardPlate(plate, vehicleType ?? '') : null;
  return { plate: shown, rawPlate: shown ? rawPlate(shown) : null };
}

const filled = (value: string | readonly string[] | null | undefined): boolean => Boolean(value?.length);
/** Whether a form contains each kind of change. */
const TOLD_BY: Readonly<Record<CardChange, (whole: Form, own: Doc<typeof card>) => boolean>> = {
  PLATE: ({ plate }) => filled(plate),
  COLOR: ({ color }) => filled(color),
  BRAND: ({ brand }) => filled(brand),
  HOLDER: ({ residentId }, current) => residentId !== current.residentId,
  UNIT_DATA: ({ floorIds, parking }) => filled(floorIds) || parking === true,
};
export const changesIn = ({ changes }: Form): CardChange[] => [...new Set(changes?.map(({ change }) => change))];

/** Kinds of change of a form: as listed, else derived from its values; at least one is required. */
async function changed(ctx: Ctx, whole: Form): Promise<{ change: CardChange }[]> {
  if (whole.type !== 'UPDATE') return [];
  const current = await needRef(ctx, card, whole.cardId ?? '', 'cardId');
  const stated = changesIn(whole);
  const all = stated.length > 0 ? stated : CARD_CHANGES.filter(cardChange => TOLD_BY[cardChange](whole, current));
  if (all.length === 0) failFields({ changes: { code: 'REQUIRED' } });
  return all.map(change => ({ change }));
}

export async function completeRegistration(ctx: Ctx, request: RequestOf<typeof cardRegistration>): Promise<Form> {
  const { kind, values, doc } = request;
  if (kind === 'remove') assertNotHeld(doc);
  if (kind === 'remove' || kind === 'restore') return values;
  const { depositAmount, overLimit, reason, ...rest } = values;
  const ofStaff = Object.entries({ depositAmount, overLimit, reason }).filter(([, value]) => value !== undefined);
  const form: Form = ctx.kind === 'resident' ? rest : { ...rest, ...Object.fromEntries(ofStaff) };
  assertPurposeKept(form, doc);
  const whole: Form = { ...doc, ...form };
  await assertLivesInUnit(ctx, whole, form);
  const settings = await receptionIn(ctx.projectId);
  const person = await atHome(ctx, whole.residentId ?? '', whole.unitId);
  await assertPapers(ctx, whole, person.role, settings);
  const out: Form = { ...form, ...plated(whole) };
  await assertPlateFree(ctx, { ...whole, ...out });
  const today = todayOf(ctx);
  if (form.startDate && form.startDate !== doc?.startDate && form.startDate < today)
    failFields({ startDate: { code: 'DATE_IN_PAST' } });
  if (form.cardId && form.cardId !== doc?.cardId) {
    const { vehicleId, locked } = await ownCard(ctx, whole);
    out.vehicleId = vehicleId;
    out.quickLock = whole.type === 'LOST' && !locked;
  }
  if (!doc) {
    const { blockId } = await needRef(ctx, unit, whole.unitId ?? '', 'unitId');
    const requesterId = ctx.kind === 'resident' ? ctx.residentId : null;
    const relationship = whole.relationship ?? person.relationship ?? null;
    Object.assign(out, { blockId, requesterId, relationship, startDate: whole.startDate ?? today });
  }
  out.changes = await changed(ctx, whole);
  const due = depositDue(form, doc, usualDeposit(settings, whole));
  const begun = await beginForm(ctx, cardRegistration, request, due.depositStatus === 'WAIT_FOR_DEPOSIT');
  const approvedAt = !doc && begun.status === 'APPROVED' ? { approvedAt: ctx.now } : {};
  return { ...out, ...due, ...begun, ...approvedAt, ...(!doc && (await limited(ctx, whole, begun.status))) };
}

/** Flags a form that exceeds the limit while it waits; refuses one that is created approved. */
async function limited(ctx: Ctx, whole: Form, status: unknown): Promise<Pick<Form, 'overLimit'>> {
  const full = await findOverLimit(ctx, whole, 'all');
  if (full && status === 'APPROVED') allowOver(whole, full);
  return { overLimit: full !== null };
}

/** Requires the override flag and a reason to exceed the limit. */
export function allowOver({ overLimit: allowed, reason }: Pick<Form, 'overLimit' | 'reason'>, full: Places): void {
  if (allowed !== true) failFull('vehicleType', full);
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
}

/** Refuses a second open form for the same card or plate; concurrent writes are serialised. */
export async function assertNoOpenForm(doc: Doc<typeof cardRegistration>, session: Session): Promise<void> {
  const { projectId, _id } = doc;
  if (!isIn(doc.status, OPEN_FORMS)) return;
  const [cardId, rawPlate] = [doc.cardId, isNewVehicle(doc) ? doc.rawPlate : null];
  const about = cardId ? { cardId } : rawPlate ? { rawPlate, type: 'NEW' as const } : null;
  if (!about) return;
  await serializeBy(`card form ${projectId} ${cardId ?? rawPlate}`, session);
  const other = await records(cardRegistration)
    .in(session)
    .first({ projectId }, { status: { $in: OPEN_FORMS }, ...about, _id: { $ne: _id } });
  if (other) refuse(cardId ? 'cardId' : 'plate', 'CARD_REGISTRATION_OPEN', { code: other.code });
}
