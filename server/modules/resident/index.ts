import type { Definition } from '@lobby/shared/kit/definition.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Route } from '../../kit/route.ts';
import { onCommit } from '../../kit/save.ts';
import { serve } from '../../kit/serve.ts';
import { mailSoon } from './account-acts.ts';
import { acts } from './acts.ts';
import { completeResident, completeRows, homesOf } from './complete-resident.ts';
import { duplicates } from './duplicates.ts';
import { sweepSoon } from './erasure/erase.ts';
import { personFile } from './erasure/person-file.ts';
import { removedRoutes } from './erasure/removed.ts';
import { livingHomes } from './homes.ts';
import { mergeRoute } from './merge.ts';
import { twoPeople } from './two-people.ts';
import { emptied, filledBy, refilled } from './unit-state.ts';

export { sortNameOf } from './complete-resident.ts';
export { apartCollection } from './two-people.ts';

/** Residents and their homes. */
export function residentRoutes(all: readonly Definition[]): Route[] {
  onCommit(mailSoon);
  onCommit(sweepSoon);
  return [
    duplicates,
    mergeRoute(all),
    twoPeople,
    personFile,
    ...removedRoutes,
    ...serve(
      resident,
      {
        beforeSave: completeResident,
        beforeImport: completeRows,
        alongside: homesOf,
        besideImport: filledBy,
        besideRemoval: async (ctx, doc) => emptied(ctx, await livingHomes(ctx, doc._id)),
        besideRestore: refilled,
        acts,
      },
      all,
    ),
    ...serve(residency, {}, all),
  ];
}
