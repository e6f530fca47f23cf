import { fund } from '@lobby/shared/modules/fund.ts';
import type { Samples } from './samples.ts';
import type { Site } from './world.ts';

/** Calls of funds and vouchers that no record of a module makes by itself. */
export async function callMoney({ ann }: Pick<Site, 'ann'>, samples: Samples): Promise<void> {
  const { id: fundId } = await samples.record(fund);
  await ann.get(`${fund.path}/balances`);
  await ann.get(`${fund.path}/${fundId}/balance?on=2026-01-31`);
}
