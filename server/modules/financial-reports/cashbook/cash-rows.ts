import { addDays } from '@lobby/shared/kit/dates.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { fundBalances } from '../../ledger/index.ts';

/** A journal entry's movement of one fund. */
export interface Moved {
  id: string;
  day: string;
  entry: string;
  fundId: string;
  documentType: string;
  documentId: string;
  documentCode: string;
  unitId: string | null;
  /** Whether the entry is a reversal, or was reversed within the period. */
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

/** Ids of the requested funds; all funds if none are given. */
export async function findFunds(projectId: string, ids: readonly string[]): Promise<string[]> {
  const where = ids.length > 0 ? { _id: { $in: ids } } : {};
  const funds = await records(fund).find({ projectId }, where, { only: ['_id'], sort: { order: 1, _id: 1 } });
  const found = new Set(funds.map(({ _id }) => _id));
  const missing = ids.findIndex(id => !found.has(id));
  if (missing >= 0) failFields({ [`fundId.${missing}`]: { code: 'REFERENCE_NOT_FOUND' } });
  return funds.map(({ _id }) => _id);
}

const dayBefore = (day: string) => addDays(day, -1);

/** Movements of funds between two days, in the order of posting, with the balance after each. */
export async function loadBook(projectId: string, fundIds: string[], from: string, to: string): Promise<Book> {
  const funds = new Set(fundIds);
  const before = await fundBalances(projectId, { on: dayBefore(from), fundIds });
  const opening = [...before.values()].reduce((sum, amount) => sum + amount, 0);
  const where = { accountingDate: { $gte: from, $lte: to }, 'lines.fundId': { $in: fundIds } };
  const rows: Moved[] = [];
  const reversed = new Set<string>();
  const reversals = new Map<string, string>();
  let balance = opening;
  const entries = records(journalEntry).each({ projectId }, where, {
    sort: { accountingDate: 1, no: 1 },
    patience: 20_000,
  });
  for await (const doc of entries) {
    if (doc.reversesId) {
      reversed.add(doc.reversesId);
      reversals.set(doc._id, doc.reversesId);
    }
    const lines = doc.lines.filter(({ account, fundId }) => account === 'FUND' && fundId && funds.has(fundId));
    for (const [fundId, moved] of Map.groupBy(lines, line => line.fundId ?? '')) {
      const sum = (side: 'debit' | 'credit') => moved.reduce((total, line) => total + (line[side] ?? 0), 0);
      const [came, went] = [sum('debit'), sum('credit')];
      balance += came - went;
      rows.push({
        id: `${doc._id}.${fundId}`,
        day: doc.accountingDate,
        entry: doc.kind,
        fundId,
        documentType: doc.documentType,
        documentId: doc.documentId ?? '',
        documentCode: doc.documentCode ?? '',
        cancelled: false,
        hidden: false,
        unitId: doc.unitIds[0] ?? null,
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
    // Both entries of a reversed pair are within the period.
    row.hidden = of !== undefined ? there.has(of) : reversed.has(entryOf(row));
  }
  return { fundIds, opening, rows };
}

/** Details of a row from its voucher. */
export interface About {
  voucherDate: string | null;
  receiptCode: string | null;
  payslipCode: string | null;
  content: string;
  counterpart: string;
  method: string | null;
  category: string | null;
  cashierId: string | null;
  /** Parts of the row by payment method and by category. */
  parts: Readonly<Record<'method' | 'category', readonly CashPart[]>>;
}

interface CashPart {
  key: string | null;
  amount: number;
}

type Voucher = Doc<typeof receipt> | Doc<typeof payslip> | Doc<typeof fundTransfer>;

/** Vouchers of the rows, removed ones included. */
async function findVouchers(projectId: string, rows: readonly Moved[]): Promise<Map<string, Voucher>> {
  const of = ({ name }: { name: string }) => ({
    _id: { $in: [...new Set(rows.filter(row => row.documentType === name).map(row => row.documentId))] },
  });
  const [receipts, payslips, transfers] = await Promise.all([
    records(receipt).withRemoved().find({ projectId }, of(receipt)),
    records(payslip).withRemoved().find({ projectId }, of(payslip)),
    records(fundTransfer).withRemoved().find({ projectId }, of(fundTransfer)),
  ]);
  const docs: Voucher[] = [...receipts, ...payslips, ...transfers];
  return new Map(docs.map(doc => [doc._id, doc]));
}

/** Query for the given ids; null ones are ignored. */
const among = (ids: readonly (string | null | undefined)[]) => ({
  _id: { $in: [...new Set(ids.flatMap(id => id ?? []))] },
});

/** Details of rows from their vouchers, loaded together. */
export async function aboutRows(projectId: string, rows: readonly Moved[]): Promise<Map<string, About>> {
  const docs = await findVouchers(projectId, rows);
  const all = [...docs.values()];
  const of = { projectId };
  const [units, partners, funds] = await Promise.all([
    records(unit)
      .withRemoved()
      .find(of, among(rows.map(({ unitId }) => unitId)), { only: ['code'] }),
    records(partner)
      .withRemoved()
      .find(of, among(all.map(doc => ('partnerId' in doc ? doc.partnerId : null))), { only: ['name'] }),
    records(fund)
      .withRemoved()
      .find(of, among(all.flatMap(doc => ('fromFundId' in doc ? [doc.fromFundId, doc.toFundId] : []))), {
        only: ['name'],
      }),
  ]);
  const titles: Titles = {
    units: new Map(units.map(({ _id, code }) => [_id, code])),
    partners: new Map(partners.map(({ _id, name }) => [_id, name])),
    funds: new Map(funds.map(({ _id, name }) => [_id, name])),
  };
  return new Map(rows.map(row => [row.id, aboutRow(row, docs.get(row.documentId), titles)]));
}

/** A voucher other than a fund transfer. */
type OwnVoucher = Exclude<Voucher, Doc<typeof fundTransfer>> | null;

/** Payment method of a row: of several methods of a receipt into this fund the largest. */
function wayInto(fundId: string, voucher: OwnVoucher): string | null {
  if (!voucher || !('methods' in voucher)) return voucher?.method ?? null;
  const methods = voucher.methods.filter(method => method.fundId === fundId).toSorted((a, b) => b.amount - a.amount);
  return methods[0]?.kind ?? voucher.method;
}

/** Splits an amount into the parts of a voucher; the remainder is a part with the key `rest`. */
function partsOf(amount: number, parts: readonly CashPart[], rest: string | null): CashPart[] {
  const named = parts.reduce((sum, part) => sum + part.amount, 0);
  if (named > amount) return [{ key: parts[0]?.key ?? rest, amount }];
  return named === amount ? [...parts] : [...parts, { key: rest, amount: amount - named }];
}

const waysOf = ({ fundId, ...row }: Moved, voucher: OwnVoucher): CashPart[] =>
  partsOf(
    row.in + row.out,
    voucher && 'methods' in voucher
      ? voucher.methods.filter(method => method.fundId === fundId).map(({ kind, amount }) => ({ key: kind, amount }))
      : [],
    voucher?.method ?? null,
  );

const categoriesOf = (row: Moved, voucher: OwnVoucher): CashPart[] =>
  partsOf(
    row.in + row.out,
    voucher && 'categories' in voucher
      ? voucher.categories.map(({ categoryId, amount }) => ({ key: categoryId, amount }))
      : (voucher?.allocations ?? []).flatMap(({ categoryId, amount }) =>
          categoryId ? [{ key: categoryId, amount }] : [],
        ),
    null,
  );

type Titles = Readonly<Record<'units' | 'partners' | 'funds', ReadonlyMap<string, string>>>;

function aboutRow(row: Moved, doc: Voucher | undefined, { units, partners, funds }: Titles): About {
  const transfer = doc && 'fromFundId' in doc ? doc : null;
  const voucher = doc && !('fromFundId' in doc) ? doc : null;
  const who = [
    (voucher && ('payerName' in voucher ? voucher.payerName : voucher.payeeName)) ?? '',
    partners.get(voucher?.partnerId ?? '') ?? '',
    units.get(row.unitId ?? '') ?? '',
    funds.get((row.in > 0 ? transfer?.fromFundId : transfer?.toFundId) ?? '') ?? '',
  ];
  return {
    voucherDate: doc?.voucherDate ?? null,
    receiptCode: row.in > 0 ? row.documentCode || null : null,
    payslipCode: row.in > 0 ? null : row.documentCode || null,
    content: doc?.content ?? '',
    counterpart: [...new Set(who.filter(Boolean))].join(' · '),
    method: wayInto(row.fundId, voucher),
    category: voucher && 'category' in voucher ? voucher.category : null,
    cashierId: voucher?.cashierId ?? null,
    parts: { method: waysOf(row, voucher), category: categoriesOf(row, voucher) },
  };
}
