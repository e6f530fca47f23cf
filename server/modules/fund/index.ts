export { firstTill } from './starters.ts';
export { canceled, type Gone, letGoOf, voucherGone } from './voucher.ts';
