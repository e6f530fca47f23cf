export { CountedChart } from './CountedFigure.tsx';
