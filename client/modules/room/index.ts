export { TalksTab } from './talk/TalksTab.tsx';
