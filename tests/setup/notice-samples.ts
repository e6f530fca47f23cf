import { bill } from '@lobby/shared/modules/bill.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import type { Caller, Row } from './caller.ts';
import type { Samples } from './samples.ts';

/** What a notice of a unit is published with: an account that it shows, and a bill that none has told of. */
export async function tellable(who: Caller, samples: Samples, unitId: unknown): Promise<void> {
  const { data } = await who.get<Row[]>(`${bankAccount.path}?limit=1`);
  if (data.length === 0) await samples.record(bankAccount);
  const made = await samples.record(bill, { unitId: String(unitId) });
  await who.put(`${bill.path}/${made.id}/release`, {});
}
