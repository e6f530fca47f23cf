export { ClosuresPart } from './ClosuresPart.tsx';
export { ElevatorsPart } from './ElevatorsPart.tsx';
