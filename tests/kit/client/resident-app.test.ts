import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HotlineRow } from '@lobby/shared/modules/hotline.ts';
import { asShown, isUrgentKind, opensAt, urgentLines } from '@lobby/shared/modules/hotline-view.ts';
import { expect, it, vi } from 'vitest';
import { usualAnswer } from '../../../client/resident/answer-time.ts';
import { readOn } from '../../../client/resident/data/read-on.ts';
import { type Bill, byMonth, leftOf } from '../../../client/resident/months.ts';
import { titleOf } from '../../../client/resident/pages/title.ts';
import { toldOf } from '../../../client/resident/request-text.ts';
import { newsScene, placeScene } from '../../../client/resident/scene-of.ts';

const bill = (id: string, month: string, total: number, remaining: number, more: Partial<Bill> = {}): Bill => ({
  id,
  month,
  total,
  remaining,
  code: id,
  serviceId: id,
  service: id,
  group: 'OTHER',
  unitName: null,
  createdFor: 'SERVICE',
  periodStart: null,
  periodEnd: null,
  noticeMonth: null,
  quantity: null,
  interest: 0,
  paymentState: 'UNPAID',
  dueDate: null,
  paidOn: null,
  adjusted: null,
  ...more,
});

it('shows a month with what is left of it first, old debts with their interest, and what is paid last', () => {
  const months = byMonth([
    bill('car', '2026-11', 1_250_000, 0, { paidOn: '2026-11-22' }),
    bill('power', '2026-11', 871_020, 871_020, { dueDate: '2026-11-30' }),
    bill('fee', '2026-11', 966_816, 966_816, { dueDate: '2026-11-28' }),
    bill('water', '2026-10', 138_115, 138_115, { interest: 2000, dueDate: '2026-10-31' }),
    bill('nothing', '2026-10', 0, 0),
    bill('old', '2026-09', 50_000, 0, { paidOn: '2026-09-28' }),
    bill('empty', '2026-08', 0, 0),
  ]);
  expect(months.map(({ month, left, dueDate, paidOn }) => [month, left, dueDate, paidOn])).toEqual([
    ['2026-11', 1_837_836, '2026-11-28', '2026-11-22'],
    ['2026-10', 140_115, '2026-10-31', null],
    ['2026-09', 0, null, '2026-09-28'],
  ]);
  const ids = months.map(({ owed, paid }) => [owed.map(({ id }) => id), paid.map(({ id }) => id)]);
  expect(ids).toEqual([
    [['fee', 'power'], ['car']],
    [['water'], []],
    [[], ['old']],
  ]);
  expect(leftOf({ remaining: 0, interest: 700 })).toBe(700);
});

it('shows charged late interest after the fees of its notice, in no month of its own', () => {
  const sent = { noticeMonth: '2026-12', dueDate: '2026-12-15' };
  const months = byMonth([
    bill('interest', '2026-12', 9_000_000, 9_000_000, { ...sent, createdFor: 'INTEREST' }),
    bill('fee', '2026-11', 966_816, 966_816, sent),
    bill('water', '2026-10', 46_230, 46_230, { noticeMonth: '2026-11', dueDate: '2026-11-15' }),
    bill('alone', '2026-01', 190, 190, { noticeMonth: '2026-02', createdFor: 'INTEREST' }),
  ]);
  expect(months.map(({ month, owed }) => [month, owed.map(({ id }) => id)])).toEqual([
    ['2026-11', ['fee', 'interest']],
    ['2026-10', ['water']],
    ['2026-01', ['alone']],
  ]);
});

it('names a request by the first words of what is told, whole ones', () => {
  expect(titleOf('  Bathroom ceiling drips. Since yesterday.')).toBe('Bathroom ceiling drips.');
  expect(titleOf('Trần phòng tắm bị thấm\nnước nhỏ xuống')).toBe('Trần phòng tắm bị thấm');
  const long = titleOf('Trần phòng tắm bị thấm và nước nhỏ xuống sàn từ chiều hôm qua chỗ gần bình nóng lạnh');
  expect(long).toMatch(/^Trần phòng tắm .*…$/);
  expect(long.length).toBeLessThanOrEqual(61);
  expect(long).not.toMatch(/\s…$/);
  expect(titleOf('漏水'.repeat(60)).length).toBeLessThanOrEqual(61);
});

it('has read what a page shows: its record, or all of its kind where it shows them all', () => {
  const id = '6b08e45cf8b8c687f21e5650';
  expect(readOn('requests', id)).toEqual({ entityId: [id] });
  expect(readOn('requests', undefined)).toBeNull();
  expect(readOn('requests', 'new')).toBeNull();
  // Fee notices, debts and receipts have no page of their own.
  for (const page of ['bills', 'payments'])
    expect(readOn(page, id)).toMatchObject({ module: expect.arrayContaining(['FEE_NOTICE', 'RECEIPT']) });
  expect(readOn('parcels', undefined)).toEqual({ module: ['PARCEL'] });
});

it('draws a place and a piece of news by what they are about, each of a drawing that is there', () => {
  const places = [
    'Sân tennis 1 Thể thao',
    'Sân thể thao',
    'Hồ bơi',
    'Phòng gym',
    'BBQ 2',
    'Hội trường',
    'Phòng sinh hoạt 1',
    'Shop',
  ];
  expect(places.map(placeScene)).toEqual(['tennis', 'court', 'pool', 'gym', 'bbq', 'hall', 'room', 'place']);
  const news = [
    'Đêm Giáng sinh',
    'Cắt điện block A',
    'Trạm sạc xe điện',
    'Vệ sinh bể nước',
    'Kiểm tra báo cháy',
    'Thư ngỏ',
  ];
  expect(news.map(title => newsScene(title))).toEqual(['christmas', 'power', 'charging', 'water', 'fire', 'news']);
  expect(newsScene('Thư ngỏ', 'EVENT')).toBe('hall');
  for (const name of [...places.map(placeScene), ...news.map(title => newsScene(title)), 'door', 'guard'])
    expect(existsSync(join(import.meta.dirname, `../../../client/resident/scenes/${name}.svg`)), name).toBe(true);
});

it('knows how soon the staff usually answer: from the first word that waits', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
  const said = (kind: string, minutes: number) => ({ at: at(minutes), author: { kind } });
  const first = [said('staff', 0), said('resident', 10), said('resident', 12), said('staff', 18), said('staff', 19)];
  expect(usualAnswer(first)).toEqual({ minutes: 8, of: 1 });
  const more = [...first, said('resident', 100), said('staff', 140), said('resident', 200), said('staff', 206)];
  expect(usualAnswer(more)).toEqual({ minutes: 8, of: 3 });
  expect(usualAnswer([])).toBeNull();
});

it('tells where a request is and when somebody may come in, each on a line, and nothing that was not said', () => {
  expect(
    toldOf(' Trần thấm. ', [
      ['Ở đâu?', 'Trong căn A-1, Bếp'],
      ['Thợ có thể vào nhà', ''],
    ]),
  ).toBe('Trần thấm.\nỞ đâu?: Trong căn A-1, Bếp');
});

it('shows numbers by urgency, and calls at once only those that somebody answers', () => {
  const line = (kind: HotlineRow['kind'], hours: string | null = null) => ({ kind, hours });
  const [office, guard, fire, lift] = [
    line('MAIN', '08:00-17:30'),
    line('SECURITY'),
    line('EMERGENCY', '08:00-17:00'),
    line('TECHNICAL', '06:00-12:00, 13:00-22:00'),
  ];
  const all = [lift, line('MANAGEMENT'), fire, guard, office];
  expect(asShown(all).map(({ kind }) => kind)).toEqual(['MAIN', 'EMERGENCY', 'SECURITY', 'TECHNICAL', 'MANAGEMENT']);
  expect([opensAt(office, '07:59'), opensAt(office, '08:00'), opensAt(office, '17:30')]).toEqual([
    '08:00',
    null,
    '08:00',
  ]);
  expect([opensAt(lift, '12:30'), opensAt(fire, '23:00'), opensAt(guard, '23:00')]).toEqual(['13:00', null, null]);
  expect(urgentLines(all, '23:00')).toEqual([fire, guard]);
  expect(urgentLines(all, '14:00')).toEqual([office, fire, guard, lift]);
  expect([4, 8, 16].map(slaHours => isUrgentKind({ slaHours }))).toEqual([true, true, false]);
});

it('names a receipt by what it paid, in the language of the app', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', { documentElement: {} });
  const { loadWords } = await import('../../../client/resident/words.ts');
  const { paidFor } = await import('../../../client/resident/paid-for.ts');
  const paid = (of: Partial<Parameters<typeof paidFor>[0]>) =>
    paidFor({ bills: [], booking: null, deposit: false, content: null, code: 'PT-1', ...of });
  const [water, fee] = ['Water', 'Management fee'].map(service => ({ service, month: '2026-10' }));
  const all = () => [
    paid({ bills: [water, fee].flatMap(one => one ?? []), content: 'Phí tháng 10/2026' }),
    paid({ bills: [{ service: 'Water', month: '2026-10' }] }),
    paid({ bills: ['2026-10', '2026-08'].map(month => ({ service: 'Water', month })) }),
    paid({ deposit: true, content: 'DKT-2610-00009' }),
    paid({ deposit: true, content: 'Deposit of vehicle card 30E-481.05' }),
    paid({ content: 'Found keys' }),
    paid({}),
  ];
  await loadWords('en');
  expect(all()).toEqual([
    'Fees for October 2026',
    'Water, October 2026',
    'Water, August 2026 – October 2026',
    'Deposit',
    'Deposit of vehicle card 30E-481.05',
    'Found keys',
    'PT-1',
  ]);
  await loadWords('vi');
  expect(all().slice(0, 2)).toEqual(['Phí tháng 10/2026', 'Water tháng 10/2026']);
});
