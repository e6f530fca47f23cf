export { SendPreview } from './sending/LazyPreview.tsx';
export { UnitNoticesTab } from './UnitNoticesTab.tsx';
