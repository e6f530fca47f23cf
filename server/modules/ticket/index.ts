import type { Definition } from '@lobby/shared/kit/definition.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Route } from '../../kit/http/route.ts';
import { type ModuleBehaviour, serve } from '../../kit/serve.ts';
import { followRoutes } from '../../kit/thread/follow.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { acts } from './acts.ts';
import { assignByRule } from './assignment.ts';
import { completeTicket } from './complete-ticket.ts';
import { messageCollection, ticketThread } from './messages.ts';
import { repliesFor } from './replies.ts';
import { ticketTaskRoute } from './task-routes.ts';
import { tellOfNew } from './tell.ts';

export { assignmentTurnCollection } from './assignment.ts';
export { subjectOf } from './messages.ts';
export { repliesFor } from './replies.ts';
export { messageCollection, ticketThread };

const tell: ModuleBehaviour['inTransaction'] = async (ctx, session, { kind, doc }) => {
  if (kind === 'create') await tellOfNew(ctx, doc, session);
};

/** What belongs to a request that is made, wherever that is. */
export const ticketBehaviour = { check: completeTicket, first: assignByRule, inTransaction: tell };

/** The help desk's routes. */
export function ticketRoutes(all: readonly Definition[]): Route[] {
  return [
    repliesFor(ticket, 'TICKET'),
    ticketTaskRoute,
    ...threadRoutes(ticketThread),
    ...followRoutes(ticket),
    ...serve(ticket, { ...ticketBehaviour, acts }, all),
  ];
}
