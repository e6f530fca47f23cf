export { amountOf, drawVietQr } from './calls.ts';
export { bankName, bankNumber } from './rules.ts';
export {
  accountFor,
  accountsByService,
  payeeSchema,
  shownTransfer,
  shownTransferSchema,
  virtualAt,
} from './transfer.ts';
