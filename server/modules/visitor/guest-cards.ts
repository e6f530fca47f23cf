import { card } from '@lobby/shared/modules/card.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { needRef } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { freed } from '../card/index.ts';

/** A guest card goes to one visit at a time. */
export async function handCard(ctx: Ctx, doc: Stored, cardId: unknown): Promise<Effect> {
  const own = (await needRef(ctx, 'card', String(cardId), 'cardId')) as Stored;
  const wrong =
    own.type !== 'GUEST'
      ? 'CARD_TYPE_INVALID'
      : own.status === 'INACTIVE' || own.locked
        ? 'CARD_STATUS_INVALID'
        : own.status !== 'EMPTY' && 'CARD_IN_USE';
  if (wrong) failFields({ cardId: { code: wrong } }, wrong);
  const set = { status: 'USING', visitorId: doc._id, unitId: doc.unitId ?? null, issuedAt: ctx.now };
  return {
    set: { cardId: own._id, cardStatus: 'HELD' },
    with: [{ definition: card, action: 'issue', update: { doc: own, set, inc: { issueCount: 1 } } }],
  };
}

/** The card comes back as the guest leaves, or is lost. */
export async function takeCard(ctx: Ctx, doc: Stored, cardReturned: unknown): Promise<Effect> {
  if (doc.cardStatus !== 'HELD') return {};
  const lost = cardReturned === false;
  const own = await modelOf(card)
    .findOne({ projectId: ctx.projectId, deletedAt: null, _id: doc.cardId, visitorId: doc._id })
    .lean<Stored>();
  const free = own && (await freed(ctx, own));
  const set = free && { ...free.set, status: lost ? 'INACTIVE' : 'EMPTY', lost };
  return {
    set: { cardStatus: lost ? 'LOST' : 'RETURNED' },
    with: own && set ? [{ definition: card, action: lost ? 'lose' : 'return', update: { doc: own, set } }] : [],
  };
}
