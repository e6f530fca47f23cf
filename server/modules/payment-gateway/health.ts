import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../kit/base/context.ts';
import { keepBeside } from '../../kit/store/beside.ts';

const WITHIN_MS = 5 * 60_000;
const MOST = 3;
/** Times of failed attempts to begin a payment, by gateway, within the last five minutes. */
const failures = new LRUCache<string, number[]>({ max: 1000, ttl: WITHIN_MS });
/** Gateways that are not offered for a while. */
const resting = new LRUCache<string, true>({ max: 1000, ttl: WITHIN_MS });

/** Whether a gateway is offered: after three failures within five minutes it rests for five minutes. */
export const isAnswering = (gatewayId: string): boolean => !resting.has(gatewayId);

/** Records that a payment could not be begun. */
export async function noteFailure({ projectId, now }: Ctx, gatewayId: string): Promise<void> {
  const recent = (failures.get(gatewayId) ?? []).filter(at => at > now.getTime() - WITHIN_MS);
  failures.set(gatewayId, [...recent, now.getTime()]);
  const lastError = `${now.toISOString().slice(0, 16)} create`;
  await keepBeside(paymentGateway, { projectId }, { _id: gatewayId }, { set: { lastError } });
  if (recent.length + 1 >= MOST) resting.set(gatewayId, true);
}
