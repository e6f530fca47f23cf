import { defineModule } from '../kit/define-module.ts';

/**
 * A folder of documents; folders form a tree. Names are unique within the parent only, e.g. one "Biên bản" per year.
 */
export const folder = defineModule({
  name: 'folder',
  code: 'DOCUMENT',
  path: '/folder',
  opens: 'documents?folderId=',
  icon: 'folder',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: {
      kind: 'text',
      max: 100,
      required: true,
      unique: { within: 'parentId' },
      taken: 'FOLDER_EXISTS',
      search: true,
    },
    parentId: { kind: 'ref', to: 'folder' },
  },
  undo: { remove: { action: 'restore' } },
  list: { columns: ['name', 'parentId'], sorts: ['name'], defaultSort: 'name', filters: ['parentId'] },
  errors: { FOLDER_EXISTS: 409, FOLDER_IN_ITSELF: 422 },
});
