export {
  assertAfterLock,
  assertCancelNotLocked,
  assertMonthNotLocked,
  assertNotLocked,
  checkDay,
  checkVoucherDate,
  heldOpen,
  lockedTo,
} from './locks.ts';
export { lockStateCollection } from './state.ts';
