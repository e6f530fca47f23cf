import { bill } from '@lobby/shared/modules/bill.ts';
import { MOST_UNITS, payMany, refusedRow, unitsToPay } from '@lobby/shared/modules/payment.contract.ts';
import { payment } from '@lobby/shared/modules/payment.ts';
import { allocatedPart, type Multi, multi, type Row } from '@lobby/shared/modules/payment-input.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { words } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { runOnce } from '../../kit/store/idempotency.ts';
import { records } from '../../kit/store/records.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { resolveMethod } from '../receipt/index.ts';
import { loadOwed, loadPayers, sumInterest, sumOwed, undisputed } from './open-bills.ts';
import { allocatePayment, takePayment } from './take-payment.ts';

/** Debts of the chosen units, and the faults that exclude a unit from a common payment. */
const owedRoute = route(unitsToPay, {
  flags: ['read'],
  async run(ctx, { query: { unitIds, codes, blockId, floorId, labelId, noticeMonth, owesFrom } }) {
    const homes = await records(unit).find(
      ctx,
      {
        ...(unitIds && { _id: { $in: unitIds } }),
        ...(codes && { code: { $in: codes } }),
        ...(blockId && { blockId }),
        ...(floorId && { floorId }),
        ...(labelId && { labelIds: labelId }),
      },
      { limit: MOST_UNITS, sort: { code: 1 } },
    );
    const owed = await loadOwed(
      ctx,
      homes.map(({ _id }) => _id),
    );
    const units = homes.filter(({ _id }) => {
      const bills = owed.get(_id) ?? [];
      const isOfMonth = noticeMonth === undefined || bills.some(({ doc }) => doc.noticeMonth === noticeMonth);
      return isOfMonth && (owesFrom === undefined || sumOwed(bills) >= owesFrom);
    });
    const faults = await loadFaults(
      ctx,
      units.map(({ _id }) => _id),
    );
    return units.map(({ _id, code }) => {
      const bills = owed.get(_id) ?? [];
      return {
        unitId: _id,
        code,
        bills: bills.length,
        fault: faults(_id),
        owed: sumOwed(bills),
        interest: sumInterest(bills),
      };
    });
  },
});

/** Units with an unpaid bill that was adjusted down: these are settled one by one. */
async function adjustedDown({ projectId }: Ctx, unitIds: readonly string[]): Promise<Set<string>> {
  const bills = await records(bill).find(
    { projectId },
    {
      status: 'ACTIVE',
      unitId: { $in: [...unitIds] },
      adjusted: true,
      $expr: { $lt: ['$total', '$originalTotal'] },
      paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] },
    },
    { only: ['unitId'] },
  );
  return new Set(bills.map(({ unitId }) => unitId));
}

/** Faults that exclude units from a common payment. */
async function loadFaults(ctx: Ctx, ids: readonly string[]): Promise<(unitId: string) => string | null> {
  const [living, down] = [await loadPayers(ctx, ids), await adjustedDown(ctx, ids)];
  return unitId =>
    !living.has(unitId) ? 'UNIT_WITHOUT_RESIDENT' : down.has(unitId) ? 'MULTI_PAYMENT_ADJUST_DOWN' : null;
}

interface Refused {
  unitId: string;
  code: string;
  message: string;
}
interface Paid {
  unitId: string;
  receiptId: string;
  code: string;
  amount: number;
}

/** Processes each row by itself: a refused row does not stop the others. */
async function eachRow<T>(ctx: Ctx, { rows }: Multi, run: (row: Row) => Promise<T>) {
  if (rows.length === 0) failFields({ rows: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
  const { multiUnitCap: max } = await paymentSettings(ctx.projectId);
  if (rows.length > max) failFields({ rows: { code: 'MULTI_PAYMENT_LIMIT', params: { max } } }, 'MULTI_PAYMENT_LIMIT');
  const ids = rows.map(({ unitId }) => unitId);
  const faults = await loadFaults(ctx, ids);
  const done: T[] = [];
  const refused: Refused[] = [];
  for (const [n, row] of rows.entries())
    try {
      const fault = ids.indexOf(row.unitId) < n ? 'LISTED_TWICE' : faults(row.unitId);
      if (fault) fail(fault);
      done.push(await run(row));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ unitId: row.unitId, code: error.code, message: words(ctx, error.code, error.data) });
    }
  return { done, refused };
}

/** Amount of a row: the one given, else the undisputed debt of the unit. */
async function loadAmount(ctx: Ctx, { unitId, amount }: Row, accountingDate?: string): Promise<number> {
  if (amount !== undefined) return amount;
  const owed = (await loadOwed(ctx, [unitId], accountingDate)).get(unitId) ?? [];
  return sumOwed(undisputed(owed)) || fail('EMPTY_BILL_SELECTED');
}

async function payRow(ctx: Ctx, row: Row, { rows: _rows, methodId, kind, fundId, ...rest }: Multi): Promise<Paid> {
  const amount = await loadAmount(ctx, row, rest.accountingDate);
  const method = { amount, ...(methodId && { methodId }), ...(kind && { kind }), ...(fundId && { fundId }) };
  const { doc, changes } = await takePayment(ctx, { ...rest, ...row, amount, methods: [method] }, 'MULTI');
  const answer: Paid = { unitId: row.unitId, receiptId: doc._id, code: '', amount };
  const number = changes[0]?.first;
  // The stored answer of the idempotency key contains the number too.
  const first = async (session: Session) => {
    await number?.(session);
    answer.code = doc.code ?? '';
  };
  await save(
    ctx,
    changes.map((change, n) => (n === 0 ? { ...change, first } : change)),
    answer,
  );
  return answer;
}

const payRoute = route(payMany, {
  creates: true,
  flags: ['write'],
  async run(ctx, { body }) {
    await resolveMethod(ctx, body, '');
    const outcome = await eachRow(ctx, body, async row => {
      // A repeated call does not pay a unit twice.
      const once = ctx.once && { ...ctx.once, id: `${ctx.once.id}:${row.unitId}` };
      const rowCtx = { ...ctx, once };
      return (await runOnce(rowCtx, () => retryOnConflict(() => payRow(rowCtx, row, body)))) as Paid;
    });
    return outcome.done.length > 0 ? outcome : fail('MULTI_PAYMENT_FAILED', { refused: outcome.refused });
  },
});

const previewRoute = route({
  method: 'post',
  path: `${payment.path}/multi/preview`,
  summary: 'What the payments of many units would pay; nothing is stored',
  module: payment.code,
  flags: ['read'],
  body: multi,
  answer: z.object({
    done: z.array(
      z.object({
        unitId: z.string(),
        amount: z.int(),
        surplus: z.int(),
        allocations: z.array(allocatedPart),
      }),
    ),
    refused: z.array(refusedRow),
  }),
  async run(ctx, { body }) {
    await resolveMethod(ctx, body, '');
    return eachRow(ctx, body, async row => {
      const { accountingDate } = body;
      const amount = await loadAmount(ctx, row, accountingDate);
      const split = await allocatePayment(ctx, { ...row, amount, accountingDate });
      if (split.surplus > 0 && !body.surplusTo) fail('PAYMENT_SURPLUS_UNPLACED', { surplus: split.surplus });
      const parts = split.allocations.map(part => ({ kind: 'BILL' as const, ...part }));
      return { unitId: row.unitId, amount, surplus: split.surplus, allocations: parts };
    });
  },
});

export const multiRoutes = (): Route[] => [owedRoute, payRoute, previewRoute];
