import { fund } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { fitsMethod } from '@lobby/shared/modules/voucher.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { fundFor } from '../ledger/index.ts';

/** What came by one way: into which fund, and whether it is there at once. */
export interface MethodLine {
  methodId: string | null;
  kind: string;
  amount: number;
  fundId: string;
  bankAccountId: string | null;
  reference: string | null;
  settles: string;
  settledOn: string | null;
  fee: number | null;
}

/** How money comes, as a caller says it: by a method of the project, or by its kind and the fund that it goes into. */
export interface GivenMethod {
  methodId?: string | null | undefined;
  kind?: string | null | undefined;
  fundId?: string | null | undefined;
  reference?: string | null | undefined;
}

export const methodsOf = (doc: Record<string, unknown>): MethodLine[] =>
  Array.isArray(doc.methods) ? (doc.methods as MethodLine[]) : [];

const plain = { methodId: null, bankAccountId: null, reference: null, settles: 'DIRECT', settledOn: null, fee: null };
/** Money that another document takes by a kind of its own, straight into a fund. */
export const directLine = (kind: unknown, fundId: unknown, amount: number): MethodLine => ({
  ...plain,
  kind: String(kind),
  fundId: String(fundId),
  amount,
});

/** Where the money of a method goes: into the fund that is named, the method's own, or the usual one of its kind. */
export async function placed(
  ctx: Ctx,
  given: GivenMethod,
  at: string,
  code = 'PAYMENT_METHOD_INVALID',
): Promise<Omit<MethodLine, 'amount'>> {
  const { projectId } = ctx;
  const refuse = (field: string, why = code) => failFields({ [`${at}${field}`]: { code: why } }, why);
  const own = given.methodId
    ? await modelOf(paymentMethod).findOne({ projectId, _id: given.methodId, deletedAt: null }).lean<Stored>()
    : null;
  if (given.methodId && !own) failFields({ [`${at}methodId`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  if (own && own.active !== true) refuse('methodId');
  const kind = own?.kind ?? given.kind;
  if (!kind) failFields({ [`${at}methodId`]: { code: 'REQUIRED' } });
  const fundId = given.fundId ?? own?.fundId ?? (await fundFor(ctx, kind));
  if (!fundId) failFields({ [`${at}fundId`]: { code: 'REQUIRED' } });
  const place = await modelOf(fund).findOne({ projectId, _id: fundId, deletedAt: null }).lean<Stored>();
  if (!place) failFields({ [`${at}fundId`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  if (!fitsMethod({ kind: place?.kind, active: place?.active }, kind)) refuse('fundId');
  if (own?.referenceRequired === true && !given.reference) refuse('reference', 'REFERENCE_REQUIRED');
  return {
    ...plain,
    methodId: own?._id ?? null,
    kind: String(kind),
    fundId: String(fundId),
    bankAccountId: typeof place?.bankAccountId === 'string' ? place.bankAccountId : null,
    reference: given.reference ?? null,
    settles: String(own?.settles ?? 'DIRECT'),
  };
}

/** One slip of a method is taken once a day; asked within the transaction, where receipts of a month come one after another. */
export async function refuseSameSlip({ projectId }: Ctx, doc: Stored, session: Session): Promise<void> {
  for (const [n, { methodId, reference }] of methodsOf(doc).entries()) {
    if (!methodId || !reference) continue;
    const method = await modelOf(paymentMethod).findOne({ projectId, _id: methodId }).session(session).lean<Stored>();
    if (method?.referenceRequired !== true) continue;
    const { accountingDate } = doc;
    const methods = { $elemMatch: { methodId, reference } };
    const query = { projectId, deletedAt: null, status: 'NOT_CANCELED', accountingDate, methods };
    const twice = methodsOf(doc).findIndex(one => one.methodId === methodId && one.reference === reference) < n;
    if (twice || (await modelOf(receipt).exists(query).session(session)))
      failFields({ [`methods.${n}.reference`]: { code: 'REFERENCE_USED' } }, 'REFERENCE_USED');
  }
}
