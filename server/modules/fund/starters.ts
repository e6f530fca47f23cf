import { fund } from '@lobby/shared/modules/fund.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { build } from '../../kit/records/records.ts';
import type { Doc } from '../../kit/store/records.ts';

/** Default cash fund of a new project. */
const TILL = { name: 'Quỹ tiền mặt', code: 'TM', kind: 'CASH', order: 1 };

export const firstTill = (ctx: Ctx): Promise<Doc<typeof fund>> => build(ctx, fund, TILL);
