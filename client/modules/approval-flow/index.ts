export { useFlowTab } from './FlowTab.tsx';
export { FormRecordsPage } from './FormRecordsPage.tsx';
export { useStepWording } from './wording.ts';
