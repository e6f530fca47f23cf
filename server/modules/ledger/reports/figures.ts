import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { type EntryKind, journalEntry } from '@lobby/shared/modules/ledger.ts';
import { z } from 'zod';
import { records } from '../../../kit/store/records.ts';

/** Monthly figures of receivables: increases and decreases. */
const FIGURES = ['billed', 'adjustedDown', 'cancelled', 'interest', 'paid', 'deducted', 'writtenOff'] as const;
type Figure = (typeof FIGURES)[number];
export const monthFigures = z.object({
  month: z.string(),
  ...(Object.fromEntries(FIGURES.map(name => [name, z.int()])) as Record<Figure, z.ZodInt>),
  /** Number of billed units. */
  units: z.int(),
});
export type MonthFigures = z.infer<typeof monthFigures>;

/** Figure that each kind of entry changes, and its sign relative to the receivable. */
const BY_KIND: Partial<Record<EntryKind, readonly [Figure, 1 | -1]>> = {
  BILL_RELEASE: ['billed', 1],
  BILL_DEBT: ['billed', 1],
  BILL_EDIT: ['billed', 1],
  ADJUST_UP: ['billed', 1],
  ADJUST_DOWN: ['adjustedDown', -1],
  BILL_CANCEL: ['cancelled', -1],
  INTEREST_POST: ['interest', 1],
  INTEREST_WAIVE: ['interest', 1],
  INTEREST_CANCEL: ['interest', 1],
  RECEIPT: ['paid', -1],
  RECEIPT_CANCEL: ['paid', -1],
  ADJUST_SURPLUS: ['paid', -1],
  OFFSET: ['deducted', -1],
  OFFSET_CANCEL: ['deducted', -1],
  DEPOSIT_FORFEIT: ['deducted', -1],
  FORFEIT_CANCEL: ['deducted', -1],
  WRITE_OFF: ['writtenOff', -1],
  WRITE_OFF_CANCEL: ['writtenOff', -1],
};

interface Sum {
  _id: { month: string; kind: EntryKind; documentType: string };
  /** Increase and decrease of the receivable. */
  debit: number;
  credit: number;
  /** Part of the receipts taken from unit accounts and advances. */
  sources: number;
  units: string[];
}

/** Amount that an entry took from a unit's account or advances. */
const fromSources = {
  $sum: {
    $map: {
      input: { $filter: { input: '$all', cond: { $in: ['$$this.account', ['UNIT_ACCOUNT', 'ADVANCE']] } } },
      in: { $subtract: [{ $ifNull: ['$$this.debit', 0] }, { $ifNull: ['$$this.credit', 0] }] },
    },
  },
};

function addTo(month: MonthFigures, { _id, debit, credit, sources, units }: Sum): void {
  const put = (name: Figure, amount: number) => {
    month[name] += amount;
  };
  if (_id.kind === 'BILL_RELEASE' || _id.kind === 'BILL_DEBT') month.units = Math.max(month.units, units.length);
  if (_id.kind === 'ADJUST_CANCEL') {
    // A reversed adjustment affects the figure of its direction; reversed surplus affects payments.
    if (_id.documentType === 'bill') {
      put('billed', -credit);
      put('adjustedDown', -debit);
    } else put('paid', credit - debit);
    return;
  }
  const [name, sign] = BY_KIND[_id.kind] ?? [];
  if (!name || !sign) return;
  const amount = sign * (debit - credit);
  const received = _id.kind === 'RECEIPT' || _id.kind === 'RECEIPT_CANCEL';
  if (received) put('deducted', sources);
  put(name, received ? amount - sources : amount);
}

/** Monthly receivables by accounting date; includes empty months. */
export async function loadMonths(
  projectId: string,
  of: { serviceId?: string; unitId?: string },
  last: string,
  count: number,
): Promise<MonthFigures[]> {
  const first = addMonths(last, 1 - count);
  const line = {
    account: 'RECEIVABLE',
    ...(of.serviceId && { serviceId: of.serviceId }),
    ...(of.unitId && { unitId: of.unitId }),
  };
  const sums = await records(journalEntry).aggregate<Sum>(
    { projectId },
    {
      lines: { $elemMatch: line },
      ...(of.unitId && { unitIds: of.unitId }),
      accountingDate: { $gte: `${first}-01`, $lte: monthPeriod(last).end },
    },
    [
      { $set: { all: '$lines' } },
      { $unwind: '$lines' },
      { $match: Object.fromEntries(Object.entries(line).map(([name, value]) => [`lines.${name}`, value])) },
      // Groups the lines of an entry, so that its withdrawal from accounts counts once.
      {
        $group: {
          _id: '$_id',
          month: { $first: '$month' },
          kind: { $first: '$kind' },
          documentType: { $first: '$documentType' },
          debit: { $sum: '$lines.debit' },
          credit: { $sum: '$lines.credit' },
          all: { $first: '$all' },
          unitId: { $first: '$lines.unitId' },
        },
      },
      { $set: { sources: fromSources } },
      {
        $set: {
          sources: {
            $cond: [
              { $gte: ['$credit', '$debit'] },
              { $max: [0, { $min: ['$sources', '$credit'] }] },
              { $min: [0, { $max: ['$sources', { $multiply: ['$debit', -1] }] }] },
            ],
          },
        },
      },
      {
        $group: {
          _id: { month: '$month', kind: '$kind', documentType: '$documentType' },
          debit: { $sum: '$debit' },
          credit: { $sum: '$credit' },
          sources: { $sum: '$sources' },
          units: { $addToSet: '$unitId' },
        },
      },
    ],
    20_000,
  );
  const months = Array.from({ length: count }, (_, n) => addMonths(first, n));
  const nothing = Object.fromEntries(FIGURES.map(name => [name, 0])) as Record<Figure, number>;
  const rows = new Map(months.map(month => [month, { month, ...nothing, units: 0 }]));
  for (const sum of sums) {
    const row = rows.get(sum._id.month);
    if (row) addTo(row, sum);
  }
  return [...rows.values()];
}
