import { isIn } from '@lobby/shared/kit/is-in.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { fitsMethod, METHODS, type Method } from '@lobby/shared/modules/voucher.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { fundFor } from '../../ledger/index.ts';

/** A payment by one method: its fund, and whether it settles directly. */
export type MethodLine = Doc<typeof receipt>['methods'][number];

/** Payment method from the caller: one of the project's methods, or a kind and a fund. */
export interface GivenMethod {
  methodId?: string | null | undefined;
  kind?: string | null | undefined;
  fundId?: string | null | undefined;
  reference?: string | null | undefined;
}

const isMethod = (kind: string): kind is Method => isIn(kind, METHODS);

const plain = {
  methodId: null,
  bankAccountId: null,
  reference: null,
  settles: 'DIRECT',
  settledOn: null,
  fee: null,
} as const;
/** Payment line of another document: by kind, settled directly into a fund. */
export const directLine = (
  kind: string | null | undefined,
  fundId: string | null | undefined,
  amount: number,
): MethodLine => ({
  ...plain,
  kind: kind && isMethod(kind) ? kind : 'CASH',
  fundId: fundId ?? '',
  amount,
});

/** Kinds that need no method of the project. */
const PLAIN: readonly Method[] = ['CASH', 'TRANSFER'];

/**
 * The method that a kind stands for when staff name no method: null if the kind alone will do, as one of its methods is paid
 * at once and without a slip; 'none' if the project has methods of the kind, but none for staff.
 */
async function loadOfKind(
  ctx: Ctx,
  kind: string | null | undefined,
): Promise<Doc<typeof paymentMethod> | 'none' | null> {
  if (ctx.kind !== 'staff' || !kind || !isMethod(kind) || PLAIN.includes(kind)) return null;
  const all = await records(paymentMethod).find(ctx, { kind, active: true }, { sort: { order: 1, _id: 1 } });
  if (all.length === 0) return null;
  const staffMethods = all.filter(({ forStaff }) => forStaff);
  if (staffMethods.some(({ settles, referenceRequired }) => settles !== 'ON_STATEMENT' && !referenceRequired))
    return null;
  return staffMethods[0] ?? 'none';
}

/** Resolves a payment method to its fund: the one given, that of the method, or the default of the kind. */
export async function resolveMethod(
  ctx: Ctx,
  entered: GivenMethod,
  at: string,
  code = 'PAYMENT_METHOD_INVALID',
  { isPaidOut = false } = {},
): Promise<Omit<MethodLine, 'amount'>> {
  const refuse = (field: string, why: string = code) => failFields({ [`${at}${field}`]: { code: why } }, why);
  const found = entered.methodId
    ? await records(paymentMethod).get(ctx, entered.methodId)
    : isPaidOut
      ? null
      : await loadOfKind(ctx, entered.kind);
  if (found === 'none') return refuse('methodId');
  const method = found;
  if (entered.methodId && !method) return refuse('methodId', 'REFERENCE_NOT_FOUND');
  if (method && !method.active) refuse('methodId');
  if (method && !method.forStaff && ctx.kind === 'staff' && !isPaidOut) refuse('methodId');
  const kind = method?.kind ?? entered.kind;
  if (!kind) return failFields({ [`${at}methodId`]: { code: 'REQUIRED' } });
  if (!isMethod(kind)) return refuse('methodId');
  const fundId = entered.fundId ?? method?.fundId ?? (await fundFor(ctx, kind));
  if (!fundId) return failFields({ [`${at}fundId`]: { code: 'REQUIRED' } });
  const place = await records(fund).get(ctx, fundId);
  if (!place) return refuse('fundId', 'REFERENCE_NOT_FOUND');
  if (!fitsMethod(place, kind)) refuse('fundId');
  if (method?.referenceRequired && !entered.reference) refuse('reference', 'REFERENCE_REQUIRED');
  return {
    ...plain,
    methodId: method?._id ?? null,
    kind,
    fundId,
    bankAccountId: place.bankAccountId,
    reference: entered.reference ?? null,
    settles: method?.settles ?? 'DIRECT',
  };
}

/** Refuses a bank transfer at the counter whose reference a statement or webhook has already booked. */
async function assertNotBooked(ctx: Ctx, { methods, origin }: Doc<typeof receipt>, session: Session): Promise<void> {
  if (origin === 'STATEMENT' || origin === 'WEBHOOK') return;
  for (const [n, { kind, fundId, reference }] of methods.entries()) {
    if (kind !== 'TRANSFER' || !reference) continue;
    const booked = await records(receipt)
      .in(session)
      .first(ctx, {
        status: 'NOT_CANCELED',
        reference,
        fundId,
        origin: { $in: ['STATEMENT', 'WEBHOOK'] },
      });
    const params = { code: booked?.code ?? '' };
    if (booked)
      failFields({ [`methods.${n}.reference`]: { code: 'TRANSFER_BOOKED', params } }, 'TRANSFER_BOOKED', params);
  }
}

/**
 * Refuses a reference used twice on one day, for methods that require references; checked within the transaction, where receipts of a month
 * are serialised.
 */
export async function assertSlipUnused(ctx: Ctx, doc: Doc<typeof receipt>, session: Session): Promise<void> {
  await assertNotBooked(ctx, doc, session);
  const { methods, accountingDate } = doc;
  for (const [n, { methodId, reference }] of methods.entries()) {
    if (!methodId || !reference) continue;
    const method = await records(paymentMethod).withRemoved().in(session).get(ctx, methodId);
    if (!method?.referenceRequired) continue;
    const isTwice = methods.findIndex(line => line.methodId === methodId && line.reference === reference) < n;
    const isUsed = await records(receipt)
      .in(session)
      .exists(ctx, {
        status: 'NOT_CANCELED',
        accountingDate,
        methods: { $elemMatch: { methodId, reference } },
      });
    if (isTwice || isUsed) failFields({ [`methods.${n}.reference`]: { code: 'REFERENCE_USED' } }, 'REFERENCE_USED');
  }
}
