import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { card, vehicle } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { build, create, inputFields } from '../../kit/records/records.ts';
import type { ModuleBehaviour } from '../../kit/serve.ts';
import { needRef } from '../../kit/store/refs.ts';
import { type Change, untilSettled } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import {
  beginForm,
  depositActs,
  depositAsked,
  depositDue,
  depositGivenUp,
  depositKept,
  formActs,
  refuseHeld,
  refuseUncollected,
  refuseUnrefunded,
  tellOfForm,
} from '../resident-form/index.ts';
import { FREE, linked, TELL } from './rules.ts';

type Values = Record<string, unknown>;
const deposits = depositActs(cardRegistration);
const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

export async function completeRegistration(ctx: Ctx, request: Request): Promise<Values> {
  const { kind, values, doc } = request;
  if (kind === 'remove') refuseHeld(doc);
  if (kind === 'remove' || kind === 'restore') return values;
  const given = ctx.kind === 'resident' ? { ...values, deposit: null } : values;
  const due = depositDue(given, doc);
  const waits = due.depositStatus === 'WAIT_FOR_DEPOSIT';
  return { ...given, ...due, ...(await beginForm(ctx, cardRegistration, request, waits)) };
}

export const changesOfRegistration: ModuleBehaviour['changes'] = (ctx, done) =>
  depositAsked(ctx, cardRegistration, done);
export const tellOfRegistration = tellOfForm(cardRegistration);

const live = (ctx: Ctx) => ({ projectId: ctx.projectId, deletedAt: null });

/** The vehicle of a form, by its plate however it is written; made where there is none. */
async function vehicleOf(ctx: Ctx, doc: Stored): Promise<{ id: string; changes: Change[] }> {
  const plate = String(doc.registrationPlate);
  const known = await modelOf(vehicle)
    .findOne({ ...live(ctx), 'uniq.registrationPlate': fold(plate) })
    .lean<Stored>();
  if (known) return { id: known._id, changes: [] };
  const made = await build(ctx, vehicle, {
    registrationPlate: plate,
    type: doc.vehicleType,
    unitId: doc.unitId,
    residentId: doc.residentId,
    brand: doc.brand,
    color: doc.color,
  });
  return { id: made._id, changes: [{ definition: vehicle, action: 'create', insert: made }] };
}

/** The card that the form is about, by its number. */
const cardOf = (ctx: Ctx, { cardNumber }: Stored) =>
  text(cardNumber)
    ? modelOf(card)
        .findOne({ ...live(ctx), 'uniq.number': fold(String(cardNumber)) })
        .lean<Stored>()
    : null;

/** Takes a card back into stock; a lost one is locked. */
const takenBack = (doc: Stored, lost: boolean): Change => ({
  definition: card,
  action: lost ? 'lock' : 'release',
  update: { doc, set: { ...FREE, ...(lost && { status: 'INACTIVE' }) } },
});

/** A form that is done gives its card out, or takes it back (product.md 4, Cards). */
async function cardChanges(ctx: Ctx, doc: Stored, cardId: unknown): Promise<Effect> {
  const [type, old] = [String(doc.type), await cardOf(ctx, doc)];
  const ends =
    ['CANCEL', 'LOST', 'CANCEL_TICKET', 'REISSUE'].includes(type) && old ? [takenBack(old, type === 'LOST')] : [];
  const chosen = text(cardId);
  if (!chosen) {
    if (type === 'NEW' || type === 'REISSUE') failFields({ cardId: { code: 'REQUIRED' } }, 'CARD_MISSING');
    return { with: ends };
  }
  const fresh = await needRef(ctx, 'card', chosen, 'cardId');
  if (fresh.usage === 'USING' || fresh.status !== 'ACTIVE')
    failFields({ cardId: { code: 'CARD_IN_USE' } }, 'CARD_IN_USE');
  const car = doc.target === 'VEHICLE' ? await vehicleOf(ctx, doc) : null;
  const owner = { residentId: doc.residentId, vehicleId: car?.id };
  const set = car?.changes.length
    ? {
        usage: 'USING',
        vehicleId: car.id,
        residentId: doc.residentId,
        unitId: doc.unitId,
        givenAt: ctx.now,
        integration: 'NOT_INTEGRATED',
        ...TELL,
      }
    : { ...(await linked(ctx, owner)), unitId: doc.unitId };
  return {
    set: { cardId: chosen, cardNumber: fresh.number },
    with: [...ends, ...(car?.changes ?? []), { definition: card, action: 'link', update: { doc: fresh, set } }],
  };
}

const complete: Rule = async (ctx, doc, input) => {
  const kept = refuseUnrefunded(doc, input);
  const effect = await cardChanges(ctx, doc, input.cardId);
  return {
    ...effect,
    set: { ...kept, ...effect.set, completedAt: ctx.now },
    with: [...(effect.with ?? []), ...(await depositKept(ctx, doc, input.keptReason))],
  };
};

export const registrationActs: Record<string, Rule> = {
  ...formActs(cardRegistration, {
    approve: (_ctx, doc) => {
      refuseUncollected(doc);
      return {};
    },
    complete,
    end: async (ctx, doc) => ({ with: await depositGivenUp(ctx, cardRegistration, doc) }),
  }),
  deposit: deposits.take,
  'deposit/confirm': deposits.confirm,
  refund: deposits.refund,
};

/** `POST /card-registration/vehicle` and `/resident`: a form whose target its path names (rules.md 7). */
export const registrationRoutes = (behaviour: ModuleBehaviour): Route[] =>
  (['VEHICLE', 'RESIDENT'] as const).map(target => {
    const { target: _named, ...fields } = cardRegistration.fields;
    const { unitId: _unit, residentId: _person, ...own } = inputFields({ ...cardRegistration, fields }, 'resident');
    return route({
      method: 'post',
      path: `${cardRegistration.path}/${target.toLowerCase()}`,
      summary: `Register a card of a ${target.toLowerCase()}`,
      module: cardRegistration.code,
      flags: ['write'],
      residents: true,
      creates: true,
      body: inputSchema(fields, 'create'),
      residentBody: inputSchema(own, 'create'),
      answer: responseSchema(cardRegistration, 'detail'),
      async run(ctx, { body }) {
        const mine = ctx.kind === 'resident' ? { unitId: ctx.unitId, residentId: ctx.residentId } : {};
        const values = { ...body, ...mine, target };
        const wrong = cardRegistration.check(values);
        if (Object.keys(wrong).length > 0) failFields(wrong);
        return untilSettled(() => create(ctx, cardRegistration, values, behaviour));
      },
    });
  });
