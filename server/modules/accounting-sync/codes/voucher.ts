import { createHash } from 'node:crypto';
import { bill } from '@lobby/shared/modules/bill.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { type SyncError, syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import type { Line } from '../../ledger/index.ts';
import { syncKindOf } from '../rows/index.ts';
import type { Voucher, VoucherLine } from '../run/protocol.ts';
import { type Codes, loadCodes } from './codes.ts';

/** Thrown when a document cannot be sent, with the reason and the record that causes it. */
export class NotSent extends Error {
  code: SyncError;
  /** Code or name of that record. */
  what: string;
  constructor(code: SyncError, what: string) {
    super(code);
    this.code = code;
    this.what = what;
  }
}
export type Prepared =
  | { row: Doc<typeof syncReceipt>; voucher: Voucher }
  | { row: Doc<typeof syncReceipt>; error: NotSent };

/** Account numbers that do not depend on the document. */
const FIXED: Readonly<Record<string, string>> = {
  UNIT_ACCOUNT: '131',
  DISCOUNT: '5211',
  WRITE_OFF: '642',
  OPENING_BALANCE: '4111',
};

/** Lookup data for writing the vouchers of a project. */
interface Desk {
  base: string;
  projectId: string;
  codes: Codes;
  units: ReadonlyMap<string, Pick<Doc<typeof unit>, '_id' | 'code' | 'blockId'>>;
  funds: ReadonlyMap<string, Pick<Doc<typeof fund>, '_id' | 'code' | 'kind'>>;
  categories: ReadonlyMap<string, Pick<Doc<typeof voucherCategory>, '_id' | 'code'>>;
  /** VAT rate code of each bill. */
  rates: ReadonlyMap<string, string>;
}

/** Idempotency key of a document's edition: the accounting software accepts each once. */
export const keyOf = ({ documentKind, documentId, edition }: Doc<typeof syncReceipt>): string =>
  `${documentKind}-${documentId}-${edition}`;
/** Swaps debit and credit, which reverses the lines. */
export const reverseLines = (lines: readonly VoucherLine[]): VoucherLine[] =>
  lines.map(line => ({ ...line, debit: line.credit, credit: line.debit }));
export const hashOf = (voucher: Voucher): string => createHash('sha256').update(JSON.stringify(voucher)).digest('hex');

function codeOr(code: string | null, error: SyncError, what: string | undefined): string {
  if (!code) throw new NotSent(error, what ?? '');
  return code;
}

const methodOf = (desk: Desk, line: Line | undefined): 'CASH' | 'BANK' =>
  desk.funds.get(line?.fundId ?? '')?.kind === 'CASH' ? 'CASH' : 'BANK';

/** VAT rate code of a line's bill; empty for lines without a bill. */
const rateOf = ({ rates }: Desk, { billId }: Line): string => rates.get(billId ?? '') ?? '';

/** Account number of a journal line. */
function accountOf(desk: Desk, kind: string, line: Line, lines: readonly Line[]): string {
  const { pair } = desk.codes;
  const service = line.serviceId ? desk.codes.of('SERVICE', line.serviceId) : null;
  const side = (at: 0 | 1, ...names: string[]) =>
    codeOr(pair(...names)?.[at] ?? null, 'ACCOUNTING_PAIR_MISSING', names.at(-1));
  const money = lines.find(({ account }) => account === 'FUND');
  switch (line.account) {
    case 'FUND':
      return side(0, `RECEIPT:${methodOf(desk, line)}`);
    case 'CLEARING':
      return side(0, 'RECEIPT:BANK');
    case 'RECEIVABLE':
      return kind === 'BILL' ? side(0, `BILL:${service}`, 'BILL') : side(1, `RECEIPT:${methodOf(desk, money)}`);
    case 'REVENUE':
      return side(1, `BILL:${service ?? line.category}`, 'BILL');
    case 'EXPENSE':
      return side(0, `PAYSLIP:${line.category}`, `PAYSLIP:${methodOf(desk, money)}`);
    case 'VAT_PAYABLE':
      return side(1, `VAT:${rateOf(desk, line)}`, 'VAT');
    case 'SURCHARGE_TAX_PAYABLE':
      return side(1, 'SURCHARGE');
    case 'INTEREST_INCOME':
      return side(1, 'INTEREST');
    case 'ADVANCE':
      return side(1, 'ADVANCE');
    case 'DEPOSIT':
      return side(1, 'DEPOSIT');
    default:
      return FIXED[line.account] ?? '138';
  }
}

function lineOf(desk: Desk, kind: string, line: Line, lines: readonly Line[]): VoucherLine {
  const { codes } = desk;
  const customer = line.unitId
    ? codeOr(codes.of('UNIT', line.unitId), 'ACCOUNTING_APARTMENT_CODE_MISSING', desk.units.get(line.unitId)?.code)
    : null;
  const category = line.category ? desk.categories.get(line.category) : null;
  const caseCode = line.serviceId
    ? codeOr(codes.of('SERVICE', line.serviceId), 'ACCOUNTING_SERVICE_CODE_MISSING', line.serviceId)
    : category
      ? codeOr(codes.of('CATEGORY', category._id), 'ACCOUNTING_SERVICE_CODE_MISSING', category.code)
      : null;
  const fundCode = line.fundId
    ? codeOr(codes.of('FUND', line.fundId), 'ACCOUNTING_FUND_CODE_MISSING', desk.funds.get(line.fundId)?.code)
    : null;
  const sides = { debit: line.debit ?? 0, credit: line.credit ?? 0 };
  const taxCode = line.account === 'VAT_PAYABLE' ? codes.of('TAX', rateOf(desk, line)) : null;
  return { account: accountOf(desk, kind, line, lines), ...sides, customer, caseCode, fundCode, taxCode };
}

/** Converts a posted document to a voucher. */
function written(desk: Desk, row: Doc<typeof syncReceipt>, lines: readonly Line[]): Voucher {
  const kind = row.documentKind ?? '';
  if (lines.length === 0)
    throw new NotSent(kind === 'BILL' ? 'BILL_INVALID' : 'RECEIPT_INVALID', row.documentCode ?? '');
  const home = row.unitId ? desk.units.get(row.unitId) : null;
  const customer = home
    ? codeOr(desk.codes.of('UNIT', home._id), 'ACCOUNTING_APARTMENT_CODE_MISSING', home.code)
    : null;
  const building = home
    ? codeOr(desk.codes.of('BLOCK', home.blockId), 'ACCOUNTING_BUILDING_CODE_MISSING', home.code)
    : null;
  return {
    key: keyOf(row),
    replaces: row.edition > 1 && row.foreignId ? row.foreignId : null,
    kind,
    number: row.documentCode ?? '',
    date: row.accountingDate ?? '',
    // The apartment's code only: no names of residents are sent.
    text: [row.documentCode, home?.code].filter(Boolean).join(' '),
    unit: desk.base,
    building,
    customer,
    amount: lines.reduce((sum, { debit }) => sum + (debit ?? 0), 0),
    lines: lines.map(line => lineOf(desk, kind, line, lines)),
  };
}

/** Journal lines of each document, without reversed entries. */
async function loadLines(projectId: string, ids: readonly string[]): Promise<Map<string, Line[]>> {
  const entries = await records(journalEntry).find(
    { projectId },
    { documentId: { $in: [...ids] } },
    { sort: { no: 1 }, patience: 10_000 },
  );
  const gone = new Set(entries.map(({ reversesId }) => reversesId).filter(Boolean));
  const lines = new Map<string, Line[]>();
  for (const { _id, documentType, documentId, kind, reversesId, lines: entryLines } of entries) {
    if (!documentId || reversesId || gone.has(_id) || !syncKindOf(documentType, kind)) continue;
    lines.set(documentId, [...(lines.get(documentId) ?? []), ...entryLines]);
  }
  return lines;
}

const byId = <T extends { _id: string }>(docs: readonly T[]) => new Map(docs.map(doc => [doc._id, doc]));

async function loadDesk(
  projectId: string,
  base: string,
  unitIds: readonly string[],
  billIds: readonly string[],
): Promise<Desk> {
  const [codes, units, funds, categories, bills] = await Promise.all([
    loadCodes(projectId),
    records(unit)
      .withRemoved()
      .find({ projectId }, { _id: { $in: [...unitIds] } }, { only: ['code', 'blockId'] }),
    records(fund)
      .withRemoved()
      .find({ projectId }, {}, { only: ['code', 'kind'] }),
    records(voucherCategory).find({ projectId }, {}, { only: ['code'] }),
    records(bill).find({ projectId }, { _id: { $in: [...billIds] } }, { only: ['vatRate'] }),
  ]);
  const rates = new Map(bills.map(({ _id, vatRate }) => [_id, String(vatRate ?? 0)]));
  const named = new Map(categories.map(doc => [doc.code, doc]));
  return { base, projectId, codes, units: byId(units), funds: byId(funds), categories: named, rates };
}

/** Debit and credit account numbers of vouchers, for their papers; vouchers without account numbers are left out. */
export async function loadAccounts(
  projectId: string,
  kind: 'RECEIPT' | 'PAYSLIP',
  ids: readonly string[],
): Promise<Map<string, { debit: string[]; credit: string[] }>> {
  const [lines, desk] = await Promise.all([loadLines(projectId, ids), loadDesk(projectId, '', [], [])]);
  const accounts = new Map<string, { debit: string[]; credit: string[] }>();
  for (const [id, documentLines] of lines)
    try {
      const numbers = (side: 'debit' | 'credit') => [
        ...new Set(documentLines.filter(line => line[side]).map(line => accountOf(desk, kind, line, documentLines))),
      ];
      accounts.set(id, { debit: numbers('debit'), credit: numbers('credit') });
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
    }
  return accounts;
}

/** Unsent bills among those that a receipt pays: code by id. */
async function billsWaiting(projectId: string, billIds: readonly string[]): Promise<Map<string, string>> {
  const waiting = await records(syncReceipt).find(
    { projectId },
    { documentKind: 'BILL', documentId: { $in: [...billIds] }, status: { $in: ['NONE', 'PENDING'] } },
  );
  return new Map(waiting.map(({ documentId, documentCode }) => [documentId ?? '', documentCode ?? '']));
}

/** Loads what the rows' vouchers need; `write` converts one row, or throws `NotSent` with the reason. */
async function writer(
  { projectId }: Pick<Ctx, 'projectId'>,
  base: string,
  rows: readonly Doc<typeof syncReceipt>[],
): Promise<{
  billIds: string[];
  linesOf: (row: Doc<typeof syncReceipt>) => Line[];
  write: (row: Doc<typeof syncReceipt>) => Voucher;
}> {
  const lines = await loadLines(
    projectId,
    rows.flatMap(({ documentId }) => documentId ?? []),
  );
  const all = [...lines.values()].flat();
  const unitIds = [...rows, ...all].flatMap(({ unitId }) => unitId ?? []);
  const billIds = [...new Set(all.flatMap(({ billId }) => billId ?? []))];
  const desk = await loadDesk(projectId, base, [...new Set(unitIds)], billIds);
  const linesFor = (row: Doc<typeof syncReceipt>) => lines.get(row.documentId ?? '') ?? [];
  return { billIds, linesOf: linesFor, write: row => written(desk, row, linesFor(row)) };
}

/** Vouchers of rows as they would be sent now; rows that can no longer be written are left out. */
export async function loadVouchers(
  projectId: string,
  base: string,
  rows: readonly Doc<typeof syncReceipt>[],
): Promise<Map<string, Voucher>> {
  const { write } = await writer({ projectId }, base, rows);
  const vouchers = new Map<string, Voucher>();
  for (const row of rows)
    try {
      vouchers.set(row._id, write(row));
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
    }
  return vouchers;
}

/** Prepares rows in their order; a row that cannot be sent gets its error and does not stop the others. */
export async function prepare(
  ctx: Pick<Ctx, 'projectId'>,
  base: string,
  rows: readonly Doc<typeof syncReceipt>[],
): Promise<Prepared[]> {
  const { projectId } = ctx;
  const [{ billIds, linesOf: standing, write }, project] = await Promise.all([
    writer(ctx, base, rows),
    loadProject(projectId),
  ]);
  const waiting = await billsWaiting(projectId, billIds);
  const prepared: Prepared[] = [];
  for (const row of rows)
    try {
      if (row.documentKind === 'ADVANCE' && !project?.features?.ADVANCE_PAYMENT_SYNC)
        throw new NotSent('RECEIPT_INVALID', row.documentCode ?? '');
      const voucher = write(row);
      const before =
        row.documentKind === 'BILL' ? null : standing(row).find(({ billId }) => billId && waiting.has(billId));
      if (before) throw new NotSent('ACCOUNTING_WAITS', waiting.get(before.billId ?? '') ?? '');
      // Bills precede their receipts within the same call.
      if (row.documentKind === 'BILL') waiting.delete(row.documentId ?? '');
      prepared.push({ row, voucher });
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      prepared.push({ row, error });
    }
  return prepared;
}
