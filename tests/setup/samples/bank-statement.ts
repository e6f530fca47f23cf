import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { LINE_AMOUNT } from '../approval-samples.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // The parts of a split are its amount.
  [bankStatementLine.fields, () => ({ amount: LINE_AMOUNT })],
  // What is paid by it nobody chooses, and no part of it is a deposit that was asked for.
  [bankStatementLine.actions.match.input, () => ({ allocations: undefined })],
  [bankStatementLine.actions.split.input.rows.of, () => ({ depositRequestId: undefined })],
  // The same movement once more is left out instead.
  [bankStatementLine.actions.resolve.input, () => ({ as: 'NEW_MOVEMENT' })],
];
