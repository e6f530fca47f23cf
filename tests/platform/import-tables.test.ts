import { utils } from '@e965/xlsx';
import { partner } from '@lobby/shared/modules/partner.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import { PARTNER_HEAD, partnerRow, previewOf, previewRows } from '../setup/contract/previews.ts';
import { formOf } from '../setup/contract/samples.ts';
import { type Line, workbookOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

describe('tables of a spreadsheet from real life', () => {
  it('loses no row to empty lines between them', async () => {
    const lines: Line[] = [PARTNER_HEAD];
    for (let n = 0; n < 3000; n++) lines.push(partnerRow(n), []);
    lines[12_000] = partnerRow(9999);
    const { rows, good } = await previewRows(
      ann,
      partner.path,
      Array.from(lines, line => line ?? []),
    );
    expect([rows, good]).toEqual([3001, 3001]);
  });

  it('is read by the headings that people write', async () => {
    const { columns } = await previewRows(ann, resident.path, [
      ['Họ và tên', 'Căn hộ', 'Số điện thoại', 'Ngày sinh', 'CCCD'],
      ['Lê Văn An', 'x', '0912345678', '01/02/1990', '001093012346'],
    ]);
    expect(columns.map(({ field }) => field)).toEqual(['name', 'unitId', 'phone', 'birthday', 'identifier']);
    const others = await previewRows(ann, resident.path, [
      ['Họ tên chủ hộ', 'Mã hộ', 'Số điện thoại liên hệ', 'Ngày, tháng, năm sinh', 'CCCD/Hộ chiếu'],
      ['Lê Văn An', 'x', '0912345678', '01/02/1990', '001093012346'],
    ]);
    expect(others.columns.map(({ field }) => field)).toEqual(columns.map(({ field }) => field));
  });

  it('is found on the sheet and below the letterhead where it stands', async () => {
    const letterhead: Line[] = Array.from({ length: 30 }, (_, n) => [`Công ty quản lý, dòng ${n}`]);
    const sheets = {
      'Hướng dẫn': [['Hướng dẫn'], ['Điền vào trang sau']],
      'Danh sách': [...letterhead, PARTNER_HEAD, partnerRow(1)],
    };
    const { rows, headerRow } = await previewOf(ann, partner.path, workbookOf(sheets));
    expect([rows, headerRow]).toEqual([1, 31]);
  });

  it('names what is not read: another sheet, a second column, a line of totals', async () => {
    const sheets = {
      'Tòa A': [[...PARTNER_HEAD, 'Name'], [...partnerRow(1), 'x'], partnerRow(2), ['Tổng cộng', null, '2']],
      'Tòa B': [PARTNER_HEAD, partnerRow(3)],
    };
    const { notices, rows } = await previewOf(ann, partner.path, workbookOf(sheets));
    expect(rows).toBe(2);
    expect(notices.map(({ code }) => code)).toEqual([
      'IMPORT_SHEET_LEFT',
      'IMPORT_COLUMN_REPEATED',
      'IMPORT_LINE_LEFT',
    ]);
    expect(notices[0]?.message).toContain('Tòa B');
  });

  it('names a sheet that goes on without headings, and leaves no company out for its name', async () => {
    const sheets = {
      'Tòa A': [PARTNER_HEAD, ['Tổng công ty Sông Đà', 'SD', 'OTHER', null], ['Tổng cộng: 1'], ['Tống Văn An']],
      'Tòa B': [partnerRow(3, 'x'), partnerRow(4, 'x')],
    };
    const { notices, rows, faults } = await previewOf(ann, partner.path, workbookOf(sheets));
    expect([rows, faults.every(({ row }) => row === 4)]).toEqual([2, true]);
    expect(notices.map(({ code }) => code)).toEqual(['IMPORT_SHEET_LEFT', 'IMPORT_LINE_LEFT']);
  });

  it('names units however their code is written, and with what nobody sees', async () => {
    const home = { blockId: site.blockId, floorId: site.floorId, type: 'APARTMENT' };
    await ann.post('/unit', { code: 'A-02.01', ...home });
    const { good } = await previewRows(ann, resident.path, [
      ['Họ và\u200b tên', 'Căn hộ', 'Vai trò'],
      ['Lê Văn Tám', 'a-0201', 'MEMBER'],
      ['Lê Văn Chín', '\u202aA-02.\u200b01\u202c', 'mem\u00adber'],
    ]);
    expect(good).toBe(2);
  });

  it('says for each of its lines what a merged cell says, and takes no formula that was not worked out', async () => {
    const { good, faults } = await previewRows(
      ann,
      partner.path,
      [PARTNER_HEAD, partnerRow(1), partnerRow(2), partnerRow(3)],
      sheet => {
        sheet['!merges'] = [utils.decode_range('C2:C4')];
        for (const at of ['C3', 'C4']) delete sheet[at];
        sheet.B4 = { t: 'z', f: 'A1&"x"' };
      },
    );
    expect([good, faults]).toMatchObject([2, [{ row: 4, field: 'code', code: 'IMPORT_FORMULA_EMPTY' }]]);
  });

  it('that two send at once makes one record, and a refusal', async () => {
    const body = workbookOf({ Rows: [PARTNER_HEAD, ['Twin', 'TWIN', 'OTHER', null]] });
    const send = () => ann.post(`${partner.path}/import`, formOf([{ name: 'a.xlsx', body }]));
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    expect(answers.map(({ status }) => status).filter(status => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});
