export { DepositStrip } from './DepositStrip.tsx';
