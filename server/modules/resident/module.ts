import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { syncResidentAddress } from '../../platform/accounts/addresses/resident-address.ts';
import { defineServerModule, openPartsOf, serves } from '../../platform/server-module.ts';
import { mailSoon } from './account-acts.ts';
import { residentActs } from './acts.ts';
import { sweepSoon } from './erasure/erase.ts';
import { personFile } from './erasure/person-file.ts';
import { removedRoutes } from './erasure/removed-residents.ts';
import { completeHome } from './homes/imported-homes.ts';
import { leavingRoute } from './homes/move-out.ts';
import { completeResident, loadHomes } from './people/complete-resident.ts';
import { duplicates } from './people/duplicates.ts';
import { mergeRoute } from './people/merge.ts';
import { papersJob } from './people/papers.ts';
import { residenceList } from './residence-list.ts';
import { apartCollection, twoPeople } from './two-people.ts';

/** Keeps e-mail and phone of the account in step, in the same transaction. */
const withAccount: NonNullable<BehaviourOf<typeof resident>['inTransaction']> = async (
  ctx,
  session,
  { kind, doc, before },
) => {
  if (kind === 'update') await syncResidentAddress(ctx, session, before, doc);
};

/** The modules' open records of a household end with it. */
export const residentModule = defineServerModule({
  name: 'resident',
  routes: (definitions, modules) => [
    duplicates,
    mergeRoute(definitions),
    twoPeople,
    personFile,
    residenceList,
    leavingRoute(openPartsOf(modules)),
    ...removedRoutes,
  ],
  serves: modules => {
    const parts = openPartsOf(modules);
    return [
      serves(resident, {
        check: completeResident,
        home: completeHome,
        changes: (ctx, done) => loadHomes(ctx, done, parts),
        inTransaction: withAccount,
        ofEditedAlone: true,
        actions: residentActs(parts),
      }),
      serves(residency),
    ];
  },
  jobs: [papersJob],
  collections: [apartCollection],
  onCommit(rows) {
    mailSoon(rows);
    sweepSoon(rows);
  },
});
