import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { DoneOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';

interface Reading {
  month: string | null;
  newIndex: number | null;
}

const changesOf = (doc: Doc<typeof meter>, { month, newIndex }: Reading): Change[] => [
  {
    definition: meter,
    action: 'read',
    update: { doc, set: { lastMonth: month, lastIndex: newIndex }, keepVersion: true },
  },
];

/** Updates the last reading of a meter; readings of earlier months do not change it. */
export function noteReading(doc: Doc<typeof meter> | null, reading: Reading): Change[] {
  if (!doc || reading.newIndex === null) return [];
  const [last, month] = [doc.lastMonth ?? '', reading.month ?? ''];
  return month < last || (month === last && doc.lastIndex === reading.newIndex) ? [] : changesOf(doc, reading);
}

/** Last reading of a meter after a usage was stored, changed or removed. */
export async function syncLastReading(ctx: Ctx, doc: Doc<typeof meter>, done: DoneOf<typeof usage>): Promise<Change[]> {
  const { kind, before } = done;
  if (kind === 'import' && done.rows.some(({ values }) => isLater(values, done.doc))) return [];
  const gone = before && before.month === doc.lastMonth && (kind === 'remove' || done.doc?.month !== before.month);
  if (!gone) return done.doc ? noteReading(doc, done.doc) : [];
  const [last] = await records(usage).find(
    ctx,
    { meterId: doc._id, _id: { $ne: before._id } },
    { only: ['month', 'newIndex'], sort: { month: -1 }, limit: 1 },
  );
  const moved = kind === 'remove' ? null : done.doc;
  return changesOf(
    doc,
    (moved && moved.month >= (last?.month ?? '') ? moved : last) ?? { month: null, newIndex: null },
  );
}

/** Whether a row of the same import has a later month of the meter. */
const isLater = (
  values: Record<string, unknown>,
  { meterId, month }: { meterId: string | null; month: string },
): boolean => values.meterId === meterId && String(values.month) > month;
