export { UnitStanding } from './series/StandingTab.tsx';
