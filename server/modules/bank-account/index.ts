export { amountOf, drawn } from './calls.ts';
export { bankName, bankNumber } from './rules.ts';
export { accountFor, accountsByService, shownTransfer, virtualAt } from './transfer.ts';
