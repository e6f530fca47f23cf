export { FloorMap } from './FloorMap.tsx';
export { HandedOn } from './HandedOn.tsx';
