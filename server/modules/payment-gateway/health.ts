import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../kit/base/context.ts';
import { keepBeside } from '../../kit/store/beside.ts';

const WITHIN_MS = 5 * 60_000;
const MOST = 3;
/** When payments could not be begun, by gateway; what lies back further is forgotten. */
const failures = new LRUCache<string, number[]>({ max: 1000, ttl: WITHIN_MS });
/** Gateways that are not offered for a while. */
const resting = new LRUCache<string, true>({ max: 1000, ttl: WITHIN_MS });

/** Whether a gateway is offered: one that did not answer three times within five minutes rests for as long. */
export const isAnswering = (gatewayId: string): boolean => !resting.has(gatewayId);

/** A payment could not be begun. */
export async function noteFailure({ projectId, now }: Ctx, gatewayId: string): Promise<void> {
  const recent = (failures.get(gatewayId) ?? []).filter(at => at > now.getTime() - WITHIN_MS);
  failures.set(gatewayId, [...recent, now.getTime()]);
  const lastError = `${now.toISOString().slice(0, 16)} create`;
  await keepBeside(paymentGateway, { projectId }, { _id: gatewayId }, { set: { lastError } });
  if (recent.length + 1 >= MOST) resting.set(gatewayId, true);
}
