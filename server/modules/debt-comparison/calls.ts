import type { Filter } from '@lobby/shared/kit/definition.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { chosenIdsSchema, daySchema, idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { words } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { joinedQuery } from '../../kit/records/lists/list.ts';
import { build, create } from '../../kit/records/records.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { loadOwed, sumOwed, undisputed } from '../payment/index.ts';
import { drawnFrom, wantedIn } from '../unit-account/index.ts';
import { comparisonBehaviour, loadOffset, plannedOffset } from './acts.ts';
import { accruedOf, figuresOn, summedBy, usableOf } from './figures.ts';

const MOST = 200;
/** Maximum number of units shown. */
const MOST_SHOWN = 2000;

const HOLDS = { $or: [{ balance: { $gt: 0 } }, { advance: { $gt: 0 } }] };

/** Current debts and credits of units, those that can be offset first. */
async function live(ctx: Ctx, filter: Filter, blockId: string | undefined) {
  const chosen = await joinedQuery(unitAccount, filter, ctx);
  const homes = blockId ? await records(unit).find(ctx, { blockId }, { only: ['_id'] }) : null;
  const inBlock = homes ? { _id: { $in: homes.map(({ _id }) => _id) } } : {};
  const accounts = await records(unitAccount).find(
    ctx,
    { $and: [chosen, inBlock, { $or: [{ owed: { $gt: 0 } }, ...HOLDS.$or] }] },
    { sort: { owed: -1 }, limit: MOST_SHOWN, patience: 10_000 },
  );
  const ids = accounts.map(({ _id }) => _id);
  const both = accounts
    .filter(({ owed, balance, advance }) => owed > 0 && balance + advance > 0)
    .map(account => account._id);
  const [bills, ahead] = await Promise.all([
    loadOwed(
      ctx,
      accounts.filter(({ owed }) => owed > 0).map(({ _id }) => _id),
    ),
    records(serviceAdvance).find(ctx, { unitId: { $in: ids }, balance: { $gt: 0 } }),
  ]);
  const advances = Map.groupBy(ahead, ({ unitId }) => unitId);
  const rows = accounts.map(({ _id: unitId, owed, balance, advance, deposit }) => {
    const unitBills = bills.get(unitId) ?? [];
    const paidAhead = (advances.get(unitId) ?? []).map(row => [row.serviceId, row.balance] as const);
    const held = { left: balance, advances: new Map(paidAhead) };
    const plan = both.includes(unitId) ? drawnFrom(held, wantedIn(ctx, undisputed(unitBills), false)) : null;
    const debts = summedBy(
      unitBills,
      ({ doc }) => doc.serviceId,
      ({ remaining, interest, accrued }) => remaining + interest - accrued,
    );
    return {
      unitId,
      debt: owed,
      interest: accruedOf(unitBills),
      account: balance,
      advance,
      deposits: deposit,
      disputed: sumOwed(unitBills) - sumOwed(undisputed(unitBills)),
      difference: balance + usableOf(paidAhead, debts) - owed,
      offset: plan?.amount ?? 0,
    };
  });
  return rows.toSorted((a, b) => b.offset - a.offset || b.debt - a.debt || a.unitId.localeCompare(b.unitId));
}

const figure = z.int();
const liveRow = z.object({
  unitId: z.string(),
  debt: figure,
  interest: figure,
  account: figure,
  advance: figure,
  deposits: figure,
  disputed: figure,
  difference: figure,
  offset: figure,
});
const refused = z.array(z.object({ id: z.string(), code: z.string(), message: z.string() }));
type Refused = z.infer<typeof refused>;

/** Runs work for each id separately; refusals are collected and do not stop the others. */
async function loadEach<T>(ctx: Ctx, ids: readonly string[], work: (own: Ctx, id: string) => Promise<T>) {
  const done: T[] = [];
  const left: Refused = [];
  for (const id of new Set(ids))
    try {
      done.push(await retryOnConflict(() => work({ ...ctx, once: null }, id)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      left.push({ id, code: error.code, message: words(ctx, error.code, error.data) });
    }
  return { done, refused: left };
}

interface Chosen {
  ids?: readonly string[] | undefined;
  isAll?: true | undefined;
  filter?: Filter | undefined;
}

/** The selected units, or all filtered ones with debt and credit. */
async function loadUnits(ctx: Ctx, { ids = [], isAll, filter }: Chosen): Promise<string[]> {
  if (!isAll) return ids.length > 0 ? [...ids] : fail('EMPTY_APARTMENT_SELECTED');
  const chosen = await joinedQuery(unitAccount, filter ?? {}, ctx);
  const where = { $and: [chosen, { owed: { $gt: 0 } }, HOLDS] };
  const accounts = await records(unitAccount).find(ctx, where, { only: ['_id'], limit: MOST + 1 });
  if (accounts.length > MOST) failFields({ ids: { code: 'TOO_MANY', params: { max: MOST } } });
  return accounts.map(({ _id }) => _id);
}

/** Creates and executes a comparison of a unit's current debt in one transaction. */
async function offsetNow(
  ctx: Ctx,
  unitId: string,
  { agreed, withInterest }: { agreed?: number; withInterest: boolean },
) {
  const input = { withInterest };
  const values = { unitId, asOf: todayOf(ctx) };
  const open = await records(debtComparison).first(ctx, { ...values, status: 'NOT_OFFSET' });
  const whole = await comparisonBehaviour.check(ctx, { kind: 'create', values, doc: null });
  const doc: Doc<typeof debtComparison> = open ?? (await build(ctx, debtComparison, whole));
  const { set, with: changes } = await loadOffset(ctx, doc, input);
  if (set.offset !== (agreed ?? set.offset)) fail('DATA_STALE');
  const status = 'OFFSET' as const;
  const change = open
    ? { definition: debtComparison, action: 'offset', update: { doc: open, set: { ...set, status } } }
    : { definition: debtComparison, action: 'create', insert: { ...doc, ...set, status } };
  await save(ctx, [change, ...changes]);
  return { id: doc._id, unitId, amount: set.offset };
}

const of = { module: debtComparison.code } as const;
const { path } = debtComparison;

export const comparisonCalls: readonly Route[] = [
  route({
    ...of,
    method: 'get',
    path: `${path}/live`,
    summary: 'What units owe and what is held for them today, without a document',
    flags: ['read'],
    query: z.strictObject({ filter: filterSchema(unitAccount).default({}), blockId: idSchema.optional() }),
    answer: z.array(liveRow),
    run: (ctx, { query: { filter, blockId } }) => live(ctx, filter, blockId),
  }),
  route({
    ...of,
    method: 'post',
    path: `${path}/preview`,
    summary: 'What comparisons of units as of a day would say; nothing is stored',
    flags: ['write'],
    body: z.strictObject({ unitIds: chosenIdsSchema(unit, MOST), asOf: daySchema }),
    answer: z.array(
      z.object({
        unitId: z.string(),
        debt: figure,
        interest: figure,
        account: figure,
        openingLeft: figure,
        advance: figure,
        deposits: figure,
        difference: figure,
        debtLines: z.array(
          z.object({
            billId: z.string(),
            serviceId: z.string().nullable(),
            month: z.string().nullable(),
            left: figure,
          }),
        ),
        advances: z.array(z.object({ serviceId: z.string(), balance: figure })),
      }),
    ),
    async run(ctx, { body: { unitIds, asOf: day } }) {
      if (day > todayOf(ctx)) failFields({ asOf: { code: 'DATE_IN_FUTURE' } });
      const rows = [];
      for (const unitId of new Set(unitIds)) {
        await checkRefs(ctx, debtComparison.fields, { unitId });
        rows.push({ unitId, ...(await figuresOn(ctx, unitId, day)) });
      }
      return rows;
    },
  }),
  route({
    ...of,
    method: 'put',
    path: `${path}/make-multi`,
    summary: 'Comparisons of many units as of a day, each by itself',
    flags: ['write'],
    body: z.strictObject({
      ids: z.array(idSchema).max(MOST).optional(),
      isAll: z.literal(true).optional(),
      filter: filterSchema(unitAccount).optional(),
      asOf: daySchema,
    }),
    answer: z.object({ done: z.array(z.string()), refused }),
    run: async (ctx, { body: { asOf: day, ...chosen } }) =>
      loadEach(ctx, await loadUnits(ctx, chosen), async (unitCtx, unitId) => {
        const made = await create(unitCtx, debtComparison, { unitId, asOf: day }, untyped(comparisonBehaviour));
        return String(made.id);
      }),
  }),
  route({
    ...of,
    method: 'put',
    path: `${path}/offset`,
    summary: 'Settle what units owe today out of what they have, a comparison of each',
    flags: ['deduct'],
    body: z.strictObject({
      unitIds: chosenIdsSchema(unit, MOST),
      withInterest: z.boolean().default(false),
      /** Confirmed amount per unit; the offset is refused if the current one differs. */
      amounts: z.record(idSchema, z.int().min(0)).optional(),
    }),
    answer: z.object({
      done: z.array(z.object({ id: z.string(), unitId: z.string(), amount: figure })),
      refused,
    }),
    run: (ctx, { body: { unitIds, amounts, withInterest } }) =>
      loadEach(ctx, unitIds, (unitCtx, unitId) => {
        const agreed = amounts?.[unitId];
        return offsetNow(unitCtx, unitId, { withInterest, ...(agreed !== undefined && { agreed }) });
      }),
  }),
  route({
    ...of,
    method: 'post',
    path: `${path}/:id/offset/preview`,
    summary: 'What the offset of a comparison would pay, and out of what; nothing is stored',
    flags: ['deduct'],
    params: z.strictObject({ id: idSchema }),
    body: inputSchema(debtComparison.actions.offset.input, 'create'),
    answer: z.object({
      amount: figure,
      allocations: z.array(z.object({ kind: z.string().optional(), billId: z.string(), amount: figure })),
      sources: z.array(z.object({ from: z.string(), serviceId: z.string().optional(), amount: figure })),
    }),
    async run(ctx, { params: { id }, body }) {
      const doc = await load(ctx, debtComparison, id);
      return plannedOffset(ctx, doc.unitId, body);
    },
  }),
];
