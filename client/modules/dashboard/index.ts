export { HomeTiles } from './HomeTiles.tsx';
