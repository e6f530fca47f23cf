export { taskBehaviour } from './behaviour.ts';
export { ended as workEnded, startsTicket, workPromised } from './ticket-work.ts';
