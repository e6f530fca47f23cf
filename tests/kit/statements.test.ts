import { readAmount, readDay, readMark } from '@lobby/shared/billing/statement/cells.ts';
import { decodeText, readStatementText } from '@lobby/shared/billing/statement/read.ts';
import { isBalanced, isUnreadable, type Statement, statementOf } from '@lobby/shared/billing/statement/statement.ts';
import { findMapping, isWhole, readTable } from '@lobby/shared/billing/statement/table.ts';
import { expect, it } from 'vitest';

function read(text: string, account = ''): Statement {
  const file = readStatementText(text);
  if (!file) throw new Error('no statement');
  if ('statements' in file) return statementOf(file.statements, account);
  const mapping = findMapping(file.rows);
  expect(isWhole(mapping), JSON.stringify(mapping)).toBe(true);
  return readTable(file.rows, mapping);
}
const said = ({ lines }: Statement) =>
  lines.map(({ day, direction, amount, content, reference }) => [day, direction, amount, content, reference]);
const reasons = ({ leftOut }: Statement) => leftOut.map(({ row, reason }) => [row, reason]);

it('reads amounts as banks write them with the direction that they say, and refuses what is no whole amount', () => {
  const one = [
    '1.250.000',
    '1,250,000',
    '1 250 000',
    '1.250.000,00',
    '1,250,000.00',
    '1250000,00',
    '1.250.000 VND',
    '1.250.000đ',
    '1.250.000 Đ',
  ];
  for (const written of one) expect(readAmount(written), written).toEqual({ amount: 1_250_000, direction: null });
  for (const written of ['+1.250.000', '+1.250.000 đ', '1.250.000 C', '1.250.000 Có', '1.250.000+'])
    expect(readAmount(written), written).toEqual({ amount: 1_250_000, direction: 'IN' });
  for (const written of [
    '(700.000)',
    '-700.000',
    '700.000-',
    '700.000 D',
    '700.000D',
    '700.000 Nợ',
    '700,000 DR',
    '− 700.000',
  ])
    expect(readAmount(written), written).toEqual({ amount: 700_000, direction: 'OUT' });
  for (const written of [
    '',
    '0.750',
    '2.345,678',
    '2,345,00',
    '2e6',
    '12.5',
    'abc',
    '1.50.000',
    '-700.000 C',
    '1.250.000,5',
  ])
    expect(readAmount(written), written).toBeNull();
  expect(['C', 'Có', 'CR', '+', 'D', 'Nợ', 'Ghi nợ', '-', 'x'].map(readMark)).toEqual([
    'IN',
    'IN',
    'IN',
    'IN',
    'OUT',
    'OUT',
    'OUT',
    'OUT',
    null,
  ]);
});

it('reads days as banks write them, day before month, with their time', () => {
  const days = [
    '05/11/26',
    '05-11-2026',
    '20261105',
    '5.11.2026',
    '2026-11-05',
    '5-Nov-2026',
    '05/11/2026 14:05',
    '14:05:00 05/11/2026',
  ];
  for (const written of days) expect(readDay(written)?.day, written).toBe('2026-11-05');
  expect(readDay('05/11/2026 14:05:09')?.time).toBe('14:05:09');
  expect(readDay('20261105140509[+7:ICT]')).toEqual({ day: '2026-11-05', time: '14:05:09' });
  for (const written of ['11/25/2026', '31/02/2026', '', '5', '2026', 'ngay 5'])
    expect(readDay(written), written).toBeNull();
});

it('reads the tables of eight banks, money that goes out too', () => {
  const tables: Record<string, string> = {
    VCB: 'Ngày giao dịch/ Transaction Date;Số tham chiếu/ Reference No;Số tiền ghi nợ/ Debit;Số tiền ghi có/ Credit;Mô tả/ Description\n05/11/2026;FT1;;1,250,000;phi A-12.05\n06/11/2026;FT2;700,000;;phi ck',
    TCB: 'Ngày giao dịch|Đối tác|NH Đối tác|Diễn giải|Số bút toán|Nợ/Debit|Có/Credit|Số dư\n05/11/2026|NGUYEN VAN A|VCB|phi A-12.05|FT1||1.250.000|5.000.000\n06/11/2026|CTY B|ACB|phi ck|FT2|-700.000||4.300.000',
    ACB: 'Ngày hiệu lực\tNgày giao dịch\tSố GD\tMô tả\tRút ra\tGửi vào\tSố dư\n05/11/26\t05/11/26\tFT1\tphi A-12.05\t0\t1.250.000,00\t5\n06/11/26\t06/11/26\tFT2\tphi ck\t700.000,00\t0\t4',
    MB: 'STT,Ngày giao dịch,Ghi nợ,Ghi có,Số dư,Nội dung,Đơn vị chuyển,Tài khoản,Ngân hàng đối tác,Số bút toán\n1,05/11/2026 08:00:00,0,"1,250,000","5,000",phi A-12.05,NGUYEN VAN A,0123456,VCB,FT1\n2,06/11/2026 09:00:00,"700,000",0,"4,300",phi ck,,,,FT2',
    CTG: 'STT;Ngày hạch toán;Mô tả giao dịch;Nợ/Debit;Có/Credit;Số dư;Số giao dịch\n1;05-11-2026;phi A-12.05;;1.250.000;;FT1\n2;06-11-2026;phi ck;700.000;;;FT2',
    STB: 'Ngày giao dịch;Số tiền;Loại (C/D);Nội dung;Mã giao dịch\n20261105;1.250.000;C;phi A-12.05;FT1\n20261106;700.000;D;phi ck;FT2',
    VPB: 'Ngày GD;Diễn giải;Số tiền giao dịch;Mã tham chiếu\n05/11/2026;phi A-12.05;+1.250.000;FT1\n06/11/2026;phi ck;(700.000);FT2',
    HSBC: 'Date,Description,Withdrawals,Deposits,Reference\n5-Nov-2026,phi A-12.05,,1250000.00,FT1\n6-Nov-2026,phi ck,700000.00,,FT2',
  };
  for (const [bank, table] of Object.entries(tables))
    expect(said(read(table)), bank).toEqual([
      ['2026-11-05', 'IN', 1_250_000, 'phi A-12.05', 'FT1'],
      ['2026-11-06', 'OUT', 700_000, 'phi ck', 'FT2'],
    ]);
});

it('says of every line below the heading why it is no movement', () => {
  const csv = [
    'NGAN HANG ABC;;;;',
    'Số tài khoản: 0123 456 789;;;;',
    'Số dư đầu kỳ: 1.000.000;;;;',
    'Ngày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải',
    'Date;Reference;Debit;Credit;Description',
    '20/11/2026;FT1;;1.500.000;"A-1205 nop phi; thang 10"',
    '20/11/2026;FT2;200.000;;Phi chuyen tien',
    '11/25/2026;FT3;;500.000;ngay sai',
    '20/11/2026;FT4;;2e6;so sai',
    '20/11/2026;FT5;;;khong co tien',
    '20/11/2026;FT6;1.000;1.000;hai ben',
    'Cộng phát sinh;;200.000;1.500.000;',
    'Số dư cuối kỳ;;;2.300.000;',
    'Người lập phiếu;;;;',
  ].join('\r\n');
  const statement = read(csv);
  expect(said(statement)).toEqual([
    ['2026-11-20', 'IN', 1_500_000, 'A-1205 nop phi; thang 10', 'FT1'],
    ['2026-11-20', 'OUT', 200_000, 'Phi chuyen tien', 'FT2'],
  ]);
  expect(reasons(statement)).toEqual([
    [5, 'HEADING'],
    [8, 'DAY'],
    [9, 'AMOUNT'],
    [10, 'NO_AMOUNT'],
    [11, 'BOTH_SIDES'],
    [12, 'TOTAL'],
    [13, 'TOTAL'],
    [14, 'NOTE'],
  ]);
  expect(statement.leftOut.filter(isUnreadable)).toHaveLength(4);
  expect(statement).toMatchObject({ account: '0123456789', opening: 1_000_000, closing: 2_300_000 });
  expect(isBalanced(statement)).toBe(true);
  expect(isBalanced({ ...statement, lines: statement.lines.slice(1) })).toBe(false);
});

it('goes by the mark beside an amount, and guesses none', () => {
  const rows = ['05/11/2026;FT1;1.000;+;a', '05/11/2026;FT2;2.000;-;b', '05/11/2026;FT3;3.000;;c'];
  const told = [
    ['2026-11-05', 'IN', 1000, 'a', 'FT1'],
    ['2026-11-05', 'OUT', 2000, 'b', 'FT2'],
  ];
  for (const heading of ['+/-', 'Nợ/Có', 'Loại', 'Dấu', 'Thu/Chi', 'D/C']) {
    const statement = read(['Ngày;Số tham chiếu;Số tiền;X;Nội dung'.replace('X', heading), ...rows].join('\n'));
    expect(said(statement), heading).toEqual(told);
    expect(reasons(statement), heading).toEqual([[4, 'DIRECTION']]);
  }
});

it('takes no amount as money in whose direction nothing says', () => {
  const table = (...amounts: string[]) => [
    'Ngày;Nội dung;Số tiền',
    ...amounts.map((amount, n) => `05/11/2026;hoan tien ${n};${amount}`),
  ];
  const bare = read(table('1.000', '2.000').join('\n'));
  expect([bare.lines, reasons(bare).map(([, why]) => why)]).toEqual([[], ['DIRECTION', 'DIRECTION']]);
  // With signed amounts a positive one is incoming; with a mapped credit column all are.
  const directions = (statement: Statement) => statement.lines.map(line => line.direction);
  expect(directions(read(table('1.000', '-2.000').join('\n')))).toEqual(['IN', 'OUT']);
  const rows = table('1.000', '2.000').map(row => row.split(';'));
  const all = readTable(rows, { heading: 1, columns: { day: 0, content: 1, credit: 2 } });
  expect(directions(all)).toEqual(['IN', 'IN']);
  expect(directions(read('Ngày;Nội dung;Số tiền;C/N\n05/11/2026;a;1;C\n05/11/2026;b;2;N'))).toEqual(['IN', 'OUT']);
});

it('goes by the day of value, wherever it stands', () => {
  for (const heading of ['Ngày giá trị', 'Ngày hiệu lực', 'Value date']) {
    const statement = read(`Ngày giao dịch;${heading};Ghi có;Nội dung\n21/11/2026;20/11/2026;1.000;a`);
    expect(statement.lines.map(({ day }) => day)).toEqual(['2026-11-20']);
  }
});

it('reads the number below the day, and says of money without a day and in another currency why it is left out', () => {
  const rows = [
    'Ngày / Số CT;Số tiền ghi có;Loại tiền;Nội dung',
    '"28/11/2026\n5078 - 12345";700.000;VND;phi A-12.05',
    ';200.000;;cung ngay',
    '28/11/2026;100;USD;dollars',
    ';;;Người lập phiếu',
  ];
  const statement = read(rows.join('\n'));
  expect(said(statement)).toEqual([['2026-11-28', 'IN', 700_000, 'phi A-12.05', '5078 - 12345']]);
  expect(reasons(statement).map(([, reason]) => reason)).toEqual(['DAY', 'CURRENCY', 'NOTE']);
});

it('reads of a file of several accounts the one that it is read for, and leaves the others out', () => {
  const swift = (account: string, currency: string, amount: number) => [
    ':20:X',
    `:25:${account}`,
    `:60F:C261119${currency}0,`,
    `:61:261120C${amount},NTRFNONREF//B${amount}`,
    ':86:A',
  ];
  const ofx = (account: string, currency: string, amount: number) => [
    `<STMTRS><CURDEF>${currency}</CURDEF><BANKACCTFROM><ACCTID>${account}</ACCTID></BANKACCTFROM><BANKTRANLIST>`,
    `<STMTTRN><DTPOSTED>20261120</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>B${amount}</FITID></STMTTRN>`,
    '</BANKTRANLIST></STMTRS>',
  ];
  const accounts = [
    ['0880000018', 'VND', 1000],
    ['1018000018', 'VND', 2000],
    ['1018000018', 'VND', 3000],
    ['2000000018', 'USD', 4000],
  ] as const;
  for (const text of [
    accounts.flatMap(([account, currency, amount]) => swift(account, currency, amount)).join('\n'),
    `<OFX>${accounts.flatMap(([account, currency, amount]) => ofx(account, currency, amount)).join('')}</OFX>`,
  ]) {
    const amounts = (account: string) => read(text, account).lines.map(({ amount }) => amount);
    expect([amounts('880000018'), amounts('1018000018'), amounts('2000000018')]).toEqual([[1000], [2000, 3000], []]);
    const { account, leftOut } = read(text, '1018000018');
    expect(account).toBe('1018000018');
    expect(leftOut.map(({ reason }) => reason).toSorted()).toEqual(['CURRENCY', 'OTHER_ACCOUNT']);
    // For an unknown account the first one is returned, and refused by its number.
    expect(read(text, '42').account).toBe('0880000018');
  }
});

it('reads OFX of both ages, and never takes money out for money in', () => {
  const sgml = `OFXHEADER:100
<OFX><BANKACCTFROM><BANKID>VCB<ACCTID>0123456789</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT
<DTPOSTED>20261120120000[+7:ICT]
<TRNAMT>350000.00
<FITID>X1
<NAME>NGUYEN VAN A
<MEMO>A-1205 PHI
<STMTTRN><TRNTYPE>DEBIT
<DTPOSTED>20261120
<TRNAMT>-1000
<FITID>X2
<STMTTRN><TRNTYPE>FEE
<DTPOSTED>20261120
<TRNAMT>2000
<FITID>X3
<STMTTRN><TRNTYPE>CREDIT
<DTPOSTED>20261320
<TRNAMT>2000
<FITID>X4
</BANKTRANLIST><LEDGERBAL><BALAMT>347000</LEDGERBAL></OFX>`;
  const statement = read(sgml);
  expect(said(statement)).toEqual([
    ['2026-11-20', 'IN', 350_000, 'A-1205 PHI NGUYEN VAN A', 'X1'],
    ['2026-11-20', 'OUT', 1000, '-', 'X2'],
    ['2026-11-20', 'OUT', 2000, '-', 'X3'],
  ]);
  expect(reasons(statement)).toEqual([[4, 'DAY']]);
  expect(statement).toMatchObject({ account: '0123456789', closing: 347_000 });
  const xml =
    '<?xml version="1.0"?><OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20261120</DTPOSTED><TRNAMT>5000</TRNAMT><FITID>Y&amp;1</FITID><MEMO>M</MEMO></STMTTRN></BANKTRANLIST></OFX>';
  expect(said(read(xml))).toEqual([['2026-11-20', 'IN', 5000, 'M', 'Y&1']]);
});

it('reads MT940: words belong to the movement right before them, what is reversed goes the other way', () => {
  const swift = `:20:STMT
:25:0123456789
:60F:C261119VND1000000,
:61:2611201120C1500000,00NTRFFT26324//B1
:86:A-1205 NOP PHI
 THANG 10
:61:2611201120D5000,NMSCNONREF
:86:PHI
:61:2611201120RC20000,NTRFFT26325
:61:2611201120C10,50NTRFFT26326
:62F:C261120VND2475000,
:86:LOI CHAO CUA NGAN HANG
-`;
  const statement = read(swift);
  expect(said(statement)).toEqual([
    ['2026-11-20', 'IN', 1_500_000, 'A-1205 NOP PHI THANG 10', 'B1'],
    ['2026-11-20', 'OUT', 5000, 'PHI', null],
    ['2026-11-20', 'OUT', 20_000, 'FT26325', 'FT26325'],
  ]);
  expect(statement.lines.map(({ isReversal }) => isReversal)).toEqual([false, false, true]);
  expect(reasons(statement)).toEqual([[10, 'AMOUNT']]);
  expect([statement.opening, statement.closing, isBalanced(statement)]).toEqual([1_000_000, 2_475_000, true]);
});

it('reads the encodings that banks write, and pages called workbooks', () => {
  const table = 'Ngày;Ghi có;Nội dung\n05/11/2026;1.000;Phí quản lý';
  const utf16 = Buffer.from(`\uFEFF${table}`, 'utf16le');
  const big = Buffer.from(utf16).swap16();
  // ì, í, ả, ộ in Windows-1258: base letters followed by combining accents.
  const old = Buffer.concat(
    ['Ngày;Ghi có;Nội dung\n05/11/2026;1.000;Phí quản lý'].map(text =>
      Buffer.from(
        [...text.normalize('NFC')].flatMap(letter => {
          const known: Record<string, number[]> = {
            à: [0xe0],
            ó: [0xf3],
            ộ: [0xf4, 0xf2],
            í: [0xed],
            ả: [0x61, 0xd2],
            ý: [0x79, 0xec],
          };
          return known[letter] ?? [letter.charCodeAt(0)];
        }),
      ),
    ),
  );
  for (const body of [Buffer.from(table), Buffer.from(`\uFEFF${table}`), utf16, utf16.subarray(2), big, old])
    expect(said(read(decodeText(body)))).toEqual([['2026-11-05', 'IN', 1000, 'Phí quản lý', null]]);
  const page = `<html><table><tr><td>Sao kê</td></tr></table><table><tr><th>Ngày</th><th>Ghi có</th><th>Nội dung</th></tr>
<tr><td>05/11/2026</td><td>1.000</td><td>Phí &amp; lệ</td></tr></table></html>`;
  expect(said(read(page))).toEqual([['2026-11-05', 'IN', 1000, 'Phí & lệ', null]]);
});

it('knows no columns where no heading names them, and reads them as somebody says', () => {
  const file = readStatementText('x;y;z;w\n05/11/2026;FT1;abc;1.000\n06/11/2026;FT2;def;-2.000');
  if (!file || 'statements' in file) throw new Error('a table');
  expect(isWhole(findMapping(file.rows))).toBe(false);
  const told = readTable(file.rows, { heading: 1, columns: { day: 0, reference: 1, content: 2, amount: 3 } });
  expect(said(told)).toEqual([
    ['2026-11-05', 'IN', 1000, 'abc', 'FT1'],
    ['2026-11-06', 'OUT', 2000, 'def', 'FT2'],
  ]);
  for (const text of ['', 'hello', 'a;b']) expect(readStatementText(text)).toBeNull();
});

interface Movement {
  day: string;
  direction: 'IN' | 'OUT';
  amount: number;
  content: string;
  reference: string;
}
/** Movements of a month, reproducible by the seed. */
function monthOf(seed: number): Movement[] {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  return Array.from({ length: 40 }, (_, n) => ({
    day: `2026-10-${String(1 + next(31)).padStart(2, '0')}`,
    direction: next(4) === 0 ? ('OUT' as const) : ('IN' as const),
    amount: 1000 + next(90_000_000),
    content: ['CHUYEN TIEN PHI', 'NOP HO', 'A-12.05 thang 10', 'Phí; quản lý'][next(4)] ?? '',
    reference: `FT26${String(seed).padStart(3, '0')}${String(n).padStart(5, '0')}`,
  }));
}
const grouped = (amount: number, sign: string) => String(amount).replace(/\B(?=(\d{3})+$)/g, sign);
const compact = (day: string) => day.replaceAll('-', '');
const local = (day: string, sign: string) => day.split('-').toReversed().join(sign);

/** The same month in each of the formats. */
const WRITTEN: Readonly<Record<string, (month: readonly Movement[]) => string>> = {
  csv: month =>
    [
      'Ngày;Số tham chiếu;Ghi nợ;Ghi có;Nội dung',
      ...month.map(({ day, direction, amount, content, reference }) => {
        const money = grouped(amount, '.');
        const sides = direction === 'OUT' ? `${money};` : `;${money}`;
        return `${local(day, '/')};${reference};${sides};"${content}"`;
      }),
    ].join('\r\n'),
  signed: month =>
    [
      'Date\tReference\tAmount\tDescription',
      ...month.map(({ day, direction, amount, content, reference }) => {
        const money = `${grouped(amount, ',')}.00`;
        return [local(day, '-'), reference, direction === 'OUT' ? `(${money})` : money, content].join('\t');
      }),
    ].join('\n'),
  html: month =>
    `<table><tr><th>Ngày GD</th><th>Mã GD</th><th>Số tiền</th><th>Loại</th><th>Diễn giải</th></tr>${month
      .map(({ day, direction, amount, content, reference }) => {
        const cells = [compact(day), reference, grouped(amount, ' '), direction === 'OUT' ? 'D' : 'C', content];
        return `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
      })
      .join('\n')}</table>`,
  ofx: month =>
    `<OFX><BANKTRANLIST>${month
      .map(
        ({ day, direction, amount, content, reference }) =>
          `<STMTTRN><DTPOSTED>${compact(day)}120000</DTPOSTED><TRNAMT>${direction === 'OUT' ? '-' : ''}${amount}.00</TRNAMT><FITID>${reference}</FITID><MEMO>${content}</MEMO></STMTTRN>`,
      )
      .join('')}</BANKTRANLIST></OFX>`,
  mt940: month =>
    [
      ':20:X',
      ':25:1',
      ...month.flatMap(({ day, direction, amount, content, reference }) => [
        `:61:${compact(day).slice(2)}${direction === 'OUT' ? 'D' : 'C'}${amount},NTRFNONREF//${reference}`,
        `:86:${content}`,
      ]),
      '-',
    ].join('\n'),
};

it('reads one month alike, whichever format and writing it comes in', () => {
  for (const seed of [1, 7, 42]) {
    const month = monthOf(seed);
    const told = month.map(one => [one.day, one.direction, one.amount, one.content, one.reference]);
    for (const [format, write] of Object.entries(WRITTEN)) expect(said(read(write(month))), format).toEqual(told);
  }
});
