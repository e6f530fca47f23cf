export { LabelsButton, ScanThing } from './Labels.tsx';
export { QrTab } from './QrTab.tsx';
