export { firstTill } from './starters.ts';
export { cancellationOf, type Gone, loadLetGo, voucherGone } from './voucher.ts';
