import { type bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { fail } from '../../kit/base/errors.ts';
import type { BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';

/** Removing a file removes its lines; refused once one of them is booked or ignored. */
export const statementBehaviour: BehaviourOf<typeof bankStatement> = {
  async check(ctx, { kind, values, doc }) {
    if (kind !== 'remove') return values;
    const of = { statementId: doc._id, status: { $in: ['MATCHED', 'IGNORED'] as const } };
    const count = await records(bankStatementLine).count(ctx, of);
    if (count > 0) fail('STATEMENT_IN_USE', { count });
    return values;
  },
};
