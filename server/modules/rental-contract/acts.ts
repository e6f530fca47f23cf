import { datesFit, type rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Action, ActionsOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import { firstOf, isExpiring } from './complete-contract.ts';
import { alone } from './overlap.ts';

/** Refuses an end before the day of signing. */
const end: RuleOf<typeof rentalContract, { endedDate: string }> = (_ctx, doc, { endedDate }) => {
  const code = 'CONTRACT_ENDED_BEFORE_SIGNED';
  if (endedDate < doc.registerDate) failFields({ endedDate: { code } }, code);
  return { set: { endedDate, expiring: false, termsChangeOn: null } };
};

/** Corrects the end date of an expired contract, with its reminder; if the new end is past, the contract stays expired. */
const correctEnd: Action<typeof rentalContract, 'correct-end'> = (ctx, doc, { expiryDate }) => {
  const today = todayOf(ctx);
  const remindExpiredDate = usualReminder(doc.startDate, expiryDate);
  const terms = { expiryDate, remindExpiredDate };
  const errors = datesFit({ ...doc, ...terms });
  if (Object.keys(errors).length > 0) failFields(errors);
  const runs = expiryDate >= today;
  return {
    set: { ...terms, ...firstOf(terms), expiring: runs && isExpiring(remindExpiredDate, today, null) },
    status: runs ? 'ACTIVE' : 'EXPIRED',
    ...(runs && { also: session => alone(ctx, session, { ...doc, ...terms, status: 'ACTIVE' }, 'expiryDate') }),
  };
};

/** Actions on a contract, beside the change of status (domain.md, Rental contract). */
export const acts = {
  terminate: end,
  liquidate: end,
  'correct-end': correctEnd,
  // A contract prolonged meanwhile stays active.
  expire: (ctx, doc) => (doc.expiryDate < todayOf(ctx) ? { set: { expiring: false } } : fail('STATUS_NOT_ALLOWED')),
} satisfies ActionsOf<typeof rentalContract>;
