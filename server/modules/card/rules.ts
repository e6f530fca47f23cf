import { card } from '@lobby/shared/modules/card.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

type Values = Record<string, unknown>;
const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

/** The parking system is to hear of the card, now. */
export const TELL = { parkingDue: true, parkingNextAt: null, parkingTries: 0, parkingError: null };

/** A card in use keeps its number and kind, and cannot go (rules.md 8, Cards). */
export async function completeCard(_ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (doc?.usage !== 'USING') return values;
  const changes = (names: readonly string[]) =>
    names.some(name => values[name] !== undefined && values[name] !== doc[name]);
  if (kind === 'remove') fail('CARD_USED');
  if (changes(['number', 'type'])) fail('CARD_ATTACHED');
  return changes(['parkingSlot', 'liftAccess']) ? { ...values, ...TELL } : values;
}

/** A vehicle belongs to somebody of its unit; with a card it stays what it is. */
export async function completeVehicle(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (kind === 'restore' || kind === 'import') return values;
  const whole = { ...doc, ...values };
  const changed = ['registrationPlate', 'type', 'unitId'].some(
    name => values[name] !== undefined && values[name] !== doc?.[name],
  );
  if (doc && (kind === 'remove' || changed) && (await hasCard(ctx, doc))) fail('VEHICLE_HAS_CARD');
  const residentId = text(whole.residentId);
  if (kind !== 'remove' && residentId && (values.residentId !== undefined || values.unitId !== undefined)) {
    const { unitIds } = await needRef(ctx, 'resident', residentId, 'residentId');
    if (!Array.isArray(unitIds) || !unitIds.includes(whole.unitId))
      failFields({ residentId: { code: 'RESIDENT_NOT_IN_UNIT' } }, 'RESIDENT_NOT_IN_UNIT');
  }
  return values;
}

const hasCard = async (ctx: Ctx, { _id }: Stored) =>
  (await modelOf(card)
    .findOne({ projectId: ctx.projectId, vehicleId: _id, usage: 'USING', deletedAt: null }, { _id: 1 })
    .lean()) !== null;

/** Whom a card opens for from now on: a vehicle with its owner, or a resident. */
export async function linked(ctx: Ctx, { residentId, vehicleId }: Values): Promise<Values> {
  const [own, person] = [text(vehicleId), text(residentId)];
  if (!own && !person) failFields({ residentId: { code: 'CARD_INFORMATION_MISSING' } }, 'CARD_INFORMATION_MISSING');
  const car = own ? await needRef(ctx, 'vehicle', own, 'vehicleId') : null;
  const owner = person ?? text(car?.residentId);
  const { unitIds } = owner ? await needRef(ctx, 'resident', owner, 'residentId') : { unitIds: [] };
  const home = Array.isArray(unitIds) ? text(unitIds[0]) : null;
  return {
    usage: 'USING',
    vehicleId: own,
    residentId: owner,
    unitId: text(car?.unitId) ?? home,
    givenAt: ctx.now,
    integration: 'NOT_INTEGRATED',
    ...TELL,
  };
}

/** What a card holds when it is back in stock. */
export const FREE = {
  usage: 'EMPTY',
  vehicleId: null,
  residentId: null,
  unitId: null,
  givenAt: null,
  integration: 'NOT_REGISTERED',
  ...TELL,
};

export const linkCard: Rule = async (ctx, _doc, input): Promise<Effect> => ({ set: await linked(ctx, input) });
export const releaseCard: Rule = () => ({ set: FREE });
export const lockCard: Rule = (_ctx, doc) => (doc.usage === 'USING' ? fail('CARD_USED') : { set: TELL });
export const tellParking: Rule = () => ({ set: TELL });
