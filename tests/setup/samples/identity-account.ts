import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

let accounts = 0;

export const samples: OwnSamples = [
  [
    identityAccount.fields,
    () => ({ virtualAccount: `VA${1_000_000 + ++accounts}`, beneficiaryName: `OFFICE ${accounts}` }),
  ],
];
