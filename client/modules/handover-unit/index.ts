export { FloorMap } from './FloorMap.tsx';
