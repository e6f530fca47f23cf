export { endApproval } from './approvals.ts';
export {
  depositActs,
  depositAsked,
  depositAtEnd,
  depositDue,
  depositGivenUp,
  refuseHeld,
  refuseUncollected,
} from './deposit.ts';
export { beginForm, formActs, refuseStranger, tellOfForm, together } from './forms.ts';
export { guardedFiles } from './guarded-files.ts';
export { mark } from './mark.ts';
export { regulationRoute } from './regulation.ts';
export { atHome } from './role.ts';
export { subjectOf, telling, told } from './telling.ts';
