export { ListsPart } from './ListsPart.tsx';
