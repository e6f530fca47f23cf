export { taskBehaviour } from './behaviour.ts';
export { kinOf } from './kin.ts';
export { ended as workEnded, startsTicket, workPromised } from './ticket-work.ts';
