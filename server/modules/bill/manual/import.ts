import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { oncePerImport } from '../../../kit/records/behaviour.ts';
import type { RequestOf } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import type { BillValues } from '../types.ts';
import { SINGLE, singleKey } from './single.ts';

const PATIENCE_MS = 10_000;

/** Keys of the existing bills of an import's units. */
const findStanding = oncePerImport(async (ctx: Ctx, rows) => {
  const ids = (name: 'unitId' | 'serviceId') => [
    ...new Set(rows.flatMap(({ values }) => (typeof values[name] === 'string' ? [values[name]] : []))),
  ];
  const found = await records(bill).find(
    ctx,
    { ...SINGLE, unitId: { $in: ids('unitId') }, serviceId: { $in: ids('serviceId') } },
    { only: ['unitId', 'serviceId', 'month', 'createdFor', 'repeatable'], patience: PATIENCE_MS },
  );
  return new Set(found.map(singleKey));
});

/** Refuses a row whose bill exists already, or repeats an earlier row. */
export async function assertSingleInImport(
  ctx: Ctx,
  request: RequestOf<typeof bill> & { kind: 'import' },
  values: BillValues,
): Promise<void> {
  const key = singleKey(values);
  if (!key) return;
  if ((await findStanding(ctx, request.rows)).has(key)) failFields({ unitId: { code: 'BILL_ALREADY_EXISTS' } });
  // Earlier rows are already completed.
  const other = request.rows.find(row => 'repeatable' in row.values && singleKey(row.values) === key);
  if (other) failFields({ unitId: { code: 'REPEATED', params: { row: other.row } } });
}
