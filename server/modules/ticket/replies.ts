import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { modelOf, type Stored, sortPath } from '../../kit/store/schema.ts';

const MOST = 500;

/** The canned replies for those who answer tickets; who edits them has a module of its own. */
export const replyRoutes: Route[] = [
  route({
    method: 'get',
    path: `${ticket.path}/replies`,
    summary: 'Canned replies, to answer with',
    module: ticket.code,
    flags: ['write'],
    answer: z.array(z.object({ id: z.string(), name: z.string(), content: z.string(), typeId: z.string().nullable() })),
    async run(ctx) {
      const docs = await modelOf(ticketReply)
        .find({ projectId: ctx.projectId, deletedAt: null })
        .sort({ [sortPath(ticketReply, 'name')]: 1, _id: 1 })
        .limit(MOST)
        .lean<Stored[]>();
      return docs.map(({ _id, name, content, typeId }) => ({ id: _id, name, content, typeId: typeId ?? null }));
    },
  }),
];
