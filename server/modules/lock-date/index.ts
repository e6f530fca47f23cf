export {
  checkDay,
  checkVoucherDate,
  heldOpen,
  lockedTo,
  refuseCancelLocked,
  refuseLocked,
  refuseLockedMonth,
  refuseWithin,
  todayOf,
} from './locks.ts';
export { lockStateCollection } from './state.ts';
