import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { debtComparison } from '@lobby/shared/modules/reports.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { words } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { create } from '../../kit/records/records.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { untilSettled } from '../../kit/store/save.ts';
import { todayOf } from '../lock-date/index.ts';
import { type OwedBill, owedOf, sumOwed, undisputed } from '../payment/index.ts';
import { movementBehaviour, owedBills } from './rules.ts';

const MOST = 200;

/** The units that owe and have money at once, and how much of it could settle what they owe. */
async function compared(ctx: Ctx) {
  const accounts = await records(unitAccount).find(
    ctx,
    { owed: { $gt: 0 }, $or: [{ balance: { $gt: 0 } }, { advance: { $gt: 0 } }] },
    { sort: { owed: -1 }, limit: 2000, patience: 10_000 },
  );
  const bills = await owedOf(
    ctx,
    accounts.map(({ _id }) => _id),
  );
  return Promise.all(
    accounts.map(async ({ _id, owed, balance, advance }) => ({
      unitId: _id,
      owed: Number(owed),
      balance: Number(balance),
      advance: Number(advance),
      offset: (await planOf(ctx, _id, Number(balance), undisputed(bills.get(_id) ?? []))).reduce(
        (sum, one) => sum + one.amount,
        0,
      ),
    })),
  );
}

interface Step {
  fromServiceId: string | null;
  amount: number;
}

/** What would be taken from where: of a service first what was paid ahead for it, then the account. */
async function planOf(ctx: Ctx, unitId: string, balance: number, owed: readonly OwedBill[]): Promise<Step[]> {
  const byService = new Map<string, number>();
  for (const { doc, remaining, interest } of owed)
    byService.set(doc.serviceId, (byService.get(doc.serviceId) ?? 0) + remaining + interest);
  const ahead = await records(serviceAdvance).find(ctx, { unitId, balance: { $gt: 0 } });
  const steps: Step[] = [];
  for (const one of ahead) {
    const amount = Math.min(Number(one.balance), byService.get(String(one.serviceId)) ?? 0);
    if (amount > 0) steps.push({ fromServiceId: String(one.serviceId), amount });
  }
  const covered = steps.reduce((sum, { amount }) => sum + amount, 0);
  const rest = Math.min(balance, sumOwed(owed) - covered);
  return rest > 0 ? [...steps, { fromServiceId: null, amount: rest }] : steps;
}

/** Settles what units owe out of what they have, each by itself. */
async function offset(ctx: Ctx, unitIds: readonly string[], amounts: Readonly<Record<string, number>> = {}) {
  const done: { unitId: string; amount: number }[] = [];
  const refused: { unitId: string; code: string; message: string }[] = [];
  for (const unitId of new Set(unitIds))
    try {
      const account = await records(unitAccount).get(ctx, unitId);
      const plan = await planOf(ctx, unitId, Number(account?.balance ?? 0), await owedBills(ctx, unitId, null));
      const planned = plan.reduce((sum, step) => sum + step.amount, 0);
      if (planned !== (amounts[unitId] ?? planned)) fail('DATA_STALE');
      let amount = 0;
      for (const step of plan) {
        const values = { type: 'DEDUCTION', unitId, accountingDate: todayOf(ctx), ...step };
        await untilSettled(() => create({ ...ctx, once: null }, accountMovement, values, untyped(movementBehaviour)));
        amount += step.amount;
      }
      done.push({ unitId, amount });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ unitId, code: error.code, message: words(ctx, error.code, error.data) });
    }
  return { done, refused };
}

export const comparisonRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: debtComparison.path,
    summary: 'Units that owe and have money at once',
    module: debtComparison.code,
    flags: ['read'],
    answer: z.array(
      z.object({ unitId: z.string(), owed: z.int(), balance: z.int(), advance: z.int(), offset: z.int() }),
    ),
    run: ctx => compared(ctx),
  }),
  route({
    method: 'put',
    path: `${debtComparison.path}/offset`,
    summary: 'Settle what units owe out of what they have; what is settled already is left alone',
    module: accountMovement.code,
    flags: ['deduct'],
    body: z.strictObject({
      unitIds: chosenIdsSchema(unit, MOST),
      /** What somebody has agreed to, of each unit: one where it is another sum by now is refused. */
      amounts: z.record(idSchema, z.int().min(0)).optional(),
    }),
    answer: z.object({
      done: z.array(z.object({ unitId: z.string(), amount: z.int() })),
      refused: z.array(z.object({ unitId: z.string(), code: z.string(), message: z.string() })),
    }),
    run: (ctx, { body }) => offset(ctx, body.unitIds, body.amounts),
  }),
];
