import { defineModule } from '../kit/definition.ts';

/** A group of labels, in a tree; no group may stand inside itself. */
export const labelGroup = defineModule({
  name: 'label-group',
  code: 'LABEL',
  path: '/label-group',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, search: true },
    parentId: { kind: 'ref', to: 'label-group' },
  },
  undo: { remove: { action: 'restore' } },
  list: { columns: ['name', 'parentId'], sorts: ['name'], defaultSort: 'name', filters: ['parentId'] },
  errors: { LABEL_GROUP_IN_ITSELF: 422 },
});
