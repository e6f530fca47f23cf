import { defineModule } from '../kit/define-module.ts';

/** Kinds of records that labels are for; a label group belongs to one. */
export const LABEL_TYPES = ['HELP_DESK', 'TASK', 'UNIT', 'RECEIPT'] as const;

export const label = defineModule({
  name: 'label',
  code: 'LABEL',
  path: '/label',
  route: 'configs-labels',
  icon: 'tag',
  menu: { group: 'system', order: 7, key: 'labels', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: { kind: 'text', max: 60, required: true, unique: { within: 'type' }, search: true },
    shortName: { kind: 'text', max: 20, required: true, unique: { within: 'type' }, search: true },
    type: { kind: 'choice', options: LABEL_TYPES, required: true },
    groupId: { kind: 'ref', to: 'label-group', alike: 'type' },
    color: {
      kind: 'choice',
      options: ['grey', 'teal', 'blue', 'green', 'amber', 'red', 'violet', 'pink'],
      initial: 'grey',
    },
  },
  imports: {
    keys: [
      ['name', 'type'],
      ['shortName', 'type'],
    ],
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'shortName', 'type', 'groupId', 'color'],
    sorts: ['name'],
    defaultSort: 'name',
    filters: ['type', 'groupId'],
  },
  errors: { LABEL_IN_USE: 409 },
});
