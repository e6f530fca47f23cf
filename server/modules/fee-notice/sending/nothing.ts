import { fail } from '../../../kit/base/errors.ts';

/** Why there is nothing to send; the words stand under `nothing` of the runs. */
export type Nothing =
  | 'NOT_ISSUED'
  | 'PAID'
  | 'NOT_LATE'
  | 'NO_LATE_FEE'
  | 'NO_SAMPLE'
  | 'NO_REMINDER'
  | 'BELOW_LEAST'
  | 'SENT';

/** Refuses a sending that would reach nobody, and says why. */
export const failNothingToSend = (why: Nothing): never => fail('NOTHING_TO_SEND', { why: `notice-run.nothing.${why}` });
