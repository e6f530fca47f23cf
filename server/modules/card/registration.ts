import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { CardDeposit } from '@lobby/shared/modules/reception-settings.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
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
import { receptionIn } from '../../platform/reception/reception.ts';
import {
  beginForm,
  depositActs,
  depositAsked,
  depositDue,
  depositGivenUp,
  formActs,
  refuseHeld,
  refuseUncollected,
  refuseUnrefunded,
  tellOfForm,
} from '../resident-form/index.ts';
import { freed, issued, TELL } from './rules.ts';
import { completeVehicle } from './vehicles.ts';

type Values = Record<string, unknown>;
const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

/** What the desk asks for a card that is given out. */
async function usualDeposit(ctx: Ctx, { type, target, vehicleType }: Values): Promise<number> {
  if (type !== 'NEW' && type !== 'REISSUE') return 0;
  const { cardDeposits } = await receptionIn(ctx.projectId);
  return cardDeposits[(target === 'RESIDENT' ? target : vehicleType) as CardDeposit] ?? 0;
}

export async function completeRegistration(ctx: Ctx, request: Request): Promise<Values> {
  const { kind, values, doc } = request;
  if (kind === 'remove') refuseHeld(doc);
  if (kind === 'remove' || kind === 'restore') return values;
  const { depositAmount, ...own } = values;
  const given: Values =
    ctx.kind === 'resident' ? own : { ...own, ...(depositAmount !== undefined && { depositAmount }) };
  const due = depositDue(given, doc, await usualDeposit(ctx, { ...doc, ...given }));
  const waits = due.depositStatus === 'WAIT_FOR_DEPOSIT';
  return { ...given, ...due, ...(await beginForm(ctx, cardRegistration, request, waits)) };
}

export const changesOfRegistration: ModuleBehaviour['changes'] = (ctx, done) =>
  depositAsked(ctx, cardRegistration, done);
export const tellOfRegistration = tellOfForm(cardRegistration);

const live = (ctx: Ctx) => ({ projectId: ctx.projectId, deletedAt: null });

/** The vehicle of a form, by its plate however it is written; made where there is none. */
async function vehicleOf(ctx: Ctx, doc: Stored): Promise<{ id: string; changes: Change[] }> {
  const plate = text(doc.plate);
  const known = plate
    ? await modelOf(vehicle)
        .findOne({ ...live(ctx), status: 'ACTIVE', rawPlate: rawPlate(plate) })
        .lean<Stored>()
    : null;
  if (known) return { id: known._id, changes: [] };
  const given = {
    ...{ plate, type: doc.vehicleType, unitId: doc.unitId, residentId: doc.residentId },
    ...{ brand: doc.brand, color: doc.color ?? '-', registrationId: doc._id },
  };
  const values = { ...given, ...(await completeVehicle(ctx, { kind: 'create', values: given, doc: null })) };
  const made = await build(ctx, vehicle, values);
  return { id: made._id, changes: [{ definition: vehicle, action: 'create', insert: made }] };
}

/** The card that the form is about, by its number. */
const cardOf = (ctx: Ctx, { cardNumber }: Stored) =>
  text(cardNumber)
    ? modelOf(card)
        .findOne({ ...live(ctx), 'uniq.number': fold(String(cardNumber)) })
        .lean<Stored>()
    : null;

/** Takes a card back into stock; a lost one opens nothing any more. */
async function takenBack(ctx: Ctx, doc: Stored, lost: boolean): Promise<Change[]> {
  const free = await freed(ctx, doc);
  const set = { ...free.set, status: lost ? 'INACTIVE' : 'EMPTY', ...(lost && { lost: true }) };
  return [{ definition: card, action: lost ? 'lose' : 'return', update: { doc, set } }, ...free.with];
}

/** A form that is done gives its card out, or takes it back (product.md 4, Cards). */
async function cardChanges(ctx: Ctx, doc: Stored, newCardId: unknown): Promise<Effect> {
  const [type, old] = [String(doc.type), await cardOf(ctx, doc)];
  const over = ['CANCEL', 'LOST', 'CANCEL_TICKET', 'REISSUE'].includes(type) && old?.status === 'USING';
  const ends = over && old ? await takenBack(ctx, old, type === 'LOST') : [];
  const chosen = text(newCardId);
  if (!chosen) {
    if (type === 'NEW' || type === 'REISSUE') failFields({ newCardId: { code: 'CARD_REQUIRED' } }, 'CARD_REQUIRED');
    return { with: ends };
  }
  const fresh = (await needRef(ctx, 'card', chosen, 'newCardId')) as Stored;
  if (fresh.status !== 'EMPTY') failFields({ newCardId: { code: 'CARD_IN_USE' } }, 'CARD_IN_USE');
  const car = doc.target === 'VEHICLE' ? await vehicleOf(ctx, doc) : null;
  const made = car?.changes[0]?.insert;
  if (made) Object.assign(made, { cardId: fresh._id, cardNumber: fresh.number });
  const holder = { unitId: doc.unitId, residentId: doc.residentId };
  // What is made with this form refers to nothing that could refuse it.
  const given = made
    ? { set: { ...holder, vehicleId: made._id, integration: 'NOT_INTEGRATED', issuedAt: ctx.now, ...TELL } }
    : await issued(ctx, fresh, { ...holder, vehicleId: car?.id });
  const issue: Change = {
    ...{ definition: card, action: 'issue' },
    update: { doc: fresh, set: { ...given.set, status: 'USING' }, inc: { issueCount: 1 } },
    ...('also' in given && given.also && { also: given.also }),
  };
  const beside = 'with' in given ? (given.with ?? []) : [];
  return {
    set: { newCardId: chosen, cardNumber: fresh.number },
    with: [...ends, ...(car?.changes ?? []), issue, ...beside],
  };
}

const complete: Rule = async (ctx, doc, input) => {
  const kept = refuseUnrefunded(doc, input);
  const effect = await cardChanges(ctx, doc, input.newCardId);
  return {
    ...effect,
    set: { ...kept, ...effect.set, completedAt: ctx.now },
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
  ...depositActs(cardRegistration),
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
