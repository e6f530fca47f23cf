export { CountingPart } from './CountingPart.tsx';
export { CountsTab } from './CountsTab.tsx';
