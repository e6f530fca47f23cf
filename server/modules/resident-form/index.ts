export { endApproval } from './approvals.ts';
export {
  assertCollected,
  assertNotHeld,
  depositActs,
  depositAsked,
  depositAtEnd,
  depositDue,
  depositGivenUp,
} from './deposit.ts';
export { markDue } from './due-marks.ts';
export { subjectOf, withNotice, withStatusNotice } from './form-notices.ts';
export { assertLivesInUnit, beginForm, combineEffects, formActs, notifyOfForm } from './forms.ts';
export { guardedFiles } from './guarded-files.ts';
export { regulationRoute } from './regulation.ts';
export { atHome } from './role.ts';
