export { DepositEnd } from './DepositEnd.tsx';
export { DepositStrip } from './DepositStrip.tsx';
