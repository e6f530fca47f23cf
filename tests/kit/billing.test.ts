import { interestOf, percentOf, priced, withoutPercent } from '@lobby/shared/billing/amounts.ts';
import { daysIn, monthPeriod, type PeriodType, periodOf, taken } from '@lobby/shared/billing/periods.ts';
import { templateFault, transferText } from '@lobby/shared/billing/transfer-text.ts';
import { versionOf } from '@lobby/shared/billing/version.ts';
import { crc16, readVietQr, transferContent, vietQr } from '@lobby/shared/billing/vietqr.ts';
import { addDays, addMonths } from '@lobby/shared/kit/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('the period of a bill', () => {
  const version = versionOf({ vat: 0, pricing: 'UNIT_PRICE', unitPrice: 1 });
  const takenBy = (type: PeriodType, month: string, start: string, end: string | null) =>
    taken({ versions: [version], period: periodOf(type, month, start), use: { start, end } }).exact;
  it.each([
    ['ONE_MONTH', '2026-11', '2026-11-19', null, 1],
    ['PART_OF_MONTH', '2026-11', '2026-11-19', null, 12 / 30],
    ['PART_OF_MONTH', '2026-11', '2026-01-01', '2026-11-10', 10 / 30],
    ['PART_OF_MONTH', '2028-02', '2028-02-27', null, 3 / 29],
    ['HALF_MONTH', '2026-11', '2026-11-15', null, 1],
    ['HALF_MONTH', '2026-11', '2026-11-16', null, 1 / 2],
    ['HALF_MONTH', '2026-11', '2026-01-01', '2026-11-15', 1 / 2],
    ['HALF_MONTH', '2026-11', '2026-11-10', '2026-11-20', 1],
    ['MONTH_TO_MONTH', '2026-11', '2026-09-10', '2026-11-20', 1],
  ] as const)('%s of %s from %s to %s takes %d of the price', (type, month, start, end, share) => {
    const { n, d } = takenBy(type, month, start, end);
    expect(Number(n) / Number(d)).toBeCloseTo(share, 12);
  });

  it.each([
    ['2026-01', '2026-01-31', '2026-02-27'],
    ['2026-02', '2026-02-28', '2026-03-30'],
    ['2026-03', '2026-03-31', '2026-04-29'],
  ])('from the 31st to the day before it: %s', (month, start, end) => {
    expect(periodOf('MONTH_TO_MONTH', month, '2026-01-31')).toMatchObject({ start, end });
  });

  it('is none before the registration and after it', () => {
    expect(() => takenBy('PART_OF_MONTH', '2026-11', '2026-12-01', null)).toThrow('PERIOD_NOT_MET');
    expect(() => takenBy('ONE_MONTH', '2026-11', '2026-01-01', '2026-10-31')).toThrow('PERIOD_NOT_MET');
  });

  it('knows the lengths of months', () => {
    expect(daysIn(monthPeriod('2028-02'))).toBe(29);
    expect(addMonths('2026-11', 3)).toBe('2027-02');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

describe('whatever the amount', () => {
  it('finds the same net with VAT included and not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 2000 }), (net, hundredths) => {
        const rate = hundredths / 100;
        expect(withoutPercent(net + percentOf(net, rate), rate)).toBe(net);
      }),
    );
  });
});

it('counts interest by whole days', () => {
  expect(interestOf(1_000_000, 10, 30)).toBe(8219);
  expect(interestOf(1_000_000, 10, -2)).toBe(0);
  expect(priced(91.37, 12_000, { num: 12, den: 30 })).toBe(438_576);
});

describe('a VietQR', () => {
  it('has the check of the published vector', () => expect(crc16('123456789')).toBe('29B1'));

  it('asks for an amount by an account and a content, and is read back', () => {
    const asked = { bin: '970436', account: '1018000018', amount: 1_250_000, content: 'TBP261100042 A1205' };
    const text = vietQr(asked);
    expect(text).toBe(
      '00020101021238540010A00000072701240006970436011010180000180208QRIBFTTA53037045407125000058' +
        '02VN62220818TBP261100042 A12056304' +
        text.slice(-4),
    );
    expect(readVietQr(text)).toEqual(asked);
  });

  it('is what banks know it to be', () => {
    const account = '0011001932418';
    const asked = vietQr({ bin: '970415', account, amount: 120_000, content: 'ủng hộ lũ lụt' });
    expect(asked.endsWith('6304C15C')).toBe(true);
    const notice = vietQr({ bin: '970436', account, amount: 3_305_087, content: 'TBP261100042 A1205' });
    expect(notice.endsWith('6304924C')).toBe(true);
    const open = vietQr({ bin: '970436', account, amount: null, content: 'A1205' });
    expect(open).toContain('010211');
    expect(readVietQr(open)).toMatchObject({ amount: null, content: 'A1205' });
  });

  it('is read only whole: nothing twice, no other money, no part of a dong', () => {
    const again = (text: string) => readVietQr(`${text}6304${crc16(`${text}6304`)}`);
    const body = vietQr({ bin: '970436', account: '1018000018', amount: 5000, content: 'X' }).slice(0, -8);
    expect(again(body)).toMatchObject({ amount: 5000 });
    expect(again(`${body}5303704`)).toBeNull();
    expect(again(body.replace('5303704', '5303840'))).toBeNull();
    expect(again(body.replace('5802VN', '5802US'))).toBeNull();
    expect(again(body.replace('54045000', '540650.0.0'))).toBeNull();
    expect(again(body.replace('0006970436', '0007970436'))).toBeNull();
  });

  it('says what a template says, its code whole within what banks keep', () => {
    const values = { code: 'TBP-2611-00042', unit: 'A-12.05', month: '1126', project: 'Hoa Sen' };
    expect(transferText('{code} {unit}', values)).toBe('TBP261100042 A1205');
    const long = transferText('Can ho {unit} {code} thang {month}', values);
    expect(long.length).toBeLessThanOrEqual(25);
    expect(long).toContain('TBP261100042');
    expect([templateFault('{apartment}'), templateFault('{unit}'), templateFault('{code}')]).toEqual([
      'apartment',
      'code',
      null,
    ]);
  });

  it('is refused where a length or the check is wrong', () => {
    const text = vietQr({ bin: '970436', account: '1', amount: 5, content: 'X' });
    expect(readVietQr(text.replace('0006970436', '0007970436'))).toBeNull();
    expect(readVietQr(`${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`)).toBeNull();
  });

  it('says nothing that a bank refuses', () =>
    expect(transferContent('Căn hộ Đ-01, phí T11/2026!')).toBe('Can ho D01 phi T112026'));
});
