export { firstTill } from './starters.ts';
export { canceled, type Gone, loadLetGo, voucherGone } from './voucher.ts';
