export { knownVisits, lostGuests, picturedVisits } from './jobs.ts';
export { loadPass, newPassCode, newToken, passMoved, passRevoked, passValues } from './passes.ts';
