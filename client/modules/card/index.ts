export { UnitCards } from './UnitCards.tsx';
