export { Bars } from './CountedFigure.tsx';
