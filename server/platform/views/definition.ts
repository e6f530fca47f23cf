import { defineModule } from '@lobby/shared/kit/define-module.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

/** A named state of a list: its address, and how its columns are laid out. Kept like a record, so that events tell of it. */
export const view = defineModule({
  name: 'view',
  code: 'VIEW',
  path: '/views',
  title: 'name',
  flags: [],
  fields: {
    list: { kind: 'choice', options: MODULES.map(({ name }) => name), required: true },
    name: { kind: 'text', max: 60, required: true },
    /** The query string of the list's address. */
    query: { kind: 'text', max: 2000, readOnly: true },
    /** JSON; empty: as each reader has laid them out. */
    columns: { kind: 'text', max: 4000, readOnly: true },
    shared: { kind: 'flag', initial: false },
    /** The user who made it. */
    userId: { kind: 'text', max: 24, readOnly: true },
    owner: { kind: 'text', max: 100, readOnly: true },
  },
  list: { columns: ['name'], sorts: ['name'], defaultSort: 'name', filters: [] },
});
