export { VisitorKeys } from './desk/VisitorKeys.tsx';
