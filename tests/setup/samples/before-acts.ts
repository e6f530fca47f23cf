import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import type { Action } from '@lobby/shared/kit/definition.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Caller, Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';

/** Deactivates the flows of earlier samples: only one per form type can be active. */
export async function standBack(who: Caller): Promise<void> {
  const { data } = await who.get<Row[]>(`${approvalFlow.path}?filter[status][]=ACTIVE`);
  for (const { id } of data ?? []) await who.put(`${approvalFlow.path}/${id}/deactivate`);
}

/** Prerequisites for publishing a unit's notice: a bank account, and a bill not yet on a notice. */
export async function tellable(who: Caller, samples: Samples, unitId: unknown): Promise<void> {
  const { data } = await who.get<Row[]>(`${bankAccount.path}?limit=1`);
  if (data.length === 0) await samples.record(bankAccount);
  const made = await samples.record(bill, { unitId: String(unitId) });
  await who.put(`${bill.path}/${made.id}/release`, {});
}

/** Visits with a pass have entered before they leave. */
export async function comeIn(projectId: string, action: Action): Promise<object> {
  if (action === visitorPass.actions.out)
    await db()
      .collection(collectionOf(visitor))
      .updateMany({ projectId, passId: { $ne: null } }, { $set: { status: 'IN_PROGRESS', actualInAt: new Date() } });
  return {};
}

/** An expense paid from a bank fund. */
export const SPENT = {
  purpose: 'EXPENSE',
  method: 'TRANSFER',
  categories: undefined,
  unitId: undefined,
  serviceId: undefined,
  depositId: undefined,
  payeeKind: 'OTHER',
  residentId: undefined,
  partnerId: undefined,
  employeeId: undefined,
  payeeBankBin: '970436',
  payeeAccountNumber: '1018000018',
};

/** Creates a method for a gateway, which can be activated then. */
export const nameGateway = (who: Caller, gatewayId: string, fundId: string) =>
  who.post(paymentMethod.path, {
    name: `Online ${gatewayId}`,
    code: gatewayId.slice(-20),
    kind: 'ONLINE',
    gatewayId,
    fundId,
  });

/** Creates methods for all gateways without one. */
export async function nameGateways(who: Caller, fundId: string): Promise<void> {
  const { data: methods } = await who.get<Row[]>(`${paymentMethod.path}?limit=100`);
  const named = new Set(methods.map(({ gatewayId }) => gatewayId));
  const { data } = await who.get<Row[]>(`${paymentGateway.path}?limit=100`);
  for (const { id } of data) if (!named.has(id)) await nameGateway(who, String(id), fundId);
}
