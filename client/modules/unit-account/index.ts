export { AccountTab } from './AccountTab.tsx';
