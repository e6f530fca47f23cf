export { FloorMap, MapLegend } from './FloorMap.tsx';
export { HandedOn } from './HandedOn.tsx';
