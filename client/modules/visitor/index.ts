export { VisitorKeys } from './VisitorKeys.tsx';
