import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { followRoutes } from '../../kit/thread/follow.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { assignMoved, assignmentBehaviour, assignmentTurnCollection } from './assignment.ts';
import { clockJob } from './clocks/update-clocks.ts';
import { ticketFigures } from './figures.ts';
import { behaviour } from './index.ts';
import { expiryJob, overdueJob } from './jobs.ts';
import { messageCollection, ticketThread } from './talk/messages.ts';
import { repliesFor } from './talk/replies.ts';
import { ticketTaskRoute } from './tasks/task-routes.ts';

export const ticketModule = defineServerModule({
  name: 'ticket',
  routes: [repliesFor(ticket, 'TICKET'), ticketTaskRoute, ...threadRoutes(ticketThread), ...followRoutes(ticket)],
  serves: [serves(ticket, behaviour), serves(assignmentRule, assignmentBehaviour)],
  jobs: [overdueJob, clockJob, expiryJob],
  figures: ticketFigures,
  collections: [messageCollection, assignmentTurnCollection],
  watched: [ticket],
  onCommit: assignMoved,
});
