export { ClosedMark } from './ClosedMark.tsx';
