import { defineModule } from '../kit/definition.ts';

/** A word that staff put on records to find them again. */
export const label = defineModule({
  name: 'label',
  code: 'LABEL',
  path: '/label',
  route: 'configs-labels',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: { kind: 'text', max: 60, required: true, unique: true, search: true },
    shortName: { kind: 'text', max: 20, required: true, unique: true, search: true },
    type: { kind: 'choice', options: ['HELP_DESK', 'TASK', 'UNIT', 'RECEIPT'], required: true },
    groupId: { kind: 'ref', to: 'label-group' },
    color: {
      kind: 'choice',
      options: ['grey', 'teal', 'blue', 'green', 'amber', 'red', 'violet', 'pink'],
      initial: 'grey',
    },
  },
  imports: { keys: [['name'], ['shortName']] },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'shortName', 'type', 'groupId', 'color'],
    sorts: ['name'],
    defaultSort: 'name',
    filters: ['type', 'groupId'],
  },
});
