import { MODULES } from '@lobby/shared/modules/index.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { defineServerModule } from '../../platform/server-module.ts';
import { contractActs, contractBehaviour } from './contracts.ts';
import { turnPartners } from './jobs.ts';
import { followingMerges, mergeOf } from './merge.ts';
import { activate, block, complete } from './rules.ts';

/** Companies and persons that the building works with, and what was agreed with them. */
export const partnerModule = defineServerModule({
  name: 'partner',
  serves: [
    {
      definition: partner,
      behaviour: { check: complete, acts: { block, activate, merge: mergeOf(MODULES) } },
      decorate: followingMerges,
    },
    { definition: partnerContract, behaviour: { ...contractBehaviour, acts: contractActs } },
  ],
  jobs: [{ name: 'contracts of partners', every: '*/5 * * * *', run: turnPartners }],
});
