export { knownVisits, lostGuests, picturedVisits } from './jobs.ts';
export { loadPass, newPassCode, newToken, passMoved, passRevoked, passValues } from './pass/passes.ts';
