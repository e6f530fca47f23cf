export { LinesTab } from './LinesTab.tsx';
