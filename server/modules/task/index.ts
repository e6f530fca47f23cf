export { taskBehaviour } from './behaviour.ts';
export { kinOf } from './kin.ts';
export { addTicketWork, endTicketWork as workEnded, startsTicket } from './ticket-work.ts';
