import { addDays, addMonths, lastDayOf, monthOf, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { suggestion } from '../modules/bank-statement/index.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import { fundsOf } from './services.ts';
import type { Site } from './sites.ts';

type Line = Made<typeof bankStatementLine>;

const MONTHS = 6;
const FORMATS = ['XLSX', 'CSV', 'OFX', 'MT940'] as const;
/** What a bank takes and gives by itself, which nobody matches: each with how often a month. */
const BY_ITSELF = [
  ['OUT', 2200, 'PHI BAO CO SMS', 20],
  ['IN', 18_400, 'LAI TIEN GUI KHONG KY HAN', 14],
] as const;

interface Books {
  bills: readonly Made<typeof bill>[];
  receipts: readonly Made<typeof receipt>[];
}

const bankName = (name: string) => fold(name).toUpperCase();

/** Statements of the last six months: transfers that were booked by their codes, what the bank does by itself, and what waits for somebody. */
export function statementsOf(
  site: Site,
  { bills, receipts }: Books,
  notices: readonly Made<typeof feeNotice>[],
  today: string,
): { files: Made<typeof bankStatement>[]; lines: Line[] } {
  const bankAccountId = fundsOf(site).accounts[0]?._id ?? '';
  const [fileId, lineId] = [idsOf('bank-statement', site.key), idsOf('bank-statement-line', site.key)];
  const codes = new Map(bills.map(({ _id, code }) => [_id, code ?? '']));
  const files: Made<typeof bankStatement>[] = [];
  const lines: Line[] = [];
  const first = addMonths(monthOf(today), 1 - MONTHS);
  const byMonth = Map.groupBy(
    receipts.filter(({ origin, accountingDate }) => origin === 'STATEMENT' && monthOf(accountingDate) >= first),
    ({ accountingDate }) => monthOf(accountingDate),
  );
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
    const from = lines.length;
    const file = recordOf(bankStatement, site.id, fileId(n), startOfDay(to, VIETNAM), {
      fileName: `sao-ke-${month}.${{ XLSX: 'xlsx', CSV: 'csv', OFX: 'ofx', MT940: 'sta' }[FORMATS[n % 4] ?? 'CSV']}`,
      bankAccountId,
      format: FORMATS[n % FORMATS.length] ?? 'CSV',
      from: `${month}-01`,
      to,
      hash: `demo ${site.key} ${month}`,
    });
    files.push(file);
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
    for (const [direction, amount, content, times] of BY_ITSELF)
      for (let day = 0; day < times; day++) {
        const bookedOn = addDays(`${month}-01`, day);
        if (bookedOn > to) break;
        add({ bookedOn, amount, content, direction, status: 'IGNORED', reason: 'Ngân hàng tự hạch toán.' });
      }
    const own = lines.slice(from);
    const isIn = (one: Line) => one.direction === 'IN';
    Object.assign(file, { lines: own.length, new: own.filter(isIn).length, out: own.filter(one => !isIn(one)).length });
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
  const other = lines.find(({ status }) => status === 'MATCHED');
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
  return { files, lines };
}
