export { PolicyBands } from './PolicyBands.tsx';
export { TimesTab } from './TimesTab.tsx';
