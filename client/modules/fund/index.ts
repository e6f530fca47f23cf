export { MethodAndFund } from './MethodAndFund.tsx';
export { type FundOption, useMoneyPlace } from './useMoneyPlace.ts';
