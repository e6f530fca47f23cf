export { endApproval } from './approvals.ts';
export {
  depositActs,
  depositAsked,
  depositDue,
  depositGivenUp,
  refuseHeld,
  refuseUncollected,
  refuseUnrefunded,
} from './deposit.ts';
export {
  addFiles,
  beginForm,
  formActs,
  refuseStranger,
  subjectOf,
  telling,
  tellOfForm,
  told,
} from './forms.ts';
export { guardedFiles } from './guarded-files.ts';
export { regulationRoute } from './regulation.ts';
