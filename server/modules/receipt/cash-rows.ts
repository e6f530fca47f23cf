import { addDays } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { failFields } from '../../kit/base/errors.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { fundBalances, type Line } from '../ledger/index.ts';

/** One movement of a fund, as the journal has it. */
export interface Moved {
  id: string;
  day: string;
  entry: string;
  fundId: string;
  documentType: string;
  documentId: string;
  documentCode: string;
  unitId: string | null;
  /** It is a cancel, or was cancelled within the same time. */
  cancelled: boolean;
  hidden: boolean;
  in: number;
  out: number;
  balance: number;
}

export interface Book {
  fundIds: string[];
  opening: number;
  rows: Moved[];
}

/** The funds that are asked for; without any, all. */
export async function fundsAsked(projectId: string, asked: readonly string[]): Promise<string[]> {
  const query = { projectId, deletedAt: null, ...(asked.length > 0 && { _id: { $in: [...asked] } }) };
  const found = await modelOf(fund).find(query, { _id: 1 }).sort({ order: 1, _id: 1 }).lean<Stored[]>();
  const known = new Set(found.map(({ _id }) => _id));
  const missing = asked.findIndex(id => !known.has(id));
  if (missing >= 0) failFields({ [`fundId.${missing}`]: { code: 'REFERENCE_NOT_FOUND' } });
  return found.map(({ _id }) => _id);
}

const dayBefore = (day: string) => addDays(day, -1);

/** What came into funds and left them between two days, in the order of posting, with the balance after each. */
export async function bookOf(projectId: string, fundIds: string[], from: string, to: string): Promise<Book> {
  const own = new Set(fundIds);
  const before = await fundBalances(projectId, { on: dayBefore(from), fundIds });
  const opening = [...before.values()].reduce((sum, one) => sum + one, 0);
  const query = {
    projectId,
    deletedAt: null,
    accountingDate: { $gte: from, $lte: to },
    'lines.fundId': { $in: fundIds },
  };
  const rows: Moved[] = [];
  const reversed = new Set<string>();
  const reversals = new Map<string, string>();
  let balance = opening;
  const entries = modelOf(journalEntry).find(query).sort({ accountingDate: 1, no: 1 }).maxTimeMS(20_000);
  for await (const doc of entries.lean<Stored[]>().cursor()) {
    if (typeof doc.reversesId === 'string') {
      reversed.add(doc.reversesId);
      reversals.set(doc._id, doc.reversesId);
    }
    const lines = (doc.lines as Line[]).filter(({ account, fundId }) => account === 'FUND' && own.has(String(fundId)));
    for (const [fundId, moved] of Map.groupBy(lines, one => String(one.fundId))) {
      const sum = (side: 'debit' | 'credit') => moved.reduce((total, one) => total + (one[side] ?? 0), 0);
      const [came, went] = [sum('debit'), sum('credit')];
      balance += came - went;
      rows.push({
        id: `${doc._id}.${fundId}`,
        day: String(doc.accountingDate),
        entry: String(doc.kind),
        fundId,
        documentType: String(doc.documentType),
        documentId: String(doc.documentId),
        documentCode: String(doc.documentCode ?? ''),
        cancelled: false,
        hidden: false,
        unitId: (doc.unitIds as string[] | undefined)?.[0] ?? null,
        in: came,
        out: went,
        balance,
      });
    }
  }
  const entryOf = ({ id }: Moved) => id.split('.')[0] ?? '';
  const there = new Set(rows.map(entryOf));
  for (const row of rows) {
    const of = reversals.get(entryOf(row));
    row.cancelled = of !== undefined || reversed.has(entryOf(row));
    // Of a pair both are in the time.
    row.hidden = of !== undefined ? there.has(of) : reversed.has(entryOf(row));
  }
  return { fundIds, opening, rows };
}

/** What a row says of its voucher, beside its figures. */
export interface About {
  voucherDate: string | null;
  receiptCode: string | null;
  payslipCode: string | null;
  content: string;
  counterpart: string;
  method: string | null;
  category: string | null;
  cashierId: string | null;
}

const VOUCHERS: readonly Definition[] = [receipt, payslip, fundTransfer];
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What the vouchers behind rows say: read once for all of them. */
export async function aboutRows(projectId: string, rows: readonly Moved[]): Promise<Map<string, About>> {
  const ids = (name: string) => rows.filter(one => one.documentType === name).map(one => one.documentId);
  const docs = new Map<string, Stored>();
  for (const definition of VOUCHERS)
    for (const doc of await modelOf(definition)
      .find({ projectId, _id: { $in: [...new Set(ids(definition.name))] } })
      .lean<Stored[]>())
      docs.set(doc._id, doc);
  const named = async (definition: Definition, wanted: readonly unknown[]) => {
    const found = await modelOf(definition)
      .find({ projectId, _id: { $in: [...new Set(wanted.filter(id => typeof id === 'string'))] } })
      .lean<Stored[]>();
    return new Map(found.map(doc => [doc._id, textOf(doc[definition.title])]));
  };
  const all = [...docs.values()];
  const units = await named(
    unit,
    rows.map(({ unitId }) => unitId),
  );
  const partners = await named(
    partner,
    all.map(({ partnerId }) => partnerId),
  );
  const funds = await named(
    fund,
    all.flatMap(({ fromFundId, toFundId }) => [fromFundId, toFundId]),
  );
  return new Map(
    rows.map(row => {
      const doc = docs.get(row.documentId);
      const other = row.in > 0 ? doc?.fromFundId : doc?.toFundId;
      const who = [
        textOf(doc?.payerName) || textOf(doc?.payeeName),
        partners.get(textOf(doc?.partnerId)) ?? '',
        units.get(row.unitId ?? '') ?? '',
        funds.get(textOf(other)) ?? '',
      ];
      return [
        row.id,
        {
          voucherDate: textOf(doc?.voucherDate) || null,
          receiptCode: row.in > 0 ? row.documentCode || null : null,
          payslipCode: row.in > 0 ? null : row.documentCode || null,
          content: textOf(doc?.content),
          counterpart: [...new Set(who.filter(Boolean))].join(' · '),
          method: textOf(doc?.method) || null,
          category: textOf(doc?.category) || null,
          cashierId: textOf(doc?.cashierId) || null,
        },
      ];
    }),
  );
}
