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
import type { Row } from './caller.ts';
import { today } from './days.ts';
import { stored } from './records.ts';
import { syncRow } from './sync-samples.ts';
import type { Site } from './world.ts';

/** A payslip that Ben asks for and Ann confirms, from a fund that may give it. */
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

/** The parts of a split are its amount. */
export const LINE_AMOUNT = 2002;

/** What the server alone sets of rows about money. */
export async function rowOfMoney(definition: Definition, site: Site, fund: () => Promise<string>): Promise<object> {
  if (definition.name === syncReceipt.name) return syncRow(site.unitId);
  // Of the account whose fund samples name.
  if (definition.name === bankStatementLine.name)
    return { bankAccountId: (await stored(fundDefinition, await fund())).bankAccountId };
  return definition.name === approvalRequest.name ? approvalRow(site, await fund()) : {};
}

/** A receipt that a line of a statement may be: of its amount, into its fund. */
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

/** What Ann takes back, which was made last, she asked for herself. */
export async function readyApprovals({ id: projectId, ann }: Site, action: Action): Promise<object> {
  if (action === approvalRequest.actions.withdraw)
    await modelOf(approvalRequest)
      .findOneAndUpdate({ projectId, status: 'PENDING' }, { $set: { makerId: ann.id } })
      .sort({ _id: -1 });
  return {};
}
