import type { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadContract } from './contract.ts';
import type { Contract, Saving } from './protocols/adapter.ts';
import { adapterOf } from './protocols/index.ts';
import { channelsOf } from './rules.ts';

/** Saving of payment methods at a gateway; null where the provider, the channels or the contract do not support it. */
export async function loadSaving(
  gateway: Doc<typeof paymentGateway>,
  now: Date,
): Promise<{ saving: Saving; contract: Contract } | null> {
  const saving = adapterOf(gateway.provider)?.saving;
  if (!saving || !channelsOf(gateway).includes('TOKEN')) return null;
  const contract = await loadContract(gateway, now);
  return saving.needs.every(name => contract.credentials[name]) ? { saving, contract } : null;
}
