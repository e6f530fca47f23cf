import { oldestFirst } from '@lobby/shared/billing/allocate.ts';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { type openBill, unitToPay } from '@lobby/shared/modules/payment.contract.ts';
import { payment } from '@lobby/shared/modules/payment.ts';
import { allocatedPart, preview, single } from '@lobby/shared/modules/payment-input.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { words } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { claimFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { loadDetail } from '../../kit/serve.ts';
import { records } from '../../kit/store/records.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { checkDay } from '../lock-date/index.ts';
import { completeSources } from '../receipt/index.ts';
import { loadOwed } from './open-bills.ts';
import { allocatePayment, loadPayer, takePayment } from './take-payment.ts';

const LAST = 10;

/** Unpaid bills of a unit by a day, in the order of settlement. */
async function billsOfUnit(ctx: Ctx, unitId: string, asOf?: string): Promise<z.infer<typeof openBill>[]> {
  const open = (await loadOwed(ctx, [unitId], asOf)).get(unitId) ?? [];
  return oldestFirst(open).map(({ doc, id, code, month, dueDate, remaining, interest }) => ({
    id,
    code,
    serviceId: doc.serviceId,
    month,
    dueDate,
    total: doc.total,
    paid: doc.paid,
    left: remaining,
    interest,
  }));
}

const ofUnit = route(unitToPay, {
  flags: ['read'],
  async run(ctx, { params: { unitId }, query: { asOf } }) {
    const home = await load(ctx, unit, unitId);
    const scope = { projectId: ctx.projectId, deletedAt: null, unitId };
    const [account, advances, receipts, living] = await Promise.all([
      records(unitAccount).first(ctx, scope),
      records(serviceAdvance).find(ctx, { ...scope, balance: { $gt: 0 } }),
      records(receipt).find(ctx, scope, { sort: { createdAt: -1 }, limit: LAST }),
      records(residency).find(ctx, { ...scope, living: true }),
    ]);
    return {
      unitId,
      code: home.code,
      bills: await billsOfUnit(ctx, unitId, asOf),
      account: account?.balance ?? 0,
      openingLeft: account?.balanceOpening ?? 0,
      advances: advances.map(({ serviceId, balance }) => ({ serviceId, balance })),
      receipts: receipts.map(({ _id: id, code, accountingDate, amount, status }) => ({
        id,
        code: code ?? '',
        accountingDate,
        amount,
        status,
      })),
      payers: living.map(({ residentId, role }) => ({ residentId, role })),
    };
  },
});

/** Code and message of a refusal; for an invalid value those of its first fault. */
function saidOf(ctx: Ctx, { code, data }: Refusal): { code: string; message: string } {
  const [fault] = Object.values((data?.fields ?? {}) as FieldErrors);
  return code === 'VALIDATION_FAILED' && fault
    ? { code: fault.code, message: words(ctx, fault.code, fault.params) }
    : { code, message: words(ctx, code, data) };
}

const previewRoute = route({
  method: 'post',
  path: `${payment.path}/preview`,
  summary: 'What an amount would pay; nothing is stored',
  module: payment.code,
  flags: ['read'],
  body: preview,
  answer: z.object({
    allocations: z.array(allocatedPart.extend({ code: z.string() })),
    interest: z.int(),
    surplus: z.int(),
    leftAfter: z.int(),
    warnings: z.array(z.string()),
    refusals: z.array(z.object({ code: z.string(), message: z.string() })),
  }),
  async run(ctx, { body }) {
    const bills = await billsOfUnit(ctx, body.unitId, body.accountingDate);
    const owed = bills.reduce((sum, { left, interest }) => sum + left + interest, 0);
    const refusals: { code: string; message: string }[] = [];
    const tried = async <T>(what: () => Promise<T>, none: T): Promise<T> => {
      try {
        return await what();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.push(saidOf(ctx, error));
        return none;
      }
    };
    await tried(() => loadPayer(ctx, body.unitId), null);
    const { accountingDate, sources = [] } = body;
    if (accountingDate) await tried(() => checkDay(ctx, 'transaction', accountingDate, 'accountingDate'), undefined);
    const split = await tried(() => allocatePayment(ctx, body), { allocations: [], surplus: body.amount });
    const paid = split.allocations.flatMap(({ billId }) => bills.find(({ id }) => id === billId) ?? []);
    const ofSources = {
      unitId: body.unitId,
      allocations: split.allocations,
      bills: paid.map(({ id, serviceId }) => ({ _id: id, serviceId })),
    };
    if (sources.length > 0) await tried(() => completeSources(ctx, ofSources, sources), []);
    const code = (id: string) => bills.find(bill => bill.id === id)?.code ?? '';
    const parts = split.allocations.map(allocation => ({
      kind: 'BILL' as const,
      ...allocation,
      code: code(allocation.billId),
    }));
    return {
      allocations: parts,
      interest: parts.reduce((sum, part) => (part.kind === 'INTEREST' ? sum + part.amount : sum), 0),
      surplus: split.surplus,
      leftAfter: owed - (body.amount - split.surplus),
      warnings: [],
      refusals,
    };
  },
});

const pay = route({
  method: 'post',
  creates: true,
  path: `${payment.path}/single`,
  summary: 'Take the payment of a unit; answers its receipt',
  module: payment.code,
  flags: ['write'],
  body: single,
  answer: responseSchema(receipt, 'detail'),
  run: (ctx, { body }) =>
    retryOnConflict(async () => {
      const { doc, changes, fresh } = await takePayment(ctx, body, 'COUNTER');
      const answer = await loadDetail(ctx, receipt, doc);
      const number = changes[0]?.first;
      const first = async (session: Session) => {
        await number?.(session);
        await claimFiles(fresh, session, { entity: receipt.name, id: doc._id });
        answer.code = doc.code;
      };
      await save(
        ctx,
        changes.map((change, n) => (n === 0 ? { ...change, first } : change)),
        answer,
      );
      return answer;
    }),
});

export const singleRoutes: readonly Route[] = [ofUnit, previewRoute, pay];
