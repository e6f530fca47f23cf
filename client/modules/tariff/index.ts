export { VersionsTab } from './VersionsTab.tsx';
