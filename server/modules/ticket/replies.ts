import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { TicketReplyRow } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { modelOf, type Stored, sortPath } from '../../kit/store/schema.ts';

const MOST = 500;

/** `GET <path>/replies`: the canned replies of a scope for those who answer there; who edits them has a module of its own. */
export const repliesFor = ({ path, code }: Definition, scope: TicketReplyRow['scope']): Route =>
  route({
    method: 'get',
    path: `${path}/replies`,
    summary: 'Canned replies, to answer with',
    module: code,
    flags: ['write'],
    answer: z.array(z.object({ id: z.string(), name: z.string(), content: z.string(), typeId: z.string().nullable() })),
    async run(ctx) {
      const docs = await modelOf(ticketReply)
        .find({ projectId: ctx.projectId, deletedAt: null, scope: { $in: [scope, 'BOTH'] } })
        .sort({ [sortPath(ticketReply, 'name')]: 1, _id: 1 })
        .limit(MOST)
        .maxTimeMS(2000)
        .lean<Stored[]>();
      return docs.map(({ _id, name, content, typeId }) => ({ id: _id, name, content, typeId: typeId ?? null }));
    },
  });
