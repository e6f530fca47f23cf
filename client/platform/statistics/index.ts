export { CountedChart, CountedRanks } from './CountedFigure.tsx';
