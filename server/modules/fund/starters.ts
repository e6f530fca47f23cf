import { fund } from '@lobby/shared/modules/fund.ts';
import { build } from '../../kit/records/records.ts';
import type { Starter } from '../../platform/projects/starters.ts';

/** The till that every project begins with. */
const TILL = { name: 'Quỹ tiền mặt', code: 'TM', kind: 'CASH', order: 1 };

export const fundStarter: Starter = async ctx => ({
  made: { definition: fund, docs: [await build(ctx, fund, TILL)] },
  also: async () => undefined,
});
