import type { Definition } from '@lobby/shared/kit/definition.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Route } from '../../kit/route.ts';
import { serve } from '../../kit/serve.ts';
import { acts } from './acts.ts';
import { completeTicket } from './complete-ticket.ts';
import { messageRoutes } from './message-routes.ts';
import { replyRoutes } from './replies.ts';

export { messageCollection, messages } from './messages.ts';

/** The help desk's routes. */
export function ticketRoutes(all: readonly Definition[]): Route[] {
  return [...replyRoutes, ...messageRoutes, ...serve(ticket, { beforeSave: completeTicket, acts }, all)];
}
