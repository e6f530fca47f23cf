export { RequestsTab } from './RequestsTab.tsx';
