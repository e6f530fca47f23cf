export { HotlinesPart } from './HotlinesPart.tsx';
