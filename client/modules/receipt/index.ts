export { PrintButton } from './PrintButton.tsx';
export { VoucherPaper } from './VoucherPaper.tsx';
