export { ConnectionsPart } from './ConnectionsPart.tsx';
