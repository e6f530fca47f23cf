import { partner } from '@lobby/shared/modules/partner.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import { PARTNER_HEAD, partnerRow, previewRows } from '../setup/contract/previews.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

describe('cells of a spreadsheet from real life', () => {
  it('keeps the zeros that a cell shows, and names those that were lost', async () => {
    const lines = [PARTNER_HEAD, partnerRow(1, 100109106), partnerRow(2, 100109106), partnerRow(3, '0100109107')];
    const { faults, good } = await previewRows(ann, partner.path, lines, sheet => {
      if (sheet.D2) sheet.D2.z = '0000000000';
    });
    expect(good).toBe(2);
    expect(faults).toMatchObject([{ row: 3, field: 'taxCode', code: 'ZEROS_LOST' }]);
    expect(faults[0]?.message).toContain('0100109106');
  });

  it('offers the likely number of papers of a length that none has', async () => {
    const lines = [1093012346, 79085001234, 12345678, 123456789].map(number => ['Lê An', number]);
    const { faults } = await previewRows(ann, resident.path, [['Họ tên', 'CCCD'], ...lines]);
    const papers = faults.filter(({ field }) => field === 'identifier');
    expect(papers.map(({ row, code }) => [row, code])).toEqual([
      [2, 'ZEROS_LOST'],
      [4, 'ZEROS_LOST'],
    ]);
    expect(papers[0]?.message).toContain('001093012346');
    expect(papers[1]?.message).toContain('012345678');
    const { faults: taxes } = await previewRows(ann, partner.path, [
      PARTNER_HEAD,
      partnerRow(1, 79085001234),
      partnerRow(2, 100109106001),
    ]);
    expect(taxes.map(({ message }) => /\d{12,}/.exec(message)?.[0])).toEqual(['079085001234', '0100109106001']);
  });

  it('says of a code that was turned into a date that it was', async () => {
    const { faults } = await previewRows(ann, partner.path, [
      PARTNER_HEAD,
      ['Firm', new Date('2026-08-12'), 'OTHER', null],
    ]);
    expect(faults).toMatchObject([{ field: 'code', code: 'IMPORT_IS_DATE' }]);
  });

  it.each([
    [1899, 'DATE_INVALID'],
    [2190, 'DATE_INVALID'],
    [0.5, 'DATE_INVALID'],
    ['12/05/1990 (âm lịch)', 'DATE_INVALID'],
    ['12/05/1990 - 13/05/1990', 'DATE_INVALID'],
    ['12/05/1890', 'DATE_TOO_EARLY'],
    ['12/05/2090', 'DATE_IN_FUTURE'],
    ['2090', 'DATE_IN_FUTURE'],
  ])('takes no birthday from %s', async (cell, code) => {
    const { faults } = await previewRows(ann, resident.path, [
      ['Họ và tên', 'Ngày sinh'],
      ['Lê Văn An', cell],
    ]);
    expect(faults.filter(({ field }) => field === 'birthday').map(fault => fault.code)).toEqual([code]);
  });

  it('takes a time for no day', async () => {
    const lines = [
      ['Họ và tên', 'Ngày sinh'],
      ['Lê Văn An', 0.5],
    ];
    const { faults } = await previewRows(ann, resident.path, lines, sheet => {
      if (sheet.B2) sheet.B2.z = 'h:mm';
    });
    expect(faults.filter(({ field }) => field === 'birthday')).toMatchObject([{ code: 'DATE_INVALID' }]);
  });

  it('takes no other phone from one that went through a column of fractions', async () => {
    const { faults } = await previewRows(ann, resident.path, [
      ['Họ tên', 'SĐT'],
      ['Lê Văn An', '0912345011.0'],
      ['Lê Văn Ba', 841234567],
    ]);
    expect(faults.filter(({ field }) => field === 'phone')).toMatchObject([{ row: 2, code: 'PHONE_INVALID' }]);
    const sent = await ann.post('/member', { name: 'Lê Văn An', unitId: site.unitId, phone: '0912345011.0' });
    expect([sent.status, sent.error.data?.fields]).toMatchObject([400, { phone: { code: 'PHONE_INVALID' } }]);
  });

  it('holds no number that is read in part', async () => {
    const { faults } = await previewRows(ann, unit.path, [
      ['Code', 'Area'],
      ['Z-1', '1.2.3'],
      ['Z-2', '1.234,5'],
      ['Z-3', '1,23,4'],
      ['Z-4', '7đ2'],
      ['Z-5', '72,5 m²'],
    ]);
    expect(faults.filter(({ field }) => field === 'area').map(({ row }) => row)).toEqual([2, 4, 5]);
  });
});
