import { defineModule } from '../kit/define-module.ts';
import { LABEL_TYPES } from './label.ts';

/** A group of labels of one type; groups form a tree. */
export const labelGroup = defineModule({
  name: 'label-group',
  code: 'LABEL',
  path: '/label-group',
  opens: 'configs-labels?part=groups&id=',
  icon: 'tag',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: { within: 'type' }, search: true },
    shortName: { kind: 'text', max: 20, required: true, unique: { within: 'type' }, search: true },
    type: { kind: 'choice', options: LABEL_TYPES, required: true },
    parentId: { kind: 'ref', to: 'label-group', alike: 'type' },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'shortName', 'type', 'parentId'],
    sorts: ['name'],
    defaultSort: 'name',
    filters: ['type', 'parentId'],
  },
  errors: { LABEL_GROUP_IN_ITSELF: 422, LABEL_IN_USE: 409 },
});
