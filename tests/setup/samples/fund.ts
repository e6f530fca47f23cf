import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

let accounts = 0;
/** A unique account number. */
const nextAccount = () => `${10_180_000 + ++accounts}`;

export const samples: OwnSamples = [
  // A bank account has a single fund.
  [fund.fields, () => ({ kind: 'CASH', bankAccountId: undefined, keeperIds: undefined })],
  // The transfer text contains the code.
  [
    bankAccount.fields,
    () => ({
      bankBin: '970418',
      transferTemplate: '{code} {unit}',
      accountNumber: nextAccount(),
      accountName: `OFFICE ${accounts}`,
    }),
  ],
  [
    bankAccount.actions.replace.input,
    () => ({ bankBin: undefined, accountName: undefined, accountNumber: nextAccount() }),
  ],
];
