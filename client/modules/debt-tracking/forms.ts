import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';

export const PROMISE_FORM = pairedForm(['unitId', 'amount', 'promisedOn', 'how', 'byId', 'byName'], ['note']);
export const DISPUTE_FORM = pairedForm(['unitId', 'billIds'], ['reason', 'images']);
export const PLAN_FORM = pairedForm(
  ['unitId', 'billIds', 'total', 'count', 'firstDueOn', 'graceDays'],
  ['parts', 'signedFile'],
);
export const WRITE_OFF_FORM = pairedForm(['billId', 'amount', 'accountingDate'], ['reason', 'attachments']);
