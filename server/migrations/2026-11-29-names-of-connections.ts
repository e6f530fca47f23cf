import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { tellNamesApart } from './2026-11-28-unaccented-names.ts';
import type { Migration } from './migrate.ts';

/** No two connections to accounting software have the same name from now on. */
export const namesOfConnections: Migration = {
  name: '2026-11-29 names of connections',
  run: () => tellNamesApart(syncConnection),
};
