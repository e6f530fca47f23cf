import { seal } from '@lobby/server/kit/privacy/personal.ts';
import { modelOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { today } from './days.ts';
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

/** What the server alone sets of rows about money. */
export async function rowOfMoney(definition: Definition, site: Site, fund: () => Promise<string>): Promise<object> {
  if (definition.name === syncReceipt.name) return syncRow(site.unitId);
  return definition.name === approvalRequest.name ? approvalRow(site, await fund()) : {};
}

/** What Ann takes back she asked for herself. */
export async function readyApprovals({ id: projectId, ann }: Site, action: Action): Promise<object> {
  if (action === approvalRequest.actions.withdraw)
    await modelOf(approvalRequest).updateMany({ projectId, status: 'PENDING' }, { $set: { makerId: ann.id } });
  return {};
}
