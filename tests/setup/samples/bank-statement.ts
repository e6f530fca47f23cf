import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { LINE_AMOUNT } from './approvals.ts';

export const samples: OwnSamples = [
  // Parts of a split add up to this amount.
  [bankStatementLine.fields, () => ({ amount: LINE_AMOUNT })],
  // Bills are not chosen, and no part is a requested deposit.
  [bankStatementLine.actions.match.input, () => ({ allocations: undefined })],
  [bankStatementLine.actions.split.input.rows.of, () => ({ depositRequestId: undefined })],
  // A duplicate movement would be left out.
  [bankStatementLine.actions.resolve.input, () => ({ as: 'NEW_MOVEMENT' })],
];
