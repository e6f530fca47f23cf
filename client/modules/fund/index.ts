export { MethodAndFund } from './MethodAndFund.tsx';
export { fundOf, lineOf, useMoneyPlace, useWays, type Way, wayFor } from './useMoneyPlace.ts';
