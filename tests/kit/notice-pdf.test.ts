import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { linesOf, widthOf } from '@lobby/server/kit/paper/letters.ts';
import { openPdf } from '@lobby/server/kit/paper/pdf.ts';
import type { Paper } from '@lobby/server/modules/fee-notice/papers.ts';
import { noticeContent } from '@lobby/server/modules/fee-notice/sending/paper.ts';
import { drawPaper, layoutOf, usualForm } from '@lobby/server/modules/template/index.ts';
import { readVietQr, vietQr } from '@lobby/shared/billing/vietqr.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { describe, expect, it } from 'vitest';
import { codesOf, objectsOf } from '../setup/read-pdf.ts';

const asked = (n: number, amount: number) => ({
  bin: '970436',
  account: '1018000018',
  amount,
  content: `A0302 TBP2611${String(n).padStart(5, '0')}`,
});
const paperOf = (n: number, lines = 3, amount = 1_330_000 + n): Paper => ({
  id: `${n}`,
  code: `TBP-2611-${String(n).padStart(5, '0')}`,
  month: '2026-10',
  day: '2026-11-02',
  dueDate: '2026-11-17',
  unit: 'A-03.02',
  revision: 1,
  payer: 'Nguyễn Thị Đức Hạnh',
  total: amount,
  newTotal: amount - 80_000,
  interestTotal: 0,
  paidBefore: 0,
  paidAfterClosing: 0,
  asked: amount,
  carried: 80_000,
  owed: amount,
  left: amount,
  status: 'PUBLISHED',
  transfers: [],
  debts: [
    {
      service: 'Gửi xe',
      code: 'HD-2609-00001',
      month: '2026-09',
      dueDate: '2026-09-30',
      arisen: 80_000,
      adjustment: null,
      paid: 0,
      left: 80_000,
    },
  ],
  lines: Array.from({ length: lines }, (_, at) => ({
    service: `Nước sinh hoạt ${at}`,
    unitName: 'm³',
    quantity: 12.5,
    periodStart: null,
    periodEnd: null,
    oldIndex: null,
    newIndex: null,
    net: 100,
    surcharge: 0,
    vat: 8,
    adjustment: null,
    total: 108,
    interest: false,
    late: null,
    month: '2026-10',
    billId: null,
  })),
  bank: { name: 'Vietcombank', number: '1018000018', holder: 'BAN QUAN LY', content: 'A-03.02' },
  qr: vietQr(asked(n, amount)),
});

async function drawn(papers: readonly Paper[], language: Language): Promise<Buffer> {
  const out = new PassThrough();
  const parts: Buffer[] = [];
  out.on('data', part => parts.push(part));
  const ended = once(out, 'end');
  const pdf = openPdf(out, 'Hoa Sen');
  const place = { name: 'Hoa Sen', address: 'Tây Hồ, Hà Nội', hotline: '024 7300 1234' };
  const scope = { language, projectId: 'p', whiteLabel: '' };
  const layout = await layoutOf(scope, { ...usualForm('FEE_NOTICE'), languages: [{ language }] }, place);
  for (const paper of papers) await drawPaper(pdf, layout, noticeContent(paper, scope), scope);
  await pdf.close();
  await ended;
  return Buffer.concat(parts);
}

describe('a notice as a PDF', () => {
  it.each(LANGUAGES.map(language => [language]))(
    'holds a VietQR that asks for its own amount, in %s',
    async language => {
      const found = codesOf(await drawn([paperOf(1), paperOf(2)], language));
      expect(found.map(readVietQr)).toEqual([asked(1, 1_330_001), asked(2, 1_330_002)]);
    },
  );

  it('goes on to another page where it names many bills', async () => {
    const pages = async (lines: number) =>
      objectsOf(await drawn([paperOf(1, lines)], 'vi')).filter(({ words }) => words.includes('/Type /Page ')).length;
    const [none, few, many, most] = [await pages(0), await pages(8), await pages(30), await pages(90)];
    expect([none, few, many]).toEqual([1, 1, 2]);
    expect(most).toBeGreaterThan(many);
  });

  it('says in its own letters what can be copied again', async () => {
    const all = objectsOf(await drawn([paperOf(1)], 'vi'));
    const unicode = all.filter(({ bytes }) => bytes?.includes('beginbfchar')).map(({ bytes }) => String(bytes));
    for (const letter of 'ĐđạứỀỳ') {
      const code = (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
      expect(
        unicode.some(map => map.includes(`> <${code}>`)),
        letter,
      ).toBe(true);
    }
    // Every font that a page names is written.
    const named = new Set(all.flatMap(({ bytes }) => String(bytes).match(/(?<=\/)\S+(?= [\d.]+ Tf)/g) ?? []));
    const kept = all.find(({ words }) => /^\d+ 0 obj\n<< \/BeVietnam/.test(words))?.words ?? '';
    for (const font of named) expect(kept).toContain(`/${font} `);
  });

  it('breaks lines between words, and words that are wider than a line', () => {
    const lines = linesOf('Số 1 Lạc Long Quân, phường Tây Hồ, Hà Nội', 100, 10, 400, 'vi');
    expect(lines.join(' ')).toBe('Số 1 Lạc Long Quân, phường Tây Hồ, Hà Nội');
    for (const line of [...lines, ...linesOf('W'.repeat(60), 100, 10, 400, 'vi')])
      expect(widthOf(line, 10, 400, 'vi')).toBeLessThanOrEqual(100);
  });
});
