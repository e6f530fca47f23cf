import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { fundBalances, postings, reversals } from '../ledger/index.ts';
import { assertNotLocked, checkDay } from '../lock-date/index.ts';

const LAST = 999;
/** Fields that cannot change once the fund was used. */
const FIXED = ['kind', 'purpose'] as const;

/** Number of entries apart from the opening balance. */
const loadEntries = ({ projectId }: Ctx, fundId: string): Promise<number> =>
  records(journalEntry).count(
    { projectId },
    { 'lines.fundId': fundId, kind: { $nin: ['OPENING_FUND', 'OPENING_CANCEL'] } },
  );

const loadMethods = ({ projectId }: Ctx, fundId: string): Promise<number> =>
  records(paymentMethod).count({ projectId }, { fundId });

/** Requires a bank account for bank funds; kind and purpose are fixed once the fund was used. */
async function assertUnchanged(ctx: Ctx, values: Values<typeof fund>, doc: Doc<typeof fund> | null): Promise<void> {
  const whole: Values<typeof fund> = { ...doc, ...values };
  if (whole.kind === 'BANK' && !whole.bankAccountId && (!doc || 'bankAccountId' in values || 'kind' in values))
    failFields({ bankAccountId: { code: 'REQUIRED' } });
  const changed = FIXED.find(name => doc && name in values && values[name] !== doc[name]);
  if (!doc || !changed) return;
  const [entries, methods] = [await loadEntries(ctx, doc._id), await loadMethods(ctx, doc._id)];
  if (entries + methods > 0 || doc.openingBalance > 0)
    failFields({ [changed]: { code: 'FUND_IN_USE', params: { entries, methods } } }, 'FUND_IN_USE');
}

async function lastOrder({ projectId }: Ctx): Promise<number> {
  const last = await records(fund).first({ projectId }, {}, { only: ['order'], sort: { order: -1 } });
  return Math.min(LAST, (last?.order ?? 0) + 1);
}

export const fundBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'restore' || kind === 'remove') return values;
    await assertUnchanged(ctx, values, doc);
    return kind === 'update' ? values : { ...values, order: values.order ?? (await lastOrder(ctx)) };
  },
} satisfies BehaviourOf<typeof fund>;

/** Whether it is the last active cash fund. */
const isLastTill = async ({ projectId }: Ctx, { _id, kind, active }: Doc<typeof fund>): Promise<boolean> =>
  kind === 'CASH' &&
  active === true &&
  !(await records(fund).exists({ projectId }, { kind: 'CASH', active: true, _id: { $ne: _id } }));

const deactivate: Action<typeof fund, 'deactivate'> = async (ctx, doc) => {
  const balance = (await fundBalances(ctx.projectId, { fundIds: [doc._id] })).get(doc._id) ?? 0;
  const methods = await loadMethods(ctx, doc._id);
  if (balance !== 0 || methods > 0 || (await isLastTill(ctx, doc)))
    fail('FUND_IN_USE', { entries: await loadEntries(ctx, doc._id), methods, balance });
  return { set: { active: false } };
};

/** Posts the opening balance, replacing an earlier one; refused once there are other entries. */
const opening: Action<typeof fund, 'opening'> = async (ctx, doc, { amount, accountingDate }) => {
  const day = accountingDate;
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const before = doc.openingDate ?? day;
  if (doc.openingBalance > 0) await assertNotLocked(ctx, 'transaction', before, 'accountingDate');
  if ((await loadEntries(ctx, doc._id)) > 0) fail('FUND_OPENING_FIXED');
  const posting = { type: 'fund', doc } as const;
  return {
    // Without other entries the balance equals the opening balance.
    set: { openingBalance: amount, openingDate: day, balance: amount },
    with: [
      ...(await reversals(ctx, { ...posting, kind: 'OPENING_CANCEL', of: ['OPENING_FUND'], day: before })),
      ...(await opened(ctx, doc, amount, day)),
    ],
  };
};

const opened = (ctx: Ctx, doc: Doc<typeof fund>, amount: number, day: string): Promise<Change[]> =>
  postings(ctx, {
    kind: 'OPENING_FUND',
    day,
    type: 'fund',
    doc,
    occurrence: doc.version + 1,
    lines: [
      { account: 'FUND', fundId: doc._id, debit: amount },
      { account: 'OPENING_BALANCE', credit: amount },
    ],
  });

export const fundActs = {
  activate: () => ({ set: { active: true } }),
  deactivate,
  opening,
} satisfies ActionsOf<typeof fund>;
