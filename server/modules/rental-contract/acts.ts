import { fail, failFields } from '../../kit/base/errors.ts';
import type { Rule } from '../../kit/records/act.ts';
import { todayOf } from './complete-contract.ts';

/** The day of the end is not before the signing. */
const end: Rule = (_ctx, doc, { endedDate }) => {
  const code = 'CONTRACT_ENDED_BEFORE_SIGNED';
  if (String(endedDate) < String(doc.registerDate)) failFields({ endedDate: { code } }, code);
  return { set: { endedDate, expiring: false, termsChangeOn: null } };
};

/** What each act on a contract does beside its change of status (domain.md, Rental contract). */
export const acts = {
  terminate: end,
  liquidate: end,
  // Prolonged at this moment: it stays active.
  expire: (ctx, doc) =>
    String(doc.expiryDate) < todayOf(ctx) ? { set: { expiring: false } } : fail('STATUS_NOT_ALLOWED'),
} satisfies Readonly<Record<string, Rule>>;
