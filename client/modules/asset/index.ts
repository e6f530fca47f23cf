export { QrTab } from './QrTab.tsx';
