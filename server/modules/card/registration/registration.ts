import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Effect } from '../../../kit/records/acts/act.ts';
import { addFiles } from '../../../kit/records/acts/add-files.ts';
import { create, inputFields } from '../../../kit/records/records.ts';
import {
  type ActionInput,
  type ActionsOf,
  type BehaviourOf,
  type DoneOf,
  type EffectOf,
  untyped,
} from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, VersionConflict } from '../../../kit/store/save.ts';
import {
  assertCollected,
  combineEffects,
  depositActs,
  depositAsked,
  depositAtEnd,
  depositGivenUp,
  formActs,
  notifyOfForm,
} from '../../resident-form/index.ts';
import { TELL } from '../rules.ts';
import { failFull } from '../vehicles.ts';
import { cardChanges, freshCard, holdCard, releaseCard } from './complete.ts';
import { outcomeRoute } from './outcome.ts';
import {
  allowOver,
  assertLimitNow,
  assertNoOpenForm,
  assertPlateFree,
  completeRegistration,
  findOverLimit,
} from './rules.ts';

type Acts = (typeof cardRegistration)['actions'];

/** Locks a card that a form reports lost, or unlocks it when the form is abandoned. */
async function quickLock(
  ctx: Ctx,
  { quickLock: quick, cardId }: Doc<typeof cardRegistration>,
  locked: boolean,
): Promise<Change[]> {
  if (!quick || !cardId) return [];
  const doc = await records(card).first(ctx, { _id: cardId, status: 'USING', locked: !locked });
  const set = { locked, ...(locked && { reason: 'LOST' }), ...TELL };
  return doc ? [{ definition: card, action: locked ? 'lock' : 'unlock', update: { doc, set } }] : [];
}

const tell = notifyOfForm(cardRegistration);
const NAMED = ['cardId', 'rawPlate', 'deletedAt'] as const;
const holdAndTell = async (ctx: Ctx, session: Session, done: DoneOf<typeof cardRegistration>): Promise<void> => {
  const { doc, before } = done;
  if (doc && !(before && NAMED.every(name => before[name] === doc[name]))) await assertNoOpenForm(doc, session);
  // A form created approved reserves its place within the transaction; only one of two concurrent forms gets the last one.
  const full =
    doc && !before && doc.status === 'APPROVED' && !doc.overLimit
      ? await findOverLimit(ctx, doc, 'all', doc._id, session)
      : null;
  if (full) failFull('vehicleType', full);
  await tell(ctx, session, done);
};

const approve = async (
  ctx: Ctx,
  doc: Doc<typeof cardRegistration>,
  { overLimit = false, reason = null }: ActionInput<Acts['approve']>,
): Promise<EffectOf<typeof cardRegistration>> => {
  assertCollected(doc);
  await assertPlateFree(ctx, doc);
  // Only approved forms count, so the first approved one gets the last place.
  const full = await findOverLimit(ctx, doc, 'approved', doc._id);
  if (full) allowOver({ overLimit, reason }, full);
  return {
    set: { approvedAt: ctx.now, overLimit: full !== null, ...(full && { reason }) },
    // Rechecked within the transaction, so that a concurrent approval is counted.
    first: async session => {
      if (!full && (await findOverLimit(ctx, doc, 'approved', doc._id, session))) throw new VersionConflict();
    },
  };
};

const begin = async (
  ctx: Ctx,
  doc: Doc<typeof cardRegistration>,
  { newCardId, note }: ActionInput<Acts['in-progress']>,
): Promise<EffectOf<typeof cardRegistration>> => {
  const fresh = newCardId ? await freshCard(ctx, doc, newCardId) : null;
  return {
    set: {
      ...(fresh && { newCardId: fresh._id }),
      ...(note && { staffNote: [doc.staffNote, note].filter(Boolean).join('\n').slice(-1000) }),
      notTaken: false,
    },
    with: fresh ? [holdCard(fresh, doc)] : [],
  };
};

const complete = async (
  ctx: Ctx,
  doc: Doc<typeof cardRegistration>,
  input: ActionInput<Acts['complete']>,
): Promise<Effect> => {
  const deposit = await depositAtEnd(ctx, cardRegistration, doc, input);
  const { overLimit = false, reason = null } = input;
  if (overLimit && !reason) failFields({ reason: { code: 'REQUIRED' } });
  const allowed = overLimit && !doc.overLimit ? { overLimit, reason } : {};
  const form: Doc<typeof cardRegistration> = { ...doc, ...allowed };
  const effect = await cardChanges(ctx, form, input);
  const pictures = await addFiles(ctx, cardRegistration, doc, 'doneImages', input.doneImages);
  const main: Effect = {
    ...pictures,
    with: effect.with ?? [],
    first: session => assertLimitNow(ctx, form, session),
    set: { ...pictures.set, ...allowed, ...effect.set, completedAt: ctx.now, notTaken: false },
  };
  return combineEffects(main, deposit);
};

const acts = {
  ...formActs(cardRegistration, {
    approve,
    begin,
    complete,
    end: async (ctx, doc, input) => ({
      with: [
        ...(await depositGivenUp(ctx, cardRegistration, doc, input.reason)),
        ...(await quickLock(ctx, doc, false)),
        ...(await releaseCard(ctx, doc)),
      ],
    }),
  }),
  ...depositActs(cardRegistration),
} satisfies ActionsOf<typeof cardRegistration>;

export const registrationBehaviour = {
  check: completeRegistration,
  changes: async (ctx, done) => [
    ...(await depositAsked(ctx, cardRegistration, done)),
    ...(done.kind === 'create' ? await quickLock(ctx, done.doc, true) : []),
    ...(done.kind === 'remove'
      ? [...(await quickLock(ctx, done.before, false)), ...(await releaseCard(ctx, done.before))]
      : []),
  ],
  inTransaction: holdAndTell,
  actions: acts,
} satisfies BehaviourOf<typeof cardRegistration>;

/** `POST /card-registration/vehicle` and `/resident`: forms whose path fixes the target (rules.md 7). */
export const registrationRoutes = (): Route[] => [
  outcomeRoute,
  ...(['VEHICLE', 'RESIDENT'] as const).map(target => {
    const { target: _named, ...fields } = cardRegistration.fields;
    const {
      unitId: _unit,
      residentId: _person,
      ...residentFields
    } = inputFields({ ...cardRegistration, fields }, 'resident');
    return route({
      method: 'post',
      path: `${cardRegistration.path}/${target.toLowerCase()}`,
      summary: `Register a card of a ${target.toLowerCase()}`,
      module: cardRegistration.code,
      flags: ['write'],
      residents: true,
      creates: true,
      body: inputSchema(fields, 'create'),
      residentBody: inputSchema(residentFields, 'create'),
      answer: responseSchema(cardRegistration, 'detail'),
      async run(ctx, { body }) {
        const mine = ctx.kind === 'resident' ? { unitId: ctx.unitId, residentId: ctx.residentId } : {};
        const values = { ...body, ...mine, target };
        const wrong = cardRegistration.check(values);
        if (Object.keys(wrong).length > 0) failFields(wrong);
        return retryOnConflict(() => create(ctx, cardRegistration, values, untyped(registrationBehaviour)));
      },
    });
  }),
];
