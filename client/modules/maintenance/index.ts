export { UpkeepTab } from './UpkeepTab.tsx';
export { WorksTab } from './WorksTab.tsx';
