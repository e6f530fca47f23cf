export { WhatsNewBanner } from './WhatsNewBanner.tsx';
