import { addDays, addMonths, lastDayOf, monthOf, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { suggestion } from '../modules/bank-statement/index.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import { fundsOf } from './services.ts';
import type { Site } from './sites.ts';

type Line = Made<typeof bankStatementLine>;

const MONTHS = 6;
const FORMATS = ['XLSX', 'CSV', 'OFX', 'MT940'] as const;
/** Bank fees and interest that match no voucher: direction, amount, content and how often they occur a month. */
const BY_ITSELF = [
  ['OUT', 2200, 'PHI BAO CO SMS', 20],
  ['IN', 18_400, 'LAI TIEN GUI KHONG KY HAN', 14],
] as const;

interface Books {
  bills: readonly Made<typeof bill>[];
  receipts: readonly Made<typeof receipt>[];
  payslips: readonly Made<typeof payslip>[];
  entries: readonly Made<typeof journalEntry>[];
}

const bankName = (name: string) => fold(name).toUpperCase();

/** Reason for ignoring lines dated before the books began. */
const BEFORE = 'Đã ghi ở phần mềm cũ, trước ngày lên sổ.';

/**
 * Returns bank statements of the last six months. Their lines are incoming transfers matched by bill codes, payments to
 * suppliers, movements from before the books began, bank fees and interest, and lines that wait in the inbox. Each
 * statement closes with the opening balance of the next; the last closes with the balance of the books plus the waiting
 * lines.
 */
export function statementsOf(
  site: Site,
  { bills, receipts, payslips, entries }: Books,
  notices: readonly Made<typeof feeNotice>[],
  today: string,
): {
  files: Made<typeof bankStatement>[];
  lines: Line[];
  /** Links of payslips that existed before their statement line to that line. */
  links: { _id: string; projectId: string; lineId: string }[];
} {
  const { accounts, funds } = fundsOf(site);
  const bankAccountId = accounts[0]?._id ?? '';
  const fundId = funds.find(fund => fund.bankAccountId === bankAccountId)?._id ?? '';
  const links: { _id: string; projectId: string; lineId: string }[] = [];
  const [fileId, lineId] = [idsOf('bank-statement', site.key), idsOf('bank-statement-line', site.key)];
  const codes = new Map(bills.map(({ _id, code }) => [_id, code ?? '']));
  const files: Made<typeof bankStatement>[] = [];
  const lines: Line[] = [];
  const first = addMonths(monthOf(today), 1 - MONTHS);
  const byMonth = Map.groupBy(
    receipts.filter(({ origin, accountingDate }) => origin === 'STATEMENT' && monthOf(accountingDate) >= first),
    ({ accountingDate }) => monthOf(accountingDate),
  );
  const spent = payslips.filter(
    ({ fundId: from, method, status }) => from === fundId && method === 'TRANSFER' && status === 'NOT_CANCELED',
  );
  const spentIn = (month: string) => spent.filter(({ accountingDate }) => monthOf(accountingDate) === month);
  const begun = [...byMonth.keys()].toSorted()[0] ?? '';
  const add = (values: Partial<Line> & Pick<Line, 'bookedOn' | 'amount' | 'content'>) => {
    const n = lines.length;
    const bankRef = `FT${values.bookedOn.slice(2).replaceAll('-', '')}${String(n).padStart(6, '0')}`;
    lines.push(
      recordOf(bankStatementLine, site.id, lineId(n), startOfDay(values.bookedOn, VIETNAM), {
        bankAccountId,
        direction: 'IN',
        bankRef,
        movementKey: `r:${bankRef.toLowerCase()}`,
        statementId: files.at(-1)?._id ?? null,
        ...values,
      }),
    );
  };
  for (let n = 0; n < MONTHS; n++) {
    const month = addMonths(first, n);
    const to = [lastDayOf(month), today].toSorted()[0] ?? today;
    files.push(
      recordOf(bankStatement, site.id, fileId(n), startOfDay(to, VIETNAM), {
        fileName: `sao-ke-${month}.${{ XLSX: 'xlsx', CSV: 'csv', OFX: 'ofx', MT940: 'sta' }[FORMATS[n % 4] ?? 'CSV']}`,
        bankAccountId,
        format: FORMATS[n % FORMATS.length] ?? 'CSV',
        from: `${month}-01`,
        to,
        hash: `demo ${site.key} ${month}`,
      }),
    );
    for (const paid of byMonth.get(month) ?? []) {
      const code = codes.get(paid.allocations[0]?.billId ?? '') ?? '';
      add({
        bookedOn: paid.accountingDate,
        amount: paid.amount,
        content: `${bankName(paid.payerName)} CHUYEN TIEN ${code.replaceAll('-', '')}`.trim(),
        payerName: bankName(paid.payerName),
        unitId: paid.unitId,
        rule: 'CONTENT',
        receiptIds: [paid._id],
        parts: [{ unitId: paid.unitId, categoryId: null, amount: paid.amount, receiptId: paid._id, depositId: null }],
        made: true,
        status: 'MATCHED',
      });
    }
    for (const paid of month < begun ? [...(byMonth.get(begun) ?? []), ...spentIn(begun)] : []) {
      const isIn = 'payerName' in paid;
      const name = bankName((isIn ? paid.payerName : paid.payeeName) ?? '');
      add({
        bookedOn: `${month}${paid.accountingDate.slice(7)}`,
        amount: paid.amount,
        content: isIn ? `${name} NOP PHI THANG ${Number(month.slice(5))}` : `CK ${name}`,
        direction: isIn ? 'IN' : 'OUT',
        payerName: isIn ? name : null,
        status: 'IGNORED',
        reason: BEFORE,
      });
    }
    for (const paid of spentIn(month)) {
      add({
        bookedOn: paid.accountingDate,
        amount: paid.amount,
        content: `CK ${bankName(paid.payeeName ?? '')} ${bankName(paid.content ?? '')}`.trim(),
        direction: 'OUT',
        rule: 'LINK',
        payslipId: paid._id,
        status: 'MATCHED',
      });
      links.push({ _id: paid._id, projectId: site.id, lineId: lines.at(-1)?._id ?? '' });
    }
    for (const [direction, amount, content, times] of BY_ITSELF)
      for (let day = 0; day < times; day++) {
        const bookedOn = addDays(`${month}-01`, day);
        if (bookedOn > to) break;
        add({ bookedOn, amount, content, direction, status: 'IGNORED', reason: 'Ngân hàng tự hạch toán.' });
      }
  }
  const sent = notices.filter(({ remaining, unitId }) => Number(remaining) > 0 && unitId).slice(0, 6);
  const named = (n: number) => sent[n % Math.max(1, sent.length)];
  const joined = (n: number) => (named(n)?.code ?? '').replaceAll('-', '');
  const waits = { bookedOn: today, status: 'SUGGESTED' } as const;
  for (const n of [0, 2])
    add({
      ...waits,
      amount: 3_000_000 + n,
      content: `NOP PHI ${joined(n)} VA ${joined(n + 1)}`,
      inboxReason: 'TWO_CODES',
      suggestions: [n, n + 1].flatMap(at => {
        const notice = named(at);
        return notice ? suggestion('CONTENT', 90, { unitId: notice.unitId, noticeId: notice._id }) : [];
      }),
    });
  for (const n of [3, 4, 5]) {
    const notice = named(n);
    if (!notice) continue;
    add({
      ...waits,
      amount: Number(notice.remaining),
      content: 'CHUYEN KHOAN',
      inboxReason: 'AMOUNT_ONLY',
      suggestions: [suggestion('AMOUNT', 50, { unitId: notice.unitId, noticeId: notice._id })],
    });
  }
  for (const [content, amount] of [
    ['NGUYEN VAN HUNG CHUYEN TIEN PHI DICH VU', 1_254_000],
    ['CT DI 236112 LE THI MAI', 3_000_000],
  ] as const)
    add({ bookedOn: today, amount, content });
  add({ bookedOn: today, amount: 11_000, content: 'PHI QUAN LY TAI KHOAN', direction: 'OUT' });
  add({ bookedOn: today, amount: 42_500_000, content: 'TT TIEN DIEN KHU CHUNG', direction: 'OUT' });
  const other = lines.findLast(({ status, direction }) => status === 'MATCHED' && direction === 'IN');
  if (other)
    add({
      bookedOn: other.bookedOn,
      amount: other.amount + 500,
      content: other.content,
      bankRef: null,
      conflictRef: other.bankRef,
      conflictWith: other._id,
      movementKey: `c:demo ${other.bankRef}`,
      status: 'CONFLICT',
    });
  const waiting = lines.filter(({ status }) => status === 'UNMATCHED' || status === 'SUGGESTED');
  const held = entries.flatMap(entry => entry.lines).filter(line => line.account === 'FUND' && line.fundId === fundId);
  let closing = held.reduce((sum, line) => sum + (line.debit ?? 0) - (line.credit ?? 0), 0) + flowOf(waiting);
  const byFile = Map.groupBy(lines, ({ statementId }) => statementId);
  for (const file of files.toReversed()) {
    const rows = byFile.get(file._id) ?? [];
    const valid = rows.filter(({ status }) => status !== 'CONFLICT');
    const out = valid.filter(isOut).length;
    // A conflicting line is not a separate movement: it reports another amount for a known one.
    const opening = closing - flowOf(valid);
    const counts = { lines: rows.length, new: valid.length - out, out, conflicts: rows.length - valid.length };
    Object.assign(file, { ...counts, opening, closing });
    closing = opening;
  }
  return { files, lines, links };
}

const isOut = ({ direction }: Line) => direction === 'OUT';
/** Net change of an account: incoming less outgoing amounts. */
const flowOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + (isOut(line) ? -line.amount : line.amount), 0);
