export { FloorMap, MapLegend } from './plan/FloorMap.tsx';
export { HandedOn } from './plan/HandedOn.tsx';
