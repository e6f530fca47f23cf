import { inOrder } from '@lobby/shared/billing/allocate.ts';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { daySchema, fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { words } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { joinedQuery } from '../../kit/records/lists/list.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { type Change, retryOnConflict, save } from '../../kit/store/save.ts';
import { loadAccount } from '../ledger/index.ts';
import { type OwedBill, orderOf } from '../payment/index.ts';
import { type Allocation, assertPayable, loadBills, loadReceipt } from '../receipt/index.ts';
import { owedBills } from './rules.ts';

/**
 * Balances that a deduction may use: `OPENING` is what is left of the opening balance of the account, `ADVANCE` the advances
 * of services alone, `ANY` both the whole account and the advances.
 */
const FROM = ['ANY', 'OPENING', 'ADVANCE'] as const;
interface DeductOptions {
  bills?: readonly Allocation[] | undefined;
  from?: (typeof FROM)[number] | undefined;
  serviceIds?: readonly string[] | undefined;
  accountingDate?: string | undefined;
  /** False excludes late interest if no bills are chosen. */
  interest?: boolean | undefined;
}
/** Document that causes the deduction. */
type OriginOf = Pick<Values<typeof receipt>, 'originId' | 'originCode'>;
interface Source {
  from: 'UNIT_ACCOUNT' | 'ADVANCE';
  serviceId?: string;
  amount: number;
}
interface Plan {
  allocations: Allocation[];
  sources: Source[];
  amount: number;
}
/** Balances of a unit; `left` is the part of the account that may be used. */
interface Held {
  left: number;
  advances: ReadonlyMap<string, number>;
}

const loadAdvances = async ({ projectId }: Ctx, unitId: string): Promise<Map<string, number>> => {
  const advances = await records(serviceAdvance).find({ projectId }, { unitId, balance: { $gt: 0 } });
  return new Map(advances.map(({ serviceId, balance }) => [serviceId, balance]));
};

/** An allocation with the service of its bill. */
type Wanted = Allocation & { serviceId: string };

/** Allocations that pay bills in full, with or without late interest, in the order of settlement. */
export function wantedIn(ctx: Ctx, bills: readonly OwedBill[], interest = true): Wanted[] {
  const services = new Map(bills.map(({ id, doc }) => [id, doc.serviceId]));
  const owed = interest ? bills : bills.map(bill => ({ ...bill, interest: 0 }));
  return inOrder(owed, orderOf(ctx)).map(part => ({ ...part, serviceId: services.get(part.billId) ?? '' }));
}

/** The chosen allocations; else all debts by a day, oldest due first. */
async function loadWanted(
  ctx: Ctx,
  unitId: string,
  { bills, serviceIds, accountingDate, interest }: DeductOptions,
): Promise<Wanted[]> {
  if (bills) {
    const docs = await loadBills(ctx.projectId, bills);
    assertPayable(docs, bills, unitId);
    const services = new Map(docs.map(doc => [doc._id, doc.serviceId]));
    return bills.map(bill => ({ ...bill, serviceId: services.get(bill.billId) ?? '' }));
  }
  const owed = (await owedBills(ctx, unitId, null, accountingDate)).filter(
    ({ doc }) => !serviceIds || serviceIds.includes(doc.serviceId),
  );
  return wantedIn(ctx, owed, interest);
}

/** Pays allocations out of balances: first the advance of their service, then the account. `refuse` is called if a chosen one is not covered. */
export function drawnFrom(held: Held, wanted: readonly Wanted[], refuse?: (n: number, max: number) => void): Plan {
  let { left } = held;
  const advances = new Map(held.advances);
  const allocations: Allocation[] = [];
  const drawn = new Map<string, number>();
  for (const [n, { kind, billId, serviceId, amount }] of wanted.entries()) {
    const ahead = Math.min(amount, advances.get(serviceId) ?? 0);
    const fromBalance = Math.min(amount - ahead, left);
    if (ahead + fromBalance < amount) refuse?.(n, held.left);
    if (ahead + fromBalance === 0) continue;
    allocations.push({ kind, billId, amount: ahead + fromBalance });
    advances.set(serviceId, (advances.get(serviceId) ?? 0) - ahead);
    left -= fromBalance;
    drawn.set(serviceId, (drawn.get(serviceId) ?? 0) + ahead);
    drawn.set('', (drawn.get('') ?? 0) + fromBalance);
  }
  const sources = [...drawn]
    .filter(([, amount]) => amount > 0)
    .map(([serviceId, amount]): Source => {
      return serviceId ? { from: 'ADVANCE', serviceId, amount } : { from: 'UNIT_ACCOUNT', amount };
    });
  return { allocations, sources, amount: sources.reduce((sum, source) => sum + source.amount, 0) };
}

/** Deduction of a unit's debts from its balances. */
export async function loadDeduction(ctx: Ctx, unitId: string, options: DeductOptions): Promise<Plan> {
  const { from = 'ANY' } = options;
  const account = await loadAccount(ctx, unitId);
  const left = from === 'ADVANCE' ? 0 : from === 'OPENING' ? account.balanceOpening : account.balance;
  const advances = from === 'OPENING' ? new Map<string, number>() : await loadAdvances(ctx, unitId);
  const refuse = (n: number, max: number) =>
    failFields(
      { [`bills.${n}.amount`]: { code: 'PAYMENT_EXCEEDS_ACCOUNT', params: { max } } },
      'PAYMENT_EXCEEDS_ACCOUNT',
    );
  return drawnFrom({ left, advances }, await loadWanted(ctx, unitId, options), options.bills && refuse);
}

/** Receipt of a deduction, with all its changes. */
export async function planDeduction(
  ctx: Ctx,
  unitId: string,
  options: DeductOptions,
  origin: 'COUNTER' | 'AUTO_DEDUCTION',
): Promise<{ doc: Doc<typeof receipt>; changes: Change[] }> {
  const plan = await loadDeduction(ctx, unitId, options);
  if (plan.amount === 0) fail('NOTHING_TO_DEDUCT');
  return deductionReceipt(ctx, unitId, { ...plan, origin, accountingDate: options.accountingDate });
}

/** Receipt of a planned deduction. */
export async function deductionReceipt(
  ctx: Ctx,
  unitId: string,
  {
    accountingDate,
    ...plan
  }: Plan & OriginOf & { origin: 'COUNTER' | 'AUTO_DEDUCTION'; accountingDate?: string | undefined },
): Promise<{ doc: Doc<typeof receipt>; changes: Change[] }> {
  const home = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId);
  return loadReceipt(ctx, {
    ...plan,
    methods: [],
    unitId,
    payerName: home?.code ?? unitId,
    content: home?.code ?? '',
    accountingDate: accountingDate ?? todayOf(ctx),
  });
}

const money = fieldSchema({ kind: 'money', min: 1, required: true });
const body = z.strictObject({
  bills: z
    .array(z.strictObject({ kind: z.enum(['BILL', 'INTEREST']).optional(), billId: idSchema, amount: money }))
    .min(1, 'EMPTY_BILL_SELECTED')
    .max(200)
    .optional(),
  from: z.enum(FROM).optional(),
  accountingDate: daySchema.optional(),
});
const params = z.strictObject({ id: idSchema });
const shared = { method: 'post', module: unitAccount.code, flags: ['deduct'], params, body } as const;

const MOST = 200;
const many = z.strictObject({
  ids: z.array(idSchema).max(MOST).optional(),
  isAll: z.literal(true).optional(),
  filter: filterSchema(unitAccount).optional(),
  from: z.enum(FROM).optional(),
  accountingDate: body.shape.accountingDate,
});
const refusedRow = z.object({ id: z.string(), code: z.string(), message: z.string() });

/** Processes each account by itself: a refused one does not stop the others. */
async function deductMany(ctx: Ctx, { ids = [], isAll, filter, ...options }: z.infer<typeof many>) {
  const chosen = isAll
    ? { ...(await joinedQuery(unitAccount, filter ?? {}, ctx)), owed: { $gt: 0 } }
    : { _id: { $in: ids } };
  const accounts = await records(unitAccount).find(ctx, chosen, { only: ['_id'], limit: MOST + 1 });
  if (accounts.length === 0) failFields({ ids: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
  if (accounts.length > MOST) failFields({ ids: { code: 'TOO_MANY', params: { max: MOST } } });
  const done: string[] = [];
  const refused: z.infer<typeof refusedRow>[] = [];
  for (const { _id: id } of accounts)
    try {
      const fresh = { ...ctx, once: null };
      await retryOnConflict(async () => save(fresh, (await planDeduction(fresh, id, options, 'COUNTER')).changes));
      done.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ id, code: error.code, message: words(ctx, error.code, error.data) });
    }
  return { done, refused };
}

export const deductRoutes: readonly Route[] = [
  route({
    method: 'put',
    path: `${unitAccount.path}/deduct-multi`,
    summary: 'Pay bills of many units out of what each of them has, a receipt for each',
    module: unitAccount.code,
    flags: ['deduct'],
    body: many,
    answer: z.object({ done: z.array(z.string()), refused: z.array(refusedRow) }),
    run: (ctx, { body: input }) => deductMany(ctx, input),
  }),
  route({
    ...shared,
    path: `${unitAccount.path}/:id/deduct/preview`,
    summary: 'What a deduction would pay, and what is left of the account; nothing is stored',
    answer: z.object({
      allocations: z.array(z.object({ kind: z.string().optional(), billId: z.string(), amount: z.int() })),
      amount: z.int(),
      fromAccount: z.int(),
      fromOpening: z.int(),
      before: z.int(),
      after: z.int(),
    }),
    async run(ctx, { params: { id }, body: input }) {
      const { balance, balanceOpening } = await load(ctx, unitAccount, id);
      const { allocations, amount, sources } = await loadDeduction(ctx, id, input);
      const fromAccount = sources.find(({ from }) => from === 'UNIT_ACCOUNT')?.amount ?? 0;
      const before = balance;
      const fromOpening = Math.min(fromAccount, balanceOpening);
      return { allocations, amount, fromAccount, fromOpening, before, after: before - fromAccount };
    },
  }),
  route({
    ...shared,
    creates: true,
    path: `${unitAccount.path}/:id/deduct`,
    summary: 'Pay bills of a unit out of what it has; answers the receipt',
    answer: responseSchema(receipt, 'detail'),
    run: (ctx, { params: { id }, body: input }) =>
      retryOnConflict(async () => {
        await load(ctx, unitAccount, id);
        const { doc, changes } = await planDeduction(ctx, id, input, 'COUNTER');
        const answer = await loadDetail(ctx, receipt, doc);
        const [made, ...others] = changes;
        const first = async (session: Session) => {
          await made?.first?.(session);
          answer.code = doc.code;
        };
        await save(ctx, made ? [{ ...made, first }, ...others] : others, answer);
        return answer;
      }),
  }),
];
