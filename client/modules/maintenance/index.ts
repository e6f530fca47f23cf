export { WorksTab } from './WorksTab.tsx';
