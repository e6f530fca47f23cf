import { fund } from '@lobby/shared/modules/fund.ts';
import { DENOMINATIONS, fundCount, worthOf } from '@lobby/shared/modules/fund-count.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { assertKeeper, fundBalances } from '../ledger/index.ts';

/** Tolerance for clocks that run ahead. */
const AHEAD_MS = 2 * 60_000;

const findFund = (ctx: Ctx, id: string | null | undefined): Promise<Doc<typeof fund> | null> =>
  records(fund).get(ctx, id);

/** Counted amount, from the denominations if given. */
function countedOf({ denominations, counted }: Values<typeof fundCount>): number {
  const lines = denominations ?? [];
  const strange = lines.findIndex(({ value }) => !DENOMINATIONS.some(denomination => denomination === value));
  if (strange >= 0)
    failFields(
      { [`denominations.${strange}.value`]: { code: 'COUNT_DENOMINATION_UNKNOWN' } },
      'COUNT_DENOMINATION_UNKNOWN',
    );
  const typed = counted ?? null;
  if (lines.length === 0) return typed ?? failFields({ counted: { code: 'REQUIRED' } });
  const sum = worthOf(lines);
  if (typed !== null && typed !== sum)
    failFields({ counted: { code: 'COUNT_SUM_DIFFERS', params: { sum } } }, 'COUNT_SUM_DIFFERS');
  return sum;
}

/** Compares a cash count with the entries posted by then (card fund, rule 8); posts nothing. */
export const countBehaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    await checkRefs(ctx, fundCount.fields, values);
    const at = values.countedAt ? new Date(values.countedAt) : ctx.now;
    if (at.getTime() > ctx.now.getTime() + AHEAD_MS)
      failFields({ countedAt: { code: 'COUNT_IN_FUTURE' } }, 'COUNT_IN_FUTURE');
    const counted = countedOf(values);
    const till = await findFund(ctx, values.fundId);
    if (till) await assertKeeper(ctx, [till]);
    const held = till ? await fundBalances(ctx.projectId, { postedBy: at, fundIds: [till._id] }) : null;
    const book = (till && held?.get(till._id)) ?? 0;
    const figures = { counted, book, difference: counted - book };
    return { ...values, ...figures, countedAt: at, countedById: ctx.employeeId };
  },
  async changes(ctx, { doc, before }) {
    if (!doc || before) return [];
    const till = await findFund(ctx, doc.fundId);
    const last = till?.lastCountedAt?.getTime() ?? 0;
    const at = doc.countedAt ?? ctx.now;
    if (!till || last >= at.getTime()) return [];
    return [
      { definition: fund, action: 'update', update: { doc: till, set: { lastCountedAt: at }, keepVersion: true } },
    ];
  },
  async inTransaction(ctx, session, { doc, before }) {
    if (!doc || before || !doc.difference) return;
    const who = toStaff(await loadReaders(ctx.projectId, fund.code, 'approve'));
    const subject = { module: fund.code, id: doc._id, title: doc.code ?? '', part: 'counts' };
    await notify(ctx, who, 'FUND_COUNT_DIFFERS', subject, session);
  },
} satisfies BehaviourOf<typeof fundCount>;
