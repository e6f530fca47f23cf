export { OnlinePart } from './OnlinePart.tsx';
