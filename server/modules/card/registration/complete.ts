import { card } from '@lobby/shared/modules/card.ts';
import { CARD_CHANGES, type CardChange, cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { build } from '../../../kit/records/records.ts';
import type { ActionInput, EffectOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { needRef } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { syncParkingOfVehicle } from '../../billing-service/index.ts';
import { carOf, freeCard, issueTo, TELL } from '../rules.ts';
import { completeVehicle, heldIdentifiers, plateOf, stoppedFrom } from '../vehicles.ts';
import { assertPlateFree, changesIn, refuse } from './rules.ts';

const ofCard = (action: string, doc: Doc<typeof card>, set: Partial<Doc<typeof card>>): Change => ({
  definition: card,
  action,
  update: { doc, set },
});
const ofCar = (action: string, doc: Doc<typeof vehicle>, set: Partial<Doc<typeof vehicle>>): Change => ({
  definition: vehicle,
  action,
  update: { doc, set },
});
const UNLINKED = { cardId: null, cardNumber: null, parkingSlot: null };

/** A card in stock that is not reserved by another form. */
export async function freshCard(ctx: Ctx, doc: Doc<typeof cardRegistration>, id: string): Promise<Doc<typeof card>> {
  const newCard = await needRef(ctx, card, id, 'newCardId');
  if (newCard.type !== doc.target) refuse('newCardId', 'CARD_TYPE_INVALID');
  if (newCard.status === 'INACTIVE' || newCard.locked) refuse('newCardId', 'CARD_STATUS_INVALID');
  const other = await records(cardRegistration).first(ctx, {
    newCardId: newCard._id,
    status: 'IN_PROGRESS',
    _id: { $ne: doc._id },
  });
  if (other) refuse('newCardId', 'CARD_IN_USE', { why: 'card.heldBy', code: other.code ?? '' });
  if (newCard.status !== 'EMPTY') refuse('newCardId', 'CARD_IN_USE');
  return newCard;
}

/** Marks a card as held for a form. */
export const holdCard = (fresh: Doc<typeof card>, { _id }: Doc<typeof cardRegistration>): Change =>
  ofCard('update', fresh, { heldForId: _id });

/** Frees the card that is held for a form, unless the form issues it. */
export async function releaseCard(
  ctx: Ctx,
  { _id, newCardId }: Doc<typeof cardRegistration>,
  issued: string | null = null,
): Promise<Change[]> {
  if (!newCardId || newCardId === issued) return [];
  const doc = await records(card).first(ctx, { _id: newCardId, heldForId: _id });
  return doc ? [ofCard('update', doc, { heldForId: null })] : [];
}

/** Builds the vehicle of a new card. */
async function madeVehicle(
  ctx: Ctx,
  doc: Doc<typeof cardRegistration>,
  newCard: Doc<typeof card>,
): Promise<Doc<typeof vehicle>> {
  await assertPlateFree(ctx, doc);
  const { plate, unitId, residentId, brand, generation, frameNumber, engineNumber, startDate } = doc;
  const values: Values<typeof vehicle> = {
    plate,
    unitId,
    residentId,
    brand,
    generation,
    frameNumber,
    engineNumber,
    startDate,
    type: doc.vehicleType,
    color: doc.color ?? '-',
    registrationId: doc._id,
    papers: doc.vehiclePapers,
  };
  const whole = await completeVehicle(ctx, { kind: 'create', values, doc: null });
  const over = doc.overLimit ? { overLimit: true, reason: doc.reason } : {};
  return build(ctx, vehicle, { ...values, ...whole, ...over, cardId: newCard._id, cardNumber: newCard.number });
}

/** Issues a new card to a person, or together with a new vehicle. */
async function giveNew(ctx: Ctx, doc: Doc<typeof cardRegistration>, fresh: Doc<typeof card>): Promise<Change[]> {
  const holder = { unitId: doc.unitId, residentId: doc.residentId, floorIds: doc.floorIds };
  const made = doc.target === 'VEHICLE' ? await madeVehicle(ctx, doc, fresh) : null;
  // The vehicle is created in the same transaction, so its reference is not checked.
  const issuing: Pick<EffectOf<typeof card>, 'set' | 'also'> = made
    ? { set: { ...holder, vehicleId: made._id, integration: 'NOT_INTEGRATED', issuedAt: ctx.now, ...TELL } }
    : await issueTo(ctx, fresh, holder);
  const issue: Change = {
    definition: card,
    action: 'issue',
    update: { doc: fresh, set: { ...issuing.set, heldForId: null, status: 'USING' }, inc: { issueCount: 1 } },
    ...(issuing.also && { also: issuing.also }),
  };
  const creation: Change[] = made ? [{ definition: vehicle, action: 'create', insert: made }] : [];
  return [...creation, issue, ...(await syncParkingOfVehicle(ctx, null, made))];
}

/** The card of a form, and its vehicle. */
async function loadOld(
  ctx: Ctx,
  doc: Doc<typeof cardRegistration>,
): Promise<{ old: Doc<typeof card>; car: Doc<typeof vehicle> | null }> {
  const oldCard = await records(card).get(ctx, doc.cardId);
  const old = oldCard ?? fail('NOT_FOUND');
  if (old.status !== 'USING') refuse('cardId', 'CARD_STATUS_INVALID');
  const car = old.vehicleId ? await records(vehicle).first(ctx, { _id: old.vehicleId, cardId: old._id }) : null;
  return { old, car };
}

/** Last parking day of a vehicle, not before its first day. */
const lastDay = (car: Doc<typeof vehicle>, { startDate }: Doc<typeof cardRegistration>): string =>
  [startDate ?? '', car.startDate ?? ''].sort().at(-1) ?? '';

/** Ends parking of a vehicle and its charges. */
async function stopped(ctx: Ctx, car: Doc<typeof vehicle>, doc: Doc<typeof cardRegistration>): Promise<Change[]> {
  const set = { ...UNLINKED, ...stoppedFrom(ctx, lastDay(car, doc)) };
  return [ofCar('stop', car, set), ...(await syncParkingOfVehicle(ctx, car, { ...car, ...set }))];
}

/** Returns or deactivates a card and ends its vehicle's parking. */
async function cancelled(ctx: Ctx, doc: Doc<typeof cardRegistration>, returned: boolean): Promise<Change[]> {
  const { old, car } = await loadOld(ctx, doc);
  const free = await freeCard(ctx, old);
  return [
    ofCard(returned ? 'return' : 'deactivate', old, { ...free.set, status: returned ? 'EMPTY' : 'INACTIVE' }),
    ...(car ? await stopped(ctx, car, doc) : []),
  ];
}

/** Deactivates a lost card; its vehicle stays registered. */
async function lost(ctx: Ctx, doc: Doc<typeof cardRegistration>): Promise<Change[]> {
  const { old } = await loadOld(ctx, doc);
  const free = await freeCard(ctx, old);
  return [ofCard('lose', old, { ...free.set, status: 'INACTIVE', lost: true }), ...free.with];
}

/** Ends the monthly parking ticket; the holder keeps the card. */
async function ticketOver(ctx: Ctx, doc: Doc<typeof cardRegistration>): Promise<Change[]> {
  const { old, car } = await loadOld(ctx, doc);
  return [
    ofCard('update', old, { vehicleId: null, parkingSlot: null, ...TELL }),
    ...(car ? await stopped(ctx, car, doc) : []),
  ];
}

/** Vehicle fields by kind of change. */
const OF_CAR = {
  PLATE: ['plate'],
  COLOR: ['color'],
  BRAND: ['brand', 'generation', 'frameNumber', 'engineNumber'],
  HOLDER: [],
  UNIT_DATA: [],
} as const satisfies Readonly<Record<CardChange, readonly string[]>>;

/** Applies the changes that a form requests to holder, floors and vehicle. */
async function updated(ctx: Ctx, doc: Doc<typeof cardRegistration>): Promise<Change[]> {
  const { old, car } = await loadOld(ctx, doc);
  const stated = changesIn(doc);
  // Older forms list no changes: all values that they contain apply.
  const kinds: readonly CardChange[] = stated.length > 0 ? stated : CARD_CHANGES;
  const holder = kinds.includes('HOLDER') ? { residentId: doc.residentId } : {};
  const floors = kinds.includes('UNIT_DATA') && doc.floorIds.length > 0;
  const changes = [ofCard('update', old, { ...holder, ...(floors && { floorIds: doc.floorIds }), ...TELL })];
  if (!car) return changes;
  const names = kinds.flatMap(change => OF_CAR[change]);
  const values = Object.fromEntries(names.flatMap(name => (doc[name] ? [[name, doc[name]]] : [])));
  const { plateHeld, frameHeld, ...plain } = plateOf({ ...car, ...values, status: 'ACTIVE' });
  const set = { ...values, ...plain, ...heldIdentifiers(ctx, { plateHeld, frameHeld }), ...holder };
  return [...changes, ofCar('update', car, set), ...(await syncParkingOfVehicle(ctx, car, { ...car, ...set }))];
}

/** Issues a replacement card with the same holder, vehicle, floors and parking place. */
async function reissued(
  ctx: Ctx,
  doc: Doc<typeof cardRegistration>,
  fresh: Doc<typeof card>,
  returned: boolean,
): Promise<Change[]> {
  const { old, car } = await loadOld(ctx, doc);
  const free = await freeCard(ctx, old);
  const { unitId, residentId, employeeId, vehicleId, parkingSlot, floorIds, integration } = old;
  const standing = integration === 'NOT_REGISTERED' ? integration : 'NOT_INTEGRATED';
  const same = { unitId, residentId, employeeId, vehicleId, parkingSlot, floorIds, integration: standing };
  const issue: Change = {
    definition: card,
    action: 'issue',
    update: {
      doc: fresh,
      set: { ...same, heldForId: null, status: 'USING', issuedAt: ctx.now, ...TELL },
      inc: { issueCount: 1 },
    },
  };
  const link = car ? carOf(car, fresh, parkingSlot) : null;
  if (link?.update) link.update.while = { cardId: old._id };
  return [
    ofCard(returned ? 'return' : 'deactivate', old, { ...free.set, status: returned ? 'EMPTY' : 'INACTIVE' }),
    issue,
    ...(link ? [link] : []),
  ];
}

/** Changes to cards and vehicles when a form is completed, in one transaction (product.md 4, Cards). */
export async function cardChanges(
  ctx: Ctx,
  doc: Doc<typeof cardRegistration>,
  input: Pick<ActionInput<(typeof cardRegistration)['actions']['complete']>, 'newCardId' | 'cardReturned'>,
): Promise<{ set: Partial<Doc<typeof cardRegistration>>; with: Change[] }> {
  const type = doc.type;
  const returned = input.cardReturned === true;
  if (type === 'NEW' || type === 'REISSUE') {
    const id = input.newCardId ?? doc.newCardId ?? refuse('newCardId', 'CARD_REQUIRED');
    const fresh = await freshCard(ctx, doc, id);
    const changes = type === 'NEW' ? await giveNew(ctx, doc, fresh) : await reissued(ctx, doc, fresh, returned);
    const made = changes.find(({ insert }) => insert)?.insert?._id;
    const others = await releaseCard(ctx, doc, fresh._id);
    return { set: { newCardId: fresh._id, ...(made && { vehicleId: made }) }, with: [...changes, ...others] };
  }
  const ends: Record<string, () => Promise<Change[]>> = {
    CANCEL: () => cancelled(ctx, doc, returned),
    LOST: () => lost(ctx, doc),
    CANCEL_TICKET: () => ticketOver(ctx, doc),
    UPDATE: () => updated(ctx, doc),
  };
  return { set: {}, with: (await ends[type]?.()) ?? [] };
}
