import { MODULES } from '@lobby/shared/modules/index.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { contractActs, contractBehaviour } from './contracts.ts';
import { partnersJob } from './jobs.ts';
import { followingMerges, mergeOf } from './merge.ts';
import { activate, block, complete } from './rules.ts';

export const partnerModule = defineServerModule({
  name: 'partner',
  serves: [
    serves(partner, { check: complete, actions: { block, activate, merge: mergeOf(MODULES) } }, followingMerges),
    serves(partnerContract, { ...contractBehaviour, actions: contractActs }),
  ],
  jobs: [partnersJob],
});
