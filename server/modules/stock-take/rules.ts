import { stockTake, stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Action, ActionsOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { insertBeside } from '../../kit/store/beside.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { approve } from './approve.ts';
import { loadFigures, loadLines, writeFigures } from './figures.ts';
import { needRight } from './rights.ts';
import { linesFor } from './scope.ts';

const REQUIRED = { code: 'REQUIRED' } as const;
const NAMED = 20;
const OF = {
  SUPPLY: ['warehouseIds', 'categoryIds'],
  ASSET: ['placeIds', 'departmentIds', 'assetCategoryIds'],
} as const;

export const subjectOf = ({ _id, title, code }: Doc<typeof stockTake>) => ({
  module: stockTake.code,
  id: _id,
  title: `${code} · ${title}`,
});
export const notifyCounters = (
  ctx: Ctx,
  doc: Doc<typeof stockTake>,
  kind:
    | 'STOCK_TAKE_STARTED'
    | 'STOCK_TAKE_RECOUNT'
    | 'STOCK_TAKE_COMPLETED'
    | 'STOCK_TAKE_CANCELLED'
    | 'STOCK_TAKE_DUE',
  session: Session,
) => notify(ctx, toStaff(doc.countedBy), kind, subjectOf(doc), session);

/** Completes a stock take: it needs a scope and counters; its kind is fixed. */
export async function completeTake(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof stockTake>,
): Promise<Values<typeof stockTake>> {
  const whole: Values<typeof stockTake> = { ...doc, ...values };
  needRight(ctx, whole.kind, kind === 'remove' ? 'delete' : 'write');
  if (kind === 'remove' || kind === 'restore') return values;
  if (doc && whole.kind !== doc.kind) failFields({ kind: { code: 'INVALID' } });
  const { dueOn } = values;
  if (typeof dueOn === 'string' && dueOn !== doc?.dueOn && dueOn < todayOf(ctx))
    failFields({ dueOn: { code: 'DATE_IN_PAST' } });
  if ((whole.countedBy ?? []).length === 0) failFields({ countedBy: REQUIRED });
  if (whole.kind === 'SUPPLY' && (whole.warehouseIds ?? []).length === 0) failFields({ warehouseIds: REQUIRED });
  const scoped = OF.ASSET.some(name => (whole[name] ?? []).length > 0) || whole.all === true;
  if (whole.kind === 'ASSET' && !scoped) failFields(Object.fromEntries(OF.ASSET.map(name => [name, REQUIRED])));
  const strange = whole.kind === 'SUPPLY' ? [...OF.ASSET] : [...OF.SUPPLY];
  // Values that are cleared are validated all the same.
  await checkRefs(ctx, stockTake.fields, values, whole);
  const none = Object.fromEntries(strange.map(name => [name, []]));
  return { ...values, ...none, ...(whole.kind === 'SUPPLY' && { all: false }) };
}

/** Refuses supplies or assets that are in another running stock take. */
async function assertNoOverlap(
  ctx: Ctx,
  take: Doc<typeof stockTake>,
  lines: readonly Doc<typeof stockTakeLine>[],
  session: Session,
): Promise<void> {
  await serializeBy(`stock-take ${ctx.projectId}`, session);
  const others = await records(stockTake)
    .in(session)
    .find(
      ctx,
      { _id: { $ne: take._id }, status: { $in: ['COUNTING', 'REVIEW'] }, kind: take.kind },
      { only: ['code', 'title'] },
    );
  if (others.length === 0) return;
  const things =
    take.kind === 'ASSET'
      ? { assetId: { $in: lines.flatMap(({ assetId }) => assetId ?? []) } }
      : {
          supplyId: { $in: lines.flatMap(({ supplyId }) => supplyId ?? []) },
          warehouseId: { $in: take.warehouseIds },
        };
  const same = await records(stockTakeLine)
    .in(session)
    .first(ctx, { takeId: { $in: others.map(({ _id }) => _id) }, ...things });
  const other = others.find(({ _id }) => _id === same?.takeId);
  if (other) fail('STOCK_TAKE_OVERLAPS', { id: other._id, code: other.code, title: other.title });
}

const start: Action<typeof stockTake, 'start'> = async (ctx, doc) => {
  needRight(ctx, doc.kind, 'updateStatus');
  const lines = await linesFor(ctx, doc);
  return {
    set: { total: lines.length, counted: 0, differing: 0, differenceValue: 0, startedAt: ctx.now },
    first: session => assertNoOverlap(ctx, doc, lines, session),
    async also(session) {
      await insertBeside(stockTakeLine, lines, session);
      await notifyCounters(ctx, doc, 'STOCK_TAKE_STARTED', session);
    },
  };
};

/** Ends the count: differences are calculated against the book stock at the time each line was counted. */
const finish: Action<typeof stockTake, 'finish'> = async (ctx, doc, { force, reason }) => {
  needRight(ctx, doc.kind, 'updateStatus');
  const lines = await loadLines(ctx, doc._id);
  const open = lines.filter(({ state }) => state !== 'COUNTED');
  if (open.length > 0 && force !== true) {
    const named = open.slice(0, NAMED).map(({ _id: id, name, itemCode, state }) => ({ id, name, itemCode, state }));
    fail('STOCK_TAKE_OPEN', { count: open.length, lines: named });
  }
  if (open.length > 0 && !reason) failFields({ reason: REQUIRED });
  const figures = await loadFigures(ctx, doc, lines);
  const differing = figures.filter(({ differs }) => differs);
  return {
    set: {
      differing: differing.length,
      counted: lines.length - open.length,
      differenceValue: differing.reduce((sum, { set }) => sum + (set.worth ?? 0), 0),
      reason: reason ?? null,
    },
    async also(session) {
      await writeFigures(figures, session);
      const deciders = await loadReaders(ctx.projectId, stockTake.code, 'approve');
      await notify(ctx, toStaff(deciders), 'STOCK_TAKE_REVIEW', subjectOf(doc), session);
    },
  };
};

const cancel: Action<typeof stockTake, 'cancel'> = (ctx, doc) => {
  needRight(ctx, doc.kind, 'updateStatus');
  return { also: session => notifyCounters(ctx, doc, 'STOCK_TAKE_CANCELLED', session) };
};

export const takeActs = {
  start,
  finish,
  approve: async (ctx, doc, input) => {
    needRight(ctx, doc.kind, 'approve');
    const effect = await approve(ctx, doc, input);
    return {
      ...effect,
      async also(session) {
        await effect.also?.(session);
        await notifyCounters(ctx, doc, 'STOCK_TAKE_COMPLETED', session);
      },
    };
  },
  cancel,
} satisfies ActionsOf<typeof stockTake>;
