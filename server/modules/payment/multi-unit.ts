import { LIMITS } from '@lobby/shared/kit/features.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { METHODS, receipt } from '@lobby/shared/modules/receipt.ts';
import { payment } from '@lobby/shared/modules/reports.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { words } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { runOnce } from '../../kit/store/idempotency.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { type Change, save, untilSettled } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { receiptOf } from '../receipt/index.ts';
import { oldestFirst, owedOf, payersOf } from './owed.ts';

const MOST = LIMITS.MULTI_PAYMENT_UNITS;
const day = fieldSchema({ kind: 'date', required: true }) as z.ZodString;

/** What of the chosen units is asked for: what each owes, who pays, and what keeps it from being paid with others. */
const previewRoute = route({
  method: 'get',
  path: '/payment/multi-unit',
  summary: 'What units owe, to be paid together',
  module: payment.code,
  flags: ['read'],
  query: z.strictObject({
    unitIds: z.array(idSchema).max(MOST).optional(),
    codes: z.array(z.string().max(60)).max(MOST).optional(),
  }),
  answer: z.array(
    z.object({ unitId: z.string(), code: z.string(), owed: z.int(), bills: z.int(), fault: z.string().nullable() }),
  ),
  async run(ctx, { query: { unitIds, codes } }) {
    const { projectId } = ctx;
    const units = await modelOf(unit)
      .find({
        ...{ projectId, deletedAt: null },
        ...(unitIds && { _id: { $in: unitIds } }),
        ...(codes && { code: { $in: codes } }),
      })
      .limit(MOST)
      .maxTimeMS(5000)
      .lean<Stored[]>();
    const ids = units.map(({ _id }) => _id);
    const [owed, living, down] = [await owedOf(ctx, ids), await payersOf(ctx, ids), await adjustedDown(ctx, ids)];
    return units.map(({ _id, code }) => {
      const bills = owed.get(_id) ?? [];
      const fault = faultOf(_id, living, down);
      return {
        ...{ unitId: _id, code: String(code), bills: bills.length, fault },
        owed: bills.reduce((sum, { remaining }) => sum + Number(remaining), 0),
      };
    });
  },
});

/** Units with a bill that was lowered while something of it is still owed: those are settled one by one. */
async function adjustedDown({ projectId }: Ctx, unitIds: readonly string[]): Promise<Set<string>> {
  const found = await modelOf(bill)
    .find(
      {
        ...{ projectId, deletedAt: null, status: 'ACTIVE', unitId: { $in: [...unitIds] }, lowered: { $gt: 0 } },
        paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] },
      },
      { unitId: 1 },
    )
    .lean<Stored[]>();
  return new Set(found.map(({ unitId }) => String(unitId)));
}

const faultOf = (unitId: string, living: ReadonlySet<string>, down: ReadonlySet<string>): string | null =>
  !living.has(unitId) ? 'UNIT_WITHOUT_RESIDENTS' : down.has(unitId) ? 'MULTI_PAYMENT_ADJUSTED_DOWN' : null;

const row = z.strictObject({ unitId: idSchema, amount: z.int().min(1).max(1_000_000_000_000) });
type Given = z.infer<typeof row>;
const paid = z.object({ unitId: z.string(), id: z.string(), code: z.string(), amount: z.int() });
type Paid = z.infer<typeof paid>;

/** Pays each unit by itself: its receipt whole or not at all, and what one is refused for stops no other. */
const payRoute = route({
  method: 'post',
  creates: true,
  path: '/payment/multi-unit',
  summary: 'Take the payments of many units, a receipt for each',
  module: receipt.code,
  flags: ['write'],
  body: z.strictObject({
    rows: z.array(row).min(1),
    method: z.enum(METHODS),
    fundId: idSchema,
    accountingDate: day,
    content: z.string().max(300).optional(),
  }),
  answer: z.object({
    done: z.array(paid),
    refused: z.array(z.object({ unitId: z.string(), code: z.string(), message: z.string() })),
  }),
  async run(ctx, { body: { rows, ...given } }) {
    if (rows.length > MOST) failFields({ rows: { code: 'TOO_MANY', params: { max: MOST } } });
    const { fundId } = given;
    if (!(await loadRefs(ctx.projectId, fund, [fundId])).has(fundId))
      failFields({ fundId: { code: 'REFERENCE_NOT_FOUND' } });
    const ids = rows.map(({ unitId }) => unitId);
    const [living, down] = [await payersOf(ctx, ids), await adjustedDown(ctx, ids)];
    const done: Paid[] = [];
    const refused: { unitId: string; code: string; message: string }[] = [];
    for (const [n, { unitId, amount }] of rows.entries())
      try {
        if (ids.indexOf(unitId) < n) fail('MULTI_PAYMENT_FAILED');
        const fault = faultOf(unitId, living, down);
        if (fault) fail(fault);
        // The same call sent again pays nobody twice.
        const once = ctx.once && { ...ctx.once, id: `${ctx.once.id}:${unitId}` };
        const own = { ...ctx, once };
        done.push((await runOnce(own, () => untilSettled(() => payUnit(own, { unitId, amount }, given)))) as Paid);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ unitId, code: error.code, message: words(ctx, error.code, error.data) });
      }
    return { done, refused };
  },
});

/** One receipt: the oldest bills first, the rest to the unit's account. */
async function payUnit(ctx: Ctx, { unitId, amount }: Given, given: object): Promise<Paid> {
  const { allocations } = oldestFirst((await owedOf(ctx, [unitId])).get(unitId) ?? [], amount);
  const home = await modelOf(unit).findOne({ projectId: ctx.projectId, _id: unitId, deletedAt: null }).lean<Stored>();
  if (!home) fail('NOT_FOUND');
  const { doc, changes } = await receiptOf(ctx, {
    ...{ type: allocations.length > 0 ? 'FEES' : 'UNIT_ACCOUNT', unitId, amount, allocations },
    ...{ payerName: String(home?.code), ...given },
  });
  const answer: Paid = { unitId, id: doc._id, code: '', amount };
  const number = changes[0]?.first;
  // Whoever sends it again is told the number too.
  const first = async (session: Session) => {
    await number?.(session);
    answer.code = String(doc.code);
  };
  await save(ctx, [{ ...changes[0], first } as Change, ...changes.slice(1)], answer);
  return answer;
}

export const multiUnitRoutes = (): Route[] => [previewRoute, payRoute];
