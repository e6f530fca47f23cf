export { ContractsTab } from './ContractsTab.tsx';
