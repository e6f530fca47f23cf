export {
  assertAfterLock,
  assertCancelNotLocked,
  assertMonthNotLocked,
  assertNotLocked,
  checkDay,
  checkVoucherDate,
  heldOpen,
  lockedTo,
  todayOf,
} from './locks.ts';
export { lockStateCollection } from './state.ts';
