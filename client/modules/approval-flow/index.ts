export { useFlowTab } from './FlowTab.tsx';
export { useStepWording } from './wording.ts';
