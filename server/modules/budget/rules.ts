import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { type BudgetLine, type BudgetMonth, budget, yearOf } from '@lobby/shared/modules/budget.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Action, ActionsOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';

type Planned = Pick<BudgetLine, 'kind'> & Partial<Record<BudgetMonth, number>>;
const totalOf = (lines: readonly Planned[], kind: BudgetLine['kind']) =>
  lines.filter(line => line.kind === kind).reduce((sum, line) => sum + yearOf(line), 0);

/** Annual totals of the lines. */
export const sumsOf = (lines: readonly Planned[]) => ({
  incomeTotal: totalOf(lines, 'INCOME'),
  expenseTotal: totalOf(lines, 'EXPENSE'),
});

export const keyOf = ({ year, edition, name }: Values<typeof budget>): string =>
  `${year} ${edition ?? 1} ${nameKey(name ?? '')}`;

const subjectOf = ({ _id, name, year }: Doc<typeof budget>) => ({
  module: budget.code,
  id: _id,
  title: `${name} ${year}`,
});

/** Requires income lines to use a service or an income category, expense lines an expense category. */
async function assertLinesFitKinds(
  { projectId }: Ctx,
  lines: readonly Pick<BudgetLine, 'kind' | 'serviceId' | 'categoryId'>[],
): Promise<void> {
  const ids = lines.flatMap(({ categoryId }) => categoryId ?? []);
  const categories = await loadRefs(projectId, voucherCategory, ids);
  const wrong = lines.flatMap(({ kind, serviceId, categoryId }, n) => {
    const category = categories.get(categoryId ?? '');
    if (serviceId && kind === 'EXPENSE') return [`lines.${n}.serviceId`];
    return category && category.kind !== kind ? [`lines.${n}.categoryId`] : [];
  });
  const error = { code: 'REFERENCE_NOT_SUITABLE' };
  if (wrong.length > 0) failFields(Object.fromEntries(wrong.map(name => [name, error])), error.code);
}

/** Refuses edits while a budget is submitted or approved; a revision keeps year, purpose and block. */
export async function completeBudget(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof budget>,
): Promise<Values<typeof budget>> {
  if (doc && doc.status !== 'DRAFT' && doc.status !== 'REJECTED') fail('BUDGET_FIXED');
  if (kind === 'remove' || kind === 'restore') return values;
  const pinned = doc?.replacesId ? (['year', 'purpose', 'blockId'] as const) : [];
  const moved = pinned.filter(name => name in values && (values[name] ?? null) !== (doc?.[name] ?? null));
  if (moved.length > 0)
    failFields(Object.fromEntries(moved.map(name => [name, { code: 'BUDGET_FIXED' }])), 'BUDGET_FIXED');
  const whole = { ...doc, ...values };
  const none = { serviceId: null, categoryId: null, note: null };
  const lines = (whole.lines ?? []).map(line => ({ ...none, ...line }));
  if ('lines' in values) await assertLinesFitKinds(ctx, lines);
  return { ...values, ...('lines' in values && { lines }), ...sumsOf(lines), nameKey: keyOf(whole) };
}

const submit: Action<typeof budget, 'submit'> = async (ctx, doc) => {
  if (doc.lines.length === 0) failFields({ lines: { code: 'BUDGET_EMPTY' } }, 'BUDGET_EMPTY');
  const who = await loadReaders(ctx.projectId, budget.code, 'approve');
  return {
    set: { submittedById: ctx.employeeId, fixed: true, reason: null },
    also: session => notify(ctx, toStaff(who), 'BUDGET_SUBMITTED', subjectOf(doc), session),
  };
};

const toldTo = ({ submittedById }: Doc<typeof budget>) => toStaff(submittedById ? [submittedById] : []);

/** Approves a budget and closes the edition that it replaces; one per year, purpose and block is in force. */
const approve: Action<typeof budget, 'approve'> = async (ctx, doc, { note }) => {
  if (doc.submittedById === ctx.employeeId) fail('SELF_APPROVAL');
  const approved = { projectId: ctx.projectId, deletedAt: null, status: 'APPROVED' } as const;
  const before = await records(budget).first(ctx, { ...approved, _id: doc.replacesId });
  const closes: Change[] = before
    ? [{ definition: budget, action: 'close', update: { doc: before, set: { status: 'CLOSED' } } }]
    : [];
  return {
    set: { decisionNote: note ?? null },
    with: closes,
    async first(session) {
      await serializeBy(`budget ${ctx.projectId}`, session);
      const { year, purpose, blockId } = doc;
      const same = {
        ...approved,
        year,
        purpose,
        blockId: blockId ?? null,
        _id: { $nin: [doc._id, doc.replacesId] },
      } as const;
      if (await records(budget).in(session).exists(ctx, same)) fail('BUDGET_EXISTS');
    },
    also: session => notify(ctx, toldTo(doc), 'BUDGET_APPROVED', subjectOf(doc), session),
  };
};

const reject: Action<typeof budget, 'reject'> = (ctx, doc) => ({
  set: { fixed: false },
  also: session => notify(ctx, toldTo(doc), 'BUDGET_REJECTED', subjectOf(doc), session),
});

const close: Action<typeof budget, 'close'> = (ctx, doc) => {
  if (todayOf(ctx) <= `${doc.year}-12-31`) fail('BUDGET_YEAR_OPEN');
  return {};
};

export const budgetActs = { submit, approve, reject, close } satisfies ActionsOf<typeof budget>;
