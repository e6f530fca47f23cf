export {
  checkDay,
  checkVoucherDate,
  heldOpen,
  lockedTo,
  refuseCancelLocked,
  refuseLocked,
  refuseLockedMonth,
  todayOf,
} from './locks.ts';
export { lockStateCollection } from './state.ts';
