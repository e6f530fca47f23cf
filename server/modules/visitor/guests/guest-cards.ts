import { card } from '@lobby/shared/modules/card.ts';
import type { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { EffectOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { needRef } from '../../../kit/store/refs/refs.ts';
import { freeCard } from '../../card/index.ts';

type Visit = Doc<typeof visitor>;

function wrongCode({ type, status, locked }: Doc<typeof card>): string | null {
  if (type !== 'GUEST') return 'CARD_TYPE_INVALID';
  if (status === 'INACTIVE' || locked) return 'CARD_STATUS_INVALID';
  return status === 'EMPTY' ? null : 'CARD_IN_USE';
}

/** Hands out a guest card; each is used by one visit at a time. */
export async function handCard(ctx: Ctx, visit: Visit, cardId: string): Promise<EffectOf<typeof visitor>> {
  const guestCard = await needRef(ctx, card, cardId, 'cardId');
  const code = wrongCode(guestCard);
  if (code) failFields({ cardId: { code } }, code);
  const set = { status: 'USING', visitorId: visit._id, unitId: visit.unitId, issuedAt: ctx.now };
  return {
    set: { cardId: guestCard._id, cardStatus: 'HELD' },
    with: [{ definition: card, action: 'issue', update: { doc: guestCard, set, inc: { issueCount: 1 } } }],
  };
}

/** Takes the card back as the guest leaves, or marks it as lost. */
export async function takeCard(
  ctx: Ctx,
  visit: Visit,
  cardReturned: boolean | undefined,
): Promise<EffectOf<typeof visitor>> {
  if (visit.cardStatus !== 'HELD') return {};
  const isLost = cardReturned === false;
  const guestCard = await records(card).first(ctx, { _id: visit.cardId, visitorId: visit._id });
  const free = guestCard && (await freeCard(ctx, guestCard));
  const set = free && { ...free.set, status: isLost ? 'INACTIVE' : 'EMPTY', lost: isLost };
  return {
    set: { cardStatus: isLost ? 'LOST' : 'RETURNED' },
    with:
      guestCard && set
        ? [{ definition: card, action: isLost ? 'lose' : 'return', update: { doc: guestCard, set } }]
        : [],
  };
}
