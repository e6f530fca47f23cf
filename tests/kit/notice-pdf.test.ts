import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text as wording } from '@lobby/server/kit/base/messages.ts';
import { linesOf, widthOf } from '@lobby/server/kit/paper/letters.ts';
import { openPdf } from '@lobby/server/kit/paper/pdf.ts';
import { openSvg } from '@lobby/server/kit/paper/svg.ts';
import type { Paper } from '@lobby/server/modules/fee-notice/papers/papers.ts';
import { noticeContent } from '@lobby/server/modules/fee-notice/sending/paper/paper.ts';
import { drawPaper, loadLayout, usualForm } from '@lobby/server/modules/template/index.ts';
import { readVietQr, vietQr } from '@lobby/shared/billing/vietqr.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { describe, expect, it } from 'vitest';
import { codesOf, linesOfPdf, objectsOf, type Part, partsOfPdf } from '../setup/files/read-pdf.ts';

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
    part: null,
    interest: false,
    late: null,
    month: '2026-10',
    billId: null,
  })),
  interestDate: '2026-11-20',
  rates: [{ service: 'Nước sinh hoạt 0', percent: 10 }],
  bank: { name: 'Vietcombank', branch: 'Tây Hồ', number: '1018000018', holder: 'BAN QUAN LY', content: 'A-03.02' },
  qr: vietQr(asked(n, amount)),
});

async function drawn(papers: readonly Paper[], language: Language, copies = 1): Promise<Buffer> {
  const out = new PassThrough();
  const parts: Buffer[] = [];
  out.on('data', part => parts.push(part));
  const ended = once(out, 'end');
  const pdf = openPdf(out, 'Hoa Sen');
  const place = { name: 'Hoa Sen', address: 'Tây Hồ, Hà Nội', hotline: '024 7300 1234' };
  const scope = { language, projectId: 'p', whiteLabel: '' };
  const layout = await loadLayout(scope, { ...usualForm('FEE_NOTICE'), copies, languages: [{ language }] }, place);
  for (const paper of papers) await drawPaper(pdf, layout, noticeContent(paper, scope), scope);
  await pdf.close();
  await ended;
  return Buffer.concat(parts);
}

/** Structure elements of a document below another one, each with its text. */
function listed(part: Part, said: ReadonlyMap<string, string>): { role: string; words: string; alt?: string }[] {
  const own = part.children.flatMap(child => ('id' in child ? (said.get(child.id) ?? '') : [])).join('');
  const below = part.children.flatMap(child => ('role' in child ? listed(child, said) : []));
  return [{ role: part.role, words: own.replaceAll('\u00a0', ' '), ...(part.alt && { alt: part.alt }) }, ...below];
}

describe('a notice as a PDF', () => {
  it.each([['ko'], ['ja'], ['zh']] as const)(
    'holds all letters of its own, on paper and on a screen, in %s',
    async language => {
      const scope = { language, projectId: 'p', whiteLabel: '' };
      const pdf = await drawn([paperOf(1)], language);
      const descriptors = objectsOf(pdf).filter(({ words }) => words.includes('/Type /FontDescriptor'));
      expect(descriptors.filter(({ words }) => !words.includes('/FontFile2'))).toEqual([]);
      const text = (await linesOfPdf(pdf)).flat().join('\n').replaceAll('|', '');
      const say = (key: string) => wording(scope, `report-template.print.${key}`, { period: '10/2026', services: '' });
      for (const key of ['titles.FEE_NOTICE', 'facts.owed', 'bank.holder', 'words'])
        expect(text.replaceAll(' ', '')).toContain(say(key).replaceAll(/[ \u00a0]/g, ''));
      const screen = openSvg();
      const layout = await loadLayout(scope, { ...usualForm('FEE_NOTICE'), languages: [{ language }] }, null);
      await drawPaper(screen, layout, noticeContent(paperOf(1), scope), scope);
      // In the preview, glyphs missing from the fonts of the screen are drawn as outlines over selectable text.
      const [, path = ''] = /<path aria-hidden="true" d="([^"]+)"/.exec(screen.pages[0] ?? '') ?? [];
      expect(path).toMatch(/^M[\d. -]+([LQ][\d. -]+)+Z/);
      expect(screen.pages[0]).toContain(say('bank.holder'));
      // Two documents in one file share their glyphs.
      expect((await drawn([paperOf(1), paperOf(2)], language)).length).toBeLessThan(pdf.length * 1.3);
    },
  );

  it('is read out part by part, in its language', async () => {
    const pdf = await drawn([paperOf(1, 60), paperOf(2)], 'en');
    expect(pdf.toString('latin1')).toMatch(/\/MarkInfo << \/Marked true >>.*\/Lang \(en\)/);
    const pages = await partsOfPdf(pdf);
    expect(pages.map(({ loose }) => loose.trim())).toEqual(pages.map(() => ''));
    const [first, second] = pages.map(({ tree, said }) => listed(tree, said));
    expect(first?.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['Document', 'Sect', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']),
    );
    expect(first?.find(({ role }) => role === 'H1')?.words).toMatch(/^Fee notice/);
    // Each cell is tagged separately, empty ones too; a repeated header is not read twice.
    const rowAt = first?.findIndex(({ words }) => words.startsWith('Nước sinh hoạt 0')) ?? 0;
    expect(first?.[rowAt - 1]?.role).toBe('TR');
    const columns = first?.filter(({ role }) => role === 'TH').length;
    expect(columns).toBeGreaterThan(3);
    const until = second?.findIndex(({ role, words }) => role === 'H2' && words);
    expect(second?.slice(0, until).filter(({ role, words }) => role === 'TH' && words)).toEqual([]);
    const figures = pages.flatMap(({ tree, said }) => listed(tree, said)).filter(({ role }) => role === 'Figure');
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.filter(({ alt }) => !alt)).toEqual([]);
  });

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

  it('keeps the code that is paid by on its first page in smaller letters, where it alone would begin another', async () => {
    const pages = async (lines: number) => (await linesOfPdf(await drawn([paperOf(1, lines)], 'vi'))).length;
    const counts = await Promise.all(Array.from({ length: 22 }, async (_, n) => [n, await pages(n)] as const));
    // Without smaller letters the second page begins four lines earlier.
    expect(counts.filter(([, n]) => n === 1).length).toBeGreaterThan(15);
  });

  it('asks in its box for what its code asks for, and says of how much', async () => {
    const part = { ...paperOf(1), left: 330_001 };
    const lines = (await linesOfPdf(await drawn([part], 'vi'))).flat().join('\n');
    expect(lines).toMatch(/Còn phải trả đến(.|\n)*330\.001 ₫(.|\n)*trong 1\.330\.001 ₫/);
    expect(lines).toContain('Ba trăm ba mươi nghìn');
  });

  it('says of a line that was paid in part what is left', async () => {
    const paper = paperOf(1, 2);
    const lines = paper.lines.map((line, n) => (n === 0 ? { ...line, part: { paid: 50, left: 58 } } : line));
    const text = (await linesOfPdf(await drawn([{ ...paper, lines }], 'vi'))).flat().join('\n');
    expect(text.replaceAll('\u00a0', ' ').match(/Đã trả .*/g)).toEqual(['Đã trả 50 ₫, còn 58 ₫']);
  });

  it('shares a sheet with its copy where both are short', async () => {
    const short: Paper = { ...paperOf(1, 1), debts: [], bank: null, qr: null };
    const footsOf = async (paper: Paper) =>
      (await linesOfPdf(await drawn([paper], 'vi', 2))).map(
        lines => lines.filter(line => line.includes('Liên ')).length,
      );
    expect(await footsOf(short)).toEqual([2]);
    expect(await footsOf(paperOf(1, 12))).toEqual([1, 1]);
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
    // Every font used by a page is embedded.
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
