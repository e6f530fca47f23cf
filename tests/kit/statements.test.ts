import { amountOf, readStatement } from '@lobby/shared/billing/statements.ts';
import { expect, it } from 'vitest';

const line = (amount: number, content: string, reference: string | null) => ({
  day: '2026-11-20',
  amount,
  content,
  reference,
});

it('reads amounts as banks write them, and nothing else', () => {
  expect(['1.500.000', '1,500,000.00', '1500000,00', '1500000', '+1 500 000 VND'].map(amountOf)).toEqual(
    Array.from({ length: 5 }, () => 1_500_000),
  );
  expect(['', '12.5', 'abc', '1.50.000'].map(amountOf)).toEqual([null, null, null, null]);
});

it('reads a CSV below its letterhead, money in alone', () => {
  const csv = [
    'NGAN HANG ABC;;;',
    'Ngày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải',
    '20/11/2026;FT1;;1.500.000;"A-1205 nop phi; thang 10"',
    '20/11/2026;FT2;200.000;;Phi chuyen tien',
    'Cong;;200.000;1.500.000;',
  ].join('\r\n');
  expect(readStatement(csv)).toMatchObject([line(1_500_000, 'A-1205 nop phi; thang 10', 'FT1')]);
});

it('reads OFX of both ages', () => {
  const sgml = `OFXHEADER:100
<OFX><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT
<DTPOSTED>20261120120000[+7:ICT]
<TRNAMT>350000.00
<FITID>X1
<NAME>NGUYEN VAN A
<MEMO>A-1205 PHI
<STMTTRN><TRNTYPE>DEBIT
<DTPOSTED>20261120
<TRNAMT>-1000
<FITID>X2
</BANKTRANLIST></OFX>`;
  expect(readStatement(sgml)).toMatchObject([
    { ...line(350_000, 'A-1205 PHI NGUYEN VAN A', 'X1'), counterName: 'NGUYEN VAN A' },
  ]);
  const xml =
    '<?xml version="1.0"?><OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20261120</DTPOSTED><TRNAMT>5000</TRNAMT><FITID>Y&amp;1</FITID><MEMO>M</MEMO></STMTTRN></BANKTRANLIST></OFX>';
  expect(readStatement(xml)).toMatchObject([line(5000, 'M', 'Y&1')]);
});

it('reads MT940', () => {
  const swift = `:20:STMT
:25:0123456789
:61:2611201120C1500000,00NTRFFT26324//B1
:86:A-1205 NOP PHI
 THANG 10
:61:2611201120D5000,NMSCNONREF
:86:PHI
:62F:C261120VND1495000,
-`;
  expect(readStatement(swift)).toMatchObject([line(1_500_000, 'A-1205 NOP PHI THANG 10', 'FT26324')]);
});

it('says of anything else that it is no statement', () => {
  for (const text of ['', 'hello', 'a,b,c\n1,2,3']) expect(readStatement(text)).toBeNull();
});
