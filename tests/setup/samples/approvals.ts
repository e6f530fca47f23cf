import { seal } from '@lobby/server/kit/privacy/personal.ts';
import { modelOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund as fundDefinition } from '@lobby/shared/modules/fund.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Row } from '../caller.ts';
import { stored } from '../records.ts';
import { today } from '../time/days.ts';
import type { Site } from '../world.ts';
import { syncRow } from './syncing.ts';

/** A payslip requested by Ben, to be approved by Ann, from a fund with enough money. */
async function approvalRow({ id: projectId, ann, ben }: Site, fundId: string): Promise<object> {
  const own = await modelOf(employee).findOne({ projectId, _id: ann.id }).lean<Stored>();
  const body = {
    purpose: 'EXPENSE',
    category: 'OTHER',
    amount: 1000,
    method: 'TRANSFER',
    fundId,
    accountingDate: today(),
    payeeName: 'Mai',
    payeeKind: 'OTHER',
  };
  return {
    module: 'PAYSLIP',
    makerId: ben.id,
    madeAt: new Date(),
    positionIds: own?.positionIds,
    checkerIds: [ann.id],
    expiresAt: new Date(Date.now() + 7 * DAY_MS),
    input: seal(projectId, JSON.stringify({ params: {}, body })),
  };
}

/** Parts of a split add up to this amount. */
export const LINE_AMOUNT = 2002;

/** Fields of financial records that only the server sets. */
export async function rowOfMoney(definition: Definition, site: Site, fund: () => Promise<string>): Promise<object> {
  if (definition.name === syncReceipt.name) return syncRow(site.unitId);
  // The bank account of the sample fund.
  if (definition.name === bankStatementLine.name)
    return { bankAccountId: (await stored(fundDefinition, await fund())).bankAccountId };
  return definition.name === approvalRequest.name ? approvalRow(site, await fund()) : {};
}

/** A receipt to link a statement line to: same amount and fund. */
export async function readyReceipt(
  { ann }: Site,
  action: Action,
  { fund, category }: { fund: () => Promise<string>; category: () => Promise<string> },
): Promise<object> {
  if (action !== bankStatementLine.actions.link) return {};
  const made = await ann.post<Row>(receipt.path, {
    categoryId: await category(),
    amount: LINE_AMOUNT,
    method: 'TRANSFER',
    fundId: await fund(),
    accountingDate: today(),
    payerName: 'Mai',
  });
  return { receiptId: made.data.id, payslipId: undefined, transferId: undefined };
}

/** Makes Ann the requester of the latest request, so that she can withdraw it. */
export async function readyApprovals({ id: projectId, ann }: Site, action: Action): Promise<object> {
  if (action === approvalRequest.actions.withdraw)
    await modelOf(approvalRequest)
      .findOneAndUpdate({ projectId, status: 'PENDING' }, { $set: { makerId: ann.id } })
      .sort({ _id: -1 });
  return {};
}
