export { GuideButton } from './GuideButton.tsx';
export { GuidePanel } from './GuidePanel.tsx';
