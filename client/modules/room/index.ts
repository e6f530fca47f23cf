export { TalksTab } from './TalksTab.tsx';
