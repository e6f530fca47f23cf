export { knownVisits, lostGuests, picturedVisits } from './jobs.ts';
export { newPassCode, newToken, passMoved, passOf, passRevoked, passValues } from './passes.ts';
