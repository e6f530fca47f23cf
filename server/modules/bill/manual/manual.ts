import { addMonths } from '@lobby/shared/kit/dates.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { MULTI_AT_ONCE } from '@lobby/shared/kit/paging.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { nullable, plannedBill } from '@lobby/shared/modules/bill-run.contract.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { newId, transaction } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { inBackground } from '../../../kit/jobs/in-background.ts';
import { assertWritable, build } from '../../../kit/records/records.ts';
import { type NewDocs, saveNew } from '../../../kit/store/bulk-insert.ts';
import { takeKey } from '../../../kit/store/idempotency.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, VersionConflict } from '../../../kit/store/save.ts';
import { findHomes } from '../homes.ts';
import type { BillDoc } from '../types.ts';
import { changesWith } from './edit.ts';
import { loadUnits, type ManualBills, planByHand } from './plan.ts';

const MOST_UNITS = 500;

const { fields } = bill;

/** Fields shared by all units. */
const SHARED = {
  serviceId: fields.serviceId,
  month: fields.month,
  createdFor: fields.createdFor,
  debtMonth: fields.debtMonth,
  mode: fields.mode,
  amount: fields.amount,
  vatRate: fields.vatRate,
  vatIncluded: fields.vatIncluded,
  surchargeTax: fields.surchargeTax,
  discountType: fields.discountType,
  discountPercent: fields.discountPercent,
  discountAmount: fields.discountAmount,
  changeReason: fields.changeReason,
  quantity: fields.quantity,
  newIndex: fields.newIndex,
  oldIndex: fields.oldIndex,
  rolled: fields.rolled,
  coefficient: fields.coefficient,
  periodStart: fields.periodStart,
  periodEnd: fields.periodEnd,
  noticeMonth: fields.noticeMonth,
  dueDate: fields.dueDate,
  accountingDate: fields.accountingDate,
  voucherDate: fields.voucherDate,
  content: fields.content,
  note: fields.note,
  release: fields.release,
};
/** Fields of a row's own unit. */
const OF_ROW = {
  amount: fields.amount,
  quantity: fields.quantity,
  oldIndex: fields.oldIndex,
  newIndex: fields.newIndex,
  rolled: fields.rolled,
  content: fields.content,
};

const body = inputSchema(SHARED, 'create').extend({
  unitIds: z.array(idSchema).max(MOST_UNITS).default([]),
  blockIds: z.array(idSchema).max(50).default([]),
  filter: filterSchema(unit).optional(),
  rows: z
    .array(inputSchema(OF_ROW, 'update').extend({ unitId: idSchema }))
    .max(MOST_UNITS)
    .default([]),
});

function askedOf(sent: z.infer<typeof body>): ManualBills {
  const { unitIds, blockIds, filter, rows, ...shared } = sent;
  return { unitIds, blockIds, filter, rows, shared };
}

const refused = z.array(
  z.object({ unitId: z.string(), code: z.string(), message: z.string(), field: z.string().nullable() }),
);
const planned = z.object({
  bills: z.array(plannedBill),
  refused,
  /** Previous meter index and current debt of each unit. */
  units: z.array(z.object({ unitId: z.string(), begins: nullable, owed: z.int() })),
  total: z.int(),
});

const totalOf = (bills: readonly { total?: number | null }[]): number =>
  bills.reduce((sum, { total }) => sum + (total ?? 0), 0);

const planRoute = route({
  method: 'post',
  path: `${bill.path}/manual/preview`,
  summary: 'What bills by hand would be, line by line, without making them',
  module: bill.code,
  flags: ['read'],
  body,
  answer: planned,
  async run(ctx, { body: sent }) {
    const input = askedOf(sent);
    const unitIds = await loadUnits(ctx, input);
    // The permission to release is checked on creation only.
    const plan = await planByHand(ctx, { ...input, shared: { ...input.shared, release: false } }, unitIds);
    const of = { unitId: { $in: unitIds } };
    const { serviceId, month, debtMonth } = input.shared;
    const before = addMonths(month ?? debtMonth ?? '', -1);
    const [earlier, accounts] = await Promise.all([
      records(bill).find(
        ctx,
        { ...of, serviceId, month: before, type: 'NORMAL', status: { $ne: 'CANCELLED' } },
        { only: ['unitId', 'quantity', 'total'] },
      ),
      records(unitAccount).find(ctx, of, { only: ['unitId', 'owed'] }),
    ]);
    const previous = new Map(earlier.map(doc => [doc.unitId, doc]));
    const owed = new Map(accounts.map(account => [account.unitId, account.owed]));
    const bills = plan.bills.map(values => {
      const last = previous.get(values.unitId ?? '');
      return { ...values, previous: last ? { quantity: last.quantity ?? 0, total: last.total } : null };
    });
    return {
      bills: z.array(plannedBill).parse(bills),
      refused: plan.refused,
      units: unitIds.map(unitId => ({
        unitId,
        owed: owed.get(unitId) ?? 0,
        begins: plan.known?.uses?.begins(unitId) ?? null,
      })),
      total: totalOf(plan.bills),
    };
  },
});

const made = z.object({ done: z.array(z.string()), refused, total: z.int() });
type Made = z.infer<typeof made>;

/** Groups new documents by definition for bulk inserts. */
const groupByDefinition = (changes: readonly Change[]): NewDocs[] =>
  [...Map.groupBy(changes, ({ definition }) => definition)].map(([definition, all]) => ({
    definition,
    docs: all.flatMap(({ insert }) => insert ?? []),
  }));

class Unused extends Error {}

/** Replays the answer of a repeated request when nothing is left to create; otherwise the key stays unused. */
async function assertNotRepeated({ once, now }: Ctx): Promise<void> {
  if (!once) return;
  const tried = transaction(async session => {
    await takeKey(once, null, now, session);
    throw new Unused();
  });
  await tried.catch(error => {
    if (!(error instanceof Unused)) throw error;
  });
}

/** Creates the bills of all units in one transaction; repeating the request with the same key creates nothing twice. */
async function makeBills(
  ctx: Ctx,
  input: ManualBills,
  unitIds: readonly string[],
  each?: (done: number) => Promise<void>,
): Promise<Made> {
  const plan = await planByHand(ctx, input, unitIds, each);
  const docs: BillDoc[] = [];
  const more: Change[] = [];
  const homeIn = await findHomes(
    ctx,
    plan.bills.flatMap(({ unitId }) => unitId ?? []),
  );
  for (const values of plan.bills) {
    const doc = await build(ctx, bill, { ...values, ...homeIn(values.unitId ?? '') });
    docs.push(doc);
    more.push(...(await changesWith(ctx, doc, plan.known)));
  }
  const answer = { done: docs.map(({ _id }) => _id), refused: plan.refused, total: totalOf(docs) };
  if (docs.length === 0) {
    await assertNotRepeated(ctx);
    return answer;
  }
  const parts = groupByDefinition(more.filter(({ insert }) => insert));
  const edits = more.filter(({ update }) => update);
  try {
    await saveNew(ctx, newId(), {
      batches: [[{ definition: bill, docs }, ...parts]],
      beside: async () => edits,
      answer,
    });
  } catch (error) {
    // Another user billed one of the units concurrently; the retry reports it as refused.
    if (error instanceof Refusal && error.code === 'BILL_ALREADY_EXISTS') throw new VersionConflict();
    throw error;
  }
  return answer;
}

/** Creates many bills in the background. */
const makeLater = (ctx: Ctx, input: ManualBills, unitIds: readonly string[]): Promise<{ progressId: string }> =>
  inBackground(ctx, { entity: bill.name, action: 'create', of: unitIds.length }, async note => {
    const { done, refused: left } = await retryOnConflict(() => makeBills(ctx, input, unitIds, note));
    return { done: done.length, refused: left.map(({ unitId, code, message }) => ({ id: unitId, code, message })) };
  });

const makeRoute = route({
  method: 'post',
  path: `${bill.path}/manual`,
  summary: 'Make bills of one service and month for some units, of an amount or by the tariff',
  module: bill.code,
  flags: ['write'],
  creates: true,
  pends: true,
  body,
  answer: z.union([made, z.object({ progressId: z.string() })]),
  async run(ctx, { body: sent, res }) {
    const input = askedOf(sent);
    assertWritable(ctx, bill.fields, input.shared);
    for (const row of input.rows) assertWritable(ctx, bill.fields, row);
    const unitIds = await loadUnits(ctx, input);
    if (unitIds.length <= MULTI_AT_ONCE) return retryOnConflict(() => makeBills(ctx, input, unitIds));
    // Errors that concern all units are reported at once.
    await planByHand(ctx, input, unitIds.slice(0, 1));
    res.status(202);
    return makeLater(ctx, input, unitIds);
  },
});

export const manualRoutes: readonly Route[] = [planRoute, makeRoute];
