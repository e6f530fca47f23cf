import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import type { BehaviourOf, EffectOf, Values } from '../../kit/records/typed-behaviour.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { type Line, postings, reversals } from '../ledger/index.ts';
import { assertCancelNotLocked, checkDay, checkVoucherDate } from '../lock-date/index.ts';
import { cancellationOf, loadLetGo } from './voucher.ts';

const FEES = 'BANK_FEE';

const moved = (doc: Doc<typeof fundTransfer>): Line[] => [
  { account: 'FUND', fundId: doc.toFundId, debit: doc.amount },
  { account: 'EXPENSE', category: FEES, debit: doc.fee },
  { account: 'FUND', fundId: doc.fromFundId, credit: doc.amount + doc.fee },
];

/** Refuses inactive funds, and transfers out of a maintenance fund to funds of other purposes. */
async function assertFunds(ctx: Ctx, values: Values<typeof fundTransfer>): Promise<void> {
  const ids = [values.fromFundId, values.toFundId].flatMap(id => id ?? []);
  const funds = await records(fund).find(ctx, { _id: { $in: ids } });
  const of = (id: string | null | undefined) => funds.find(({ _id }) => _id === id);
  for (const field of ['fromFundId', 'toFundId'] as const)
    if (of(values[field])?.active === false)
      failFields({ [field]: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
  const [from, to] = [of(values.fromFundId), of(values.toFundId)];
  if (from?.purpose === 'MAINTENANCE' && to?.purpose !== 'MAINTENANCE') fail('FUND_PURPOSE_MISMATCH');
}

/** Tells the keepers of both funds. */
async function notifyKeepers(
  ctx: Ctx,
  kind: 'FUND_TRANSFER_MADE' | 'FUND_TRANSFER_CANCELLED',
  { _id: id, code, fromFundId, toFundId }: Doc<typeof fundTransfer>,
  session: Session,
): Promise<void> {
  const funds = await records(fund)
    .withRemoved()
    .in(session)
    .find(ctx, { _id: { $in: [fromFundId, toFundId] } });
  // Older funds have no keepers.
  const keepers = new Set(funds.flatMap(({ keeperIds = [] }) => keeperIds));
  await notify(ctx, toStaff([...keepers]), kind, { module: fundTransfer.code, id, title: code ?? '' }, session);
}

export const transferBehaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    if (values.fromFundId === values.toFundId)
      failFields({ toFundId: { code: 'FUND_TRANSFER_SAME' } }, 'FUND_TRANSFER_SAME');
    await checkRefs(ctx, fundTransfer.fields, values);
    await checkDay(ctx, 'transaction', values.accountingDate ?? '', 'accountingDate');
    checkVoucherDate(ctx, values);
    await assertFunds(ctx, values);
    return { voucherDate: values.accountingDate, ...values, makerId: ctx.employeeId };
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create'
      ? postings(ctx, {
          kind: 'FUND_TRANSFER',
          day: doc.accountingDate,
          type: 'fund-transfer',
          doc,
          lines: moved(doc),
        })
      : [],
  number: (_ctx, session, doc) => giveNumber(fundTransfer, doc, 'CQ', doc.accountingDate, session),
  async inTransaction(ctx, session, { kind, doc }) {
    if (kind === 'create') await notifyKeepers(ctx, 'FUND_TRANSFER_MADE', doc, session);
  },
} satisfies BehaviourOf<typeof fundTransfer>;

export async function cancelTransfer(ctx: Ctx, doc: Doc<typeof fundTransfer>): Promise<EffectOf<typeof fundTransfer>> {
  await assertCancelNotLocked(ctx, 'transaction', doc.accountingDate, doc.code);
  const of = ['FUND_TRANSFER'] as const;
  const type = 'fund-transfer';
  return {
    set: cancellationOf(ctx),
    also: session => notifyKeepers(ctx, 'FUND_TRANSFER_CANCELLED', doc, session),
    with: [
      ...(await reversals(ctx, { kind: 'TRANSFER_CANCEL', of, day: todayOf(ctx), type, doc })),
      ...(await loadLetGo(ctx, { entity: fundTransfer.name, id: doc._id, by: null })),
    ],
  };
}
