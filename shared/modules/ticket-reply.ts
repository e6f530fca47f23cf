import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';

/** Where a canned reply is offered: in tickets, chats, or both. */
const REPLY_SCOPES = ['TICKET', 'ROOM', 'BOTH'] as const;

/**
 * A canned reply. `{{resident}}`, `{{unit}}`, `{{code}}`, `{{staff}}` and `{{project}}` are filled in when it is
 * inserted.
 */
export const ticketReply = defineModule({
  name: 'ticket-reply',
  code: 'HELP_DESK_TYPE',
  path: '/pms/helpdesk-reply',
  opens: 'configs-helpdesk-type?part=replies&id=',
  icon: 'help',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, search: true },
    content: { kind: 'longText', max: 2000, required: true },
    typeId: { kind: 'ref', to: 'ticket-type' },
    scope: { kind: 'choice', options: REPLY_SCOPES, required: true, initial: 'BOTH' },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'content', 'typeId', 'scope'],
    sorts: ['name'],
    defaultSort: 'name',
    filters: ['typeId', 'scope'],
  },
});

export type TicketReplyRow = RowOf<typeof ticketReply>;
