import { randomBytes, randomInt } from 'node:crypto';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { failInUse } from '../../kit/store/refs/inbound-refs.ts';

const KEY_LETTERS = 24;
const newKey = () =>
  Array.from({ length: KEY_LETTERS }, () => String.fromCharCode('a'.charCodeAt(0) + randomInt(26))).join('');
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Refuses accounts that another active connection reports. */
async function assertAccountsFree(
  { projectId }: Ctx,
  accountIds: readonly string[],
  connectionId?: string,
): Promise<void> {
  const taken = await records(bankConnection).first(
    { projectId },
    { status: 'ACTIVE', bankAccountIds: { $in: [...accountIds] }, ...(connectionId && { _id: { $ne: connectionId } }) },
  );
  if (taken)
    failFields(
      { bankAccountIds: { code: 'CONNECTION_ACCOUNT_TAKEN', params: { name: taken.name } } },
      'CONNECTION_ACCOUNT_TAKEN',
    );
}

export const connectionBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'restore') return values;
    if (kind === 'remove') {
      // Connections with stored lines cannot be removed; pause them instead.
      const count = doc.lastAt ? await records(bankStatementLine).count(ctx, { connectionId: doc._id }) : 0;
      if (count > 0) failInUse(bankStatementLine, count, { field: 'connectionId' });
      return values;
    }
    const whole: Values<typeof bankConnection> = { ...doc, ...values };
    if (doc && 'provider' in values && values.provider !== doc.provider)
      failFields({ provider: { code: 'UNKNOWN_FIELD' } });
    if (whole.auth === 'API_KEY' && whole.provider !== 'SEPAY') failFields({ auth: { code: 'CHOICE_INVALID' } });
    const accountIds = whole.bankAccountIds ?? [];
    if (accountIds.length === 0) failFields({ bankAccountIds: { code: 'REQUIRED' } });
    if (whole.status !== 'PAUSED') await assertAccountsFree(ctx, accountIds, doc?._id);
    return doc ? values : { ...values, key: newKey() };
  },
} satisfies BehaviourOf<typeof bankConnection>;

const resume: Action<typeof bankConnection, 'resume'> = async (ctx, doc) => {
  await assertAccountsFree(ctx, doc.bankAccountIds, doc._id);
  return {};
};
export const connectionActs = { resume } satisfies ActionsOf<typeof bankConnection>;
