import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** A ticket type with its time target, department and default assignee. */
export const ticketType = defineModule({
  name: 'ticket-type',
  code: 'HELP_DESK_TYPE',
  path: '/pms/helpdesk-type',
  route: 'configs-helpdesk-type',
  icon: 'help',
  menu: { group: 'customerService', order: 3, key: 'helpDeskType', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, search: true },
    /** Names in other languages. */
    nameEn: { kind: 'text', max: 100, search: true },
    icon: {
      kind: 'choice',
      options: [
        'layers',
        'droplets',
        'zap',
        'car',
        'id-card',
        'volume',
        'trash',
        'lock',
        'receipt',
        'hard-hat',
        'phone',
        'help',
      ],
      initial: 'help',
    },
    slaHours: { kind: 'integer', min: 1, max: 744, required: true },
    departmentId: { kind: 'ref', to: 'department', staffOnly: true },
    assigneeId: { kind: 'ref', to: 'employee', worksIn: 'HELP_DESK', staffOnly: true },
    order: { kind: 'integer', min: 0, max: 1000, initial: 0 },
    active: { kind: 'flag', initial: true },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'slaHours', 'departmentId', 'assigneeId', 'order', 'active'],
    sorts: ['order', 'name'],
    defaultSort: 'order',
    setUp: { rank: 5, least: 1 },
    filters: ['active', 'departmentId', 'assigneeId'],
  },
  resident: {},
});

export type TicketType = DocOf<typeof ticketType>;
export type TicketTypeRow = RowOf<typeof ticketType>;
