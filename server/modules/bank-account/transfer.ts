import { type Bank, bankOf } from '@lobby/shared/billing/banks.ts';
import { TRANSFER_TEMPLATE, transferText } from '@lobby/shared/billing/transfer-text.ts';
import { vietQr } from '@lobby/shared/billing/vietqr.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';

export interface TransferRequest {
  /** Code of the notice, request or order. */
  code: string;
  unit: string;
  month?: string | null;
  project?: string;
  amount: number;
}
/** Payee of a transfer, and its text. */
export const payeeSchema = z.object({
  name: z.string(),
  branch: z.string().nullable(),
  number: z.string(),
  holder: z.string(),
  content: z.string(),
});
export const shownTransferSchema = z.object({
  bank: payeeSchema.nullable(),
  /** VietQR text; null if nothing is owed or the bank does not support VietQR. */
  qr: z.string().nullable(),
});
export type Shown = z.infer<typeof shownTransferSchema>;

/** The account shown to residents: the named one, else the default, else the first. */
export const accountFor = (
  ctx: Pick<Ctx, 'projectId'>,
  named?: string | null,
): Promise<Doc<typeof bankAccount> | null> =>
  records(bankAccount).first(
    ctx,
    { active: true, ...(named ? { _id: named } : {}) },
    { sort: { isDefault: -1, order: 1, createdAt: 1 } },
  );

/** Maps services to accounts: the first account that lists the service, else the one shown to residents. */
export async function accountsByService(ctx: Pick<Ctx, 'projectId'>) {
  const all = await records(bankAccount).find(
    ctx,
    { active: true },
    { sort: { isDefault: -1, order: 1, createdAt: 1 } },
  );
  return (serviceId: string): Doc<typeof bankAccount> | null =>
    all.find(({ serviceIds }) => serviceIds.includes(serviceId)) ?? all[0] ?? null;
}

/** Active virtual accounts at the account's bank, by unit. */
export async function virtualAt(
  ctx: Pick<Ctx, 'projectId'>,
  { bankBin }: Pick<Doc<typeof bankAccount>, 'bankBin'>,
  unitIds: readonly string[],
) {
  const accounts = await records(identityAccount).find(ctx, { status: 'ACTIVE', bankBin, unitId: { $in: unitIds } });
  return new Map(accounts.map(account => [account.unitId, account]));
}

/** Payment details shown to a payer: payee, transfer text and VietQR. */
export function shownTransfer(
  account: Doc<typeof bankAccount> | null,
  request: TransferRequest,
  virtual?: Doc<typeof identityAccount>,
): Shown {
  const bank: Bank | null = account && bankOf(account.bankBin);
  if (!account || !bank) return { bank: null, qr: null };
  const month = request.month ? `${request.month.slice(5, 7)}${request.month.slice(2, 4)}` : '';
  const words = { code: request.code, unit: request.unit, month, project: request.project ?? '' };
  const content = transferText(account.transferTemplate ?? TRANSFER_TEMPLATE, words);
  const number = virtual?.virtualAccount ?? account.accountNumber;
  const branch = account.branch || null;
  const holder = virtual?.beneficiaryName ?? account.accountName;
  const shown = { name: bank.name, branch, number, holder, content };
  const qr = request.amount > 0 && bank.vietQr;
  return { bank: shown, qr: qr ? vietQr({ bin: bank.bin, account: number, amount: request.amount, content }) : null };
}
