export { newPassCode, newToken, passMoved, passOf, passRevoked, passValues } from './passes.ts';
