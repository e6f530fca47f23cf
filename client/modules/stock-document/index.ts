export { DocumentsPart } from './DocumentsPart.tsx';
