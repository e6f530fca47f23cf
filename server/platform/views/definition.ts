import { defineModule } from '@lobby/shared/kit/define-module.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

/** A saved view of a list: its URL and column layout. Stored like a record, so that it has events. */
export const view = defineModule({
  name: 'view',
  code: 'VIEW',
  path: '/views',
  title: 'name',
  flags: [],
  fields: {
    list: { kind: 'choice', options: MODULES.map(({ name }) => name), required: true },
    name: { kind: 'text', max: 60, required: true },
    /** Query string of the list's URL. */
    query: { kind: 'text', max: 2000, readOnly: true },
    /** JSON; empty for each reader's own layout. */
    columns: { kind: 'text', max: 4000, readOnly: true },
    shared: { kind: 'flag', initial: false },
    /** The user who created it. */
    userId: { kind: 'text', max: 24, readOnly: true },
    owner: { kind: 'text', max: 100, readOnly: true },
  },
  list: { columns: ['name'], sorts: ['name'], defaultSort: 'name', filters: [] },
});
