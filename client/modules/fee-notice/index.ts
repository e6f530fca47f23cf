export { SendPreview } from './LazyPreview.tsx';
export { UnitNoticesTab } from './UnitNoticesTab.tsx';
