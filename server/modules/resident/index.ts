import type { Definition } from '@lobby/shared/kit/definition.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { onCommit } from '../../kit/store/save.ts';
import { followResidentAddress } from '../../platform/accounts/resident-address.ts';
import type { OpenOf } from '../../platform/server-module.ts';
import { mailSoon } from './account-acts.ts';
import { residentActs } from './acts.ts';
import { completeResident, homesOf } from './complete-resident.ts';
import { duplicates } from './duplicates.ts';
import { sweepSoon } from './erasure/erase.ts';
import { personFile } from './erasure/person-file.ts';
import { removedRoutes } from './erasure/removed.ts';
import { completeHome } from './imported-homes.ts';
import { leavingRoute } from './leaving.ts';
import { mergeRoute } from './merge.ts';
import { residenceList } from './residence-list.ts';
import { twoPeople } from './two-people.ts';

export { sortNameOf } from './complete-resident.ts';
export { turnPapers } from './papers.ts';
export { reachOf } from './reach.ts';
export { apartCollection } from './two-people.ts';
export { livedIn } from './unit-state.ts';

/** An edited e-mail or phone is that of the account too, in the same transaction. */
const withAccount: Behaviour['inTransaction'] = async (ctx, session, { kind, doc, before }) => {
  if (kind === 'update') await followResidentAddress(ctx, session, before, doc);
};

/** Residents and their homes; `parts`: what modules hold open of a household, which ends with it. */
export function residentRoutes(all: readonly Definition[], parts: readonly OpenOf[]): Route[] {
  onCommit(mailSoon);
  onCommit(sweepSoon);
  return [
    duplicates,
    mergeRoute(all),
    twoPeople,
    personFile,
    residenceList,
    leavingRoute(parts),
    ...removedRoutes,
    ...serve(
      resident,
      {
        check: completeResident,
        home: completeHome,
        changes: (ctx, done) => homesOf(ctx, done, parts),
        inTransaction: withAccount,
        acts: residentActs(parts),
      },
      all,
    ),
    ...serve(residency, {}, all),
  ];
}
