import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import type { OwnSamples } from '../own-samples.ts';

let accounts = 0;
/** A number that no other account has. */
const nextAccount = () => `${10_180_000 + ++accounts}`;

export const samples: OwnSamples = [
  // One fund stands for one account at a bank.
  [fund.fields, () => ({ kind: 'CASH', bankAccountId: undefined, keeperIds: undefined })],
  // What a transfer says has its code.
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
