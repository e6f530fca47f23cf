import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type TicketReplyRow, ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { z } from 'zod';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';

const MOST = 500;

/** `GET <path>/replies`: canned replies for those who answer in a scope; editing them is a module of its own. */
export const repliesFor = ({ path, code }: Definition, scope: TicketReplyRow['scope']): Route =>
  route({
    method: 'get',
    path: `${path}/replies`,
    summary: 'Canned replies, to answer with',
    module: code,
    flags: ['write'],
    answer: z.array(z.object({ id: z.string(), name: z.string(), content: z.string(), typeId: z.string().nullable() })),
    async run(ctx) {
      const replies = await records(ticketReply).find(
        ctx,
        { scope: { $in: [scope, 'BOTH'] } },
        { sort: { 'sorted.name': 1, _id: 1 }, limit: MOST, patience: 2000 },
      );
      return replies.map(({ _id, name, content, typeId }) => ({ id: _id, name, content, typeId: typeId ?? null }));
    },
  });
