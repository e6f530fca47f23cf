import { card } from '@lobby/shared/modules/card.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type {
  Action,
  ActionsOf,
  DoneOf,
  EffectOf,
  RequestOf,
  RuleOf,
  Values,
} from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';

type Card = Values<typeof card>;
type Holder = Pick<Card, 'unitId' | 'residentId' | 'employeeId' | 'vehicleId'>;
const plain = (value: unknown) => JSON.stringify(value ?? null);

/** Marks a card for immediate sending to the parking system. */
export const TELL = { parkingDue: true, parkingNextAt: null, parkingTries: 0, integrationError: null };

/** Lock reason of expired cards. */
export const EXPIRED = 'EXPIRED';

/** Whether a card in use needs the parking system, and its integration state. */
function standing({ vehicleId, parkingSlot, floorIds }: Card, tells = true): Partial<Doc<typeof card>> {
  const asks = vehicleId || parkingSlot || floorIds?.length;
  return asks ? { integration: 'NOT_INTEGRATED', ...(tells && TELL) } : { integration: 'NOT_REGISTERED' };
}

/** Refuses to change number, chip or type of a card in use, and to remove a used card (rules.md 8, Cards). */
export async function completeCard(ctx: Ctx, { kind, values, doc }: RequestOf<typeof card>): Promise<Card> {
  if (kind === 'remove' && (doc.status === 'USING' || doc.issueCount > 0)) fail('CARD_USED_CANNOT_DELETE');
  const input: Card = { ...values, ...(values.chipId && { chipId: values.chipId.toUpperCase() }) };
  if (doc?.status !== 'USING') return input;
  const changes = (names: readonly (keyof (typeof card)['fields'])[]) =>
    names.find(name => input[name] !== undefined && plain(input[name]) !== plain(doc[name]));
  const bound = changes(['number', 'chipId', 'type']);
  if (bound) failFields({ [bound]: { code: 'CARD_ATTACHED_CANNOT_UPDATE' } }, 'CARD_ATTACHED_CANNOT_UPDATE');
  const whole = changes(['expiresOn']) ? { ...input, ...prolonged(ctx, doc, input) } : input;
  return changes(['parkingSlot', 'floorIds']) ? { ...whole, ...standing({ ...doc, ...whole }) } : whole;
}

/** Resets the expiry notice of an extended card, and unlocks it if it was locked by expiry only. */
function prolonged(ctx: Ctx, doc: Doc<typeof card>, { expiresOn }: Card): Partial<Doc<typeof card>> {
  const over = expiresOn && expiresOn < todayOf(ctx);
  const opens = !over && doc.locked === true && doc.reason === EXPIRED;
  return { expiryTold: false, ...(opens && { locked: false, reason: null, ...TELL }) };
}

/** Refuses a parking place that another card in use has; concurrent writes are serialised. */
async function assertSlotFree(
  { projectId, parkingSlot: slot, _id, status }: Doc<typeof card>,
  session: Session,
): Promise<void> {
  if (!slot || status !== 'USING') return;
  await serializeBy(`parking slot ${projectId} ${slot}`, session);
  const other = await records(card)
    .in(session)
    .first({ projectId }, { status: 'USING', parkingSlot: slot, _id: { $ne: _id } });
  if (other) failFields({ parkingSlot: { code: 'PARKING_SLOT_TAKEN' } }, 'PARKING_SLOT_TAKEN');
}

export const slotFree = async (_ctx: Ctx, session: Session, { doc, before }: DoneOf<typeof card>): Promise<void> => {
  if (doc && doc.parkingSlot !== before?.parkingSlot) await assertSlotFree(doc, session);
};

/** Required holder fields by card type. */
const ASKED: Readonly<Partial<Record<Doc<typeof card>['type'], readonly (keyof Holder)[]>>> = {
  RESIDENT: ['unitId', 'residentId'],
  VEHICLE: ['vehicleId'],
  STAFF: ['employeeId'],
  CONTRACTOR: [],
};

/** Validates and returns the holder of a card to be issued. */
export async function loadHolder(
  ctx: Ctx,
  doc: Doc<typeof card>,
  input: Holder,
): Promise<{ set: Required<Holder>; car: Doc<typeof vehicle> | null }> {
  const required = ASKED[doc.type];
  if (!required) return fail('CARD_TYPE_INVALID');
  const missing = required.filter(name => !input[name]);
  const code = 'CARD_INFORMATION_MISSING';
  if (missing.length > 0) failFields(Object.fromEntries(missing.map(name => [name, { code }])), code);
  const car = input.vehicleId ? await needRef(ctx, vehicle, input.vehicleId, 'vehicleId') : null;
  if (car && doc.type !== 'VEHICLE') failFields({ vehicleId: { code: 'CARD_TYPE_INVALID' } }, 'CARD_TYPE_INVALID');
  if (car && car.status !== 'ACTIVE') failFields({ vehicleId: { code: 'CARD_STATUS_INVALID' } }, 'CARD_STATUS_INVALID');
  if (car?.cardId) failFields({ vehicleId: { code: 'CARD_IN_USE' } }, 'CARD_IN_USE');
  const unitId = input.unitId ?? car?.unitId ?? null;
  const residentId = input.residentId ?? car?.residentId ?? null;
  if (input.residentId) {
    const { unitIds } = await needRef(ctx, resident, input.residentId, 'residentId');
    if (!unitId || !unitIds.includes(unitId))
      failFields({ residentId: { code: 'RESIDENT_NOT_IN_UNIT' } }, 'RESIDENT_NOT_IN_UNIT');
  }
  if (car && unitId !== car.unitId) failFields({ vehicleId: { code: 'REFERENCE_NOT_SUITABLE' } });
  const set = { unitId, residentId, employeeId: input.employeeId ?? null, vehicleId: car?._id ?? null };
  return { set, car };
}

/** Links a vehicle to its card, or unlinks it. */
export const carOf = (car: Doc<typeof vehicle>, doc: Doc<typeof card> | null, slot: string | null = null): Change => ({
  definition: vehicle,
  action: doc ? 'link' : 'unlink',
  update: {
    doc: car,
    set: { cardId: doc?._id ?? null, cardNumber: doc?.number ?? null, parkingSlot: slot },
    keepVersion: true,
    // Only one of two concurrent cards gets the vehicle.
    ...(doc && { while: { cardId: null } }),
  },
});

export async function issueTo(
  ctx: Ctx,
  doc: Doc<typeof card>,
  input: Holder & Pick<Card, 'floorIds' | 'parkingSlot'>,
): Promise<EffectOf<typeof card>> {
  const { set, car } = await loadHolder(ctx, doc, input);
  const more = {
    parkingSlot: input.parkingSlot ?? doc.parkingSlot,
    floorIds: input.floorIds ?? doc.floorIds,
  };
  const whole = { ...set, ...more };
  const subject = { module: card.code, id: doc._id, title: doc.number };
  return {
    set: { ...whole, ...standing(whole), issuedAt: ctx.now, locked: false, lost: false, holderLeft: false },
    inc: { issueCount: 1 },
    with: car ? [carOf(car, doc, more.parkingSlot)] : [],
    also: async session => {
      await assertSlotFree({ ...doc, ...more, status: 'USING' }, session);
      const who = set.employeeId ? toStaff([set.employeeId]) : toUnit(set.unitId);
      await notify(ctx, who, 'CARD_GIVEN', subject, session);
    },
  };
}
export const issueCard: Action<typeof card, 'issue'> = (ctx, doc, input) => issueTo(ctx, doc, input);

/** Values of a card without a holder. */
const FREE: Partial<Doc<typeof card>> = {
  vehicleId: null,
  residentId: null,
  employeeId: null,
  unitId: null,
  visitorId: null,
  floorIds: [],
  parkingSlot: null,
  locked: false,
  holderLeft: false,
  integration: 'NOT_REGISTERED',
  expiryTold: false,
  ...TELL,
};

/** Takes a card from its holder; its vehicle stays, without a card. */
export async function freeCard(
  ctx: Ctx,
  doc: Doc<typeof card>,
): Promise<{ set: Partial<Doc<typeof card>>; with: Change[] }> {
  const car = doc.vehicleId
    ? await records(vehicle).withRemoved().first(ctx, { _id: doc.vehicleId, cardId: doc._id })
    : null;
  return { set: { ...FREE, returnedAt: ctx.now }, with: car ? [carOf(car, null)] : [] };
}
export const returnCard: Action<typeof card, 'return'> = async (ctx, doc, { note }) => {
  const free = await freeCard(ctx, doc);
  return { ...free, set: { ...free.set, ...(note && { note }) } };
};
export const loseCard: Action<typeof card, 'lose'> = async (ctx, doc) => {
  const free = await freeCard(ctx, doc);
  return { ...free, set: { ...free.set, lost: true } };
};

const held =
  (locked: boolean): RuleOf<typeof card, { reason?: string | null }> =>
  (ctx, doc, { reason }) => ({
    set: { locked, ...TELL, ...(reason && { reason }) },
    also: async session => {
      const subject = { module: card.code, id: doc._id, title: doc.number };
      if (locked) await notify(ctx, toUnit(doc.unitId), 'CARD_LOCKED', subject, session);
    },
  });

export const CARD_ACTS = {
  issue: issueCard,
  return: returnCard,
  lock: held(true),
  unlock: held(false),
  lose: loseCard,
  activate: () => ({ set: { lost: false } }),
  integrate: (_ctx, doc) =>
    doc.integration === 'INTEGRATED'
      ? fail('CARD_ALREADY_INTEGRATED')
      : { set: { integration: 'NOT_INTEGRATED', ...TELL } },
} satisfies ActionsOf<typeof card>;
