import { fail } from '../../../kit/base/errors.ts';

/** Reasons for having nothing to send, with texts under `nothing` of the runs. */
export type Nothing =
  | 'NOT_ISSUED'
  | 'PAID'
  | 'NOT_LATE'
  | 'NO_LATE_FEE'
  | 'NO_SAMPLE'
  | 'NO_REMINDER'
  | 'BELOW_LEAST'
  | 'NOT_FAILED'
  | 'SENT';

export const failNothingToSend = (why: Nothing): never => fail('NOTHING_TO_SEND', { why: `notice-run.nothing.${why}` });
