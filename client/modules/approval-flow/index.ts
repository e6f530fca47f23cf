export { useFlowTab } from './FlowTab.tsx';
export { FormRecordsPage } from './FormRecordsPage.tsx';
