import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { oncePerImport, type Request } from '../../kit/records/behaviour.ts';
import { modelOf, type Stored, uniqueKey } from '../../kit/store/schema.ts';
import type { Values } from './by-hand.ts';

/** What marks the bills that stand of the units of an import. */
const standing = oncePerImport(async ({ projectId }: Ctx, rows) => {
  const ids = (name: string) => [...new Set(rows.map(({ values }) => values[name]))];
  const found = await modelOf(bill)
    .find(
      { projectId, deletedAt: null, unitId: { $in: ids('unitId') }, serviceId: { $in: ids('serviceId') } } as object,
      { 'uniq.once': 1 },
    )
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  return new Set(found.flatMap(({ uniq }) => uniq?.once ?? []));
});

/** Refuses a row whose bill stands already, or in a row before it. */
export async function onceRefused(ctx: Ctx, request: Request & { kind: 'import' }, { once }: Values): Promise<void> {
  if (typeof once !== 'string') return;
  if ((await standing(ctx, request.rows)).has(uniqueKey(bill.fields.once, once)))
    failFields({ unitId: { code: 'BILL_ALREADY_EXISTS' } });
  const other = request.rows.find(({ values }) => values.once === once);
  if (other) failFields({ unitId: { code: 'REPEATED', params: { row: other.row } } });
}
