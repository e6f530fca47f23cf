export { PolicyBands } from './form/PolicyBands.tsx';
export { TimesTab } from './tabs/TimesTab.tsx';
