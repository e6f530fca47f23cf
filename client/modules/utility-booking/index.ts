export { UnitStanding } from './StandingTab.tsx';
