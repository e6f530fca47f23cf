export { depositLine, voucherIn } from './books.ts';
export { depositsJob } from './jobs.ts';
export {
  askDeposit,
  confirmDeposit,
  type DepositOf,
  giveBackDeposit,
  keepDeposit,
  owedBack,
  takeDeposit,
} from './of-form.ts';
export { collect, collectedWith } from './requests.ts';
export { cancelledDeposit } from './rules.ts';
