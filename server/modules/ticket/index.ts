import type { ticket } from '@lobby/shared/modules/ticket.ts';
import { type BehaviourOf, untyped } from '../../kit/records/typed-behaviour.ts';
import { actions } from './acts.ts';
import { assignByRule } from './assignment.ts';
import { completeTicket } from './complete-ticket.ts';
import { notifyOfNew } from './talk/ticket-notices.ts';

export { findLevel } from './clocks/levels.ts';
export { messageCollection, subjectOf, ticketThread } from './talk/messages.ts';
export { repliesFor } from './talk/replies.ts';

export const behaviour: BehaviourOf<typeof ticket> = {
  check: completeTicket,
  first: assignByRule,
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind === 'create') await notifyOfNew(ctx, doc, session);
  },
  actions,
};

/** Rules for tickets, wherever they are created. */
export const ticketBehaviour = untyped(behaviour);
