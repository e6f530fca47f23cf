export { taskBehaviour } from './behaviour.ts';
export { kinOf } from './task-sight.ts';
export { addTicketWork, endTicketWork as workEnded, startsTicket } from './ticket-work.ts';
