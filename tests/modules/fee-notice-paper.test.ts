import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { expect, it } from 'vitest';
import { booksAt, MONTH, NOTICE_MONTH, refusal } from '../setup/books.ts';
import type { Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Notices on paper');
const { ann, dora, unitId } = site;
const { make, priced, act } = await booksAt(site);
const TIERS = [{ to: 50, price: 1984 }, { to: 100, price: 2050 }, { price: 2380 }];

/** What stands on a page, without its markup. */
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, '\n').replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n));
const notice = async (): Promise<Row> => (await ann.get<Row[]>(feeNotice.path)).data[0] as Row;
const pageOf = async (id: unknown, query = '', who = ann) => {
  const { status, text } = await who.get(`${feeNotice.path}/${id}/preview${query}`);
  return { status, words: wordsOf(text), hasQr: text.includes('crispEdges') };
};

it('shows how each line was counted, in the language asked for, as its template and its tariff say', async () => {
  await make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' });
  const own = await priced({ source: 'NUMBER', periodType: 'ONE_MONTH', unitName: 'kWh' }, { tiers: TIERS, vat: 8 });
  const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, mode: 'QUANTITY', quantity: 120 });
  await act(bill.path, made, 'release');
  await ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH });
  const draft = await notice();

  const first = await pageOf(draft.id);
  expect(first.words).toContain('BẢN NHÁP');
  expect(first.hasQr).toBe(false);
  expect((await pageOf(draft.id, '', dora)).status).toBe(404);
  await ann.put(`${feeNotice.path}/${draft.id}/publish`, {});

  const sent = await pageOf(draft.id);
  expect(sent.hasQr).toBe(true);
  expect(sent.words).not.toContain('BẢN NHÁP');
  for (const said of ['50 kWh × 1.984', '= 99.200', '269.244', 'Hai trăm sáu mươi chín nghìn'])
    expect(sent.words).toContain(said);
  expect((await pageOf(draft.id, '?language=en')).words).toContain('Two hundred sixty-nine thousand');

  const [version] = (await ann.get<Row[]>(`${tariffVersion.path}?filter[tariffId][]=${own.tariffId}`)).data;
  await change(tariffVersion, String(version?.id), { priceDisplay: 'GROSS' });
  // 1,984 with 8 % is 2,142.72, and 2,143 on paper; amounts stay.
  const gross = (await pageOf(draft.id)).words;
  expect(gross).toContain('50 kWh × 2.143');
  expect(gross).toContain('= 99.200');
  await change(tariffVersion, String(version?.id), { priceDisplay: 'HIDDEN' });
  expect((await pageOf(draft.id)).words).not.toContain('1.984');

  // The household reads its own, in its own language.
  const mine = await pageOf(draft.id, '?language=ko', dora);
  expect(mine.status).toBe(200);
  const pdf = await dora.get(`${feeNotice.path}/${draft.id}/pdf`);
  expect(pdf.headers.get('content-disposition')).toContain(`${(await notice()).code}_`);
  expect(pdf.text.startsWith('%PDF')).toBe(true);
});

it('is printed by the template that is named, and by none of another paper', async () => {
  const { id } = await notice();
  const of = (documentType: string, more: object = {}) =>
    make(reportTemplate.path, { name: `Paper ${documentType}`, documentType, ...more });
  const path = `${feeNotice.path}/${id}/pdf?reportTemplateId=`;
  expect(refusal(await ann.get(path)).slice(0, 2)).toEqual([400, 'BILL_FORM_NOT_SELECTED']);
  const receipts = await of('RECEIPT');
  expect(refusal(await ann.get(`${path}${receipts.id}`)).slice(0, 2)).toEqual([422, 'REFERENCE_NOT_SUITABLE']);
  const own = await of('FEE_NOTICE', { title: 'Giấy báo của nhà tôi', showAmountInWords: false });
  const { words } = await pageOf(id, `?reportTemplateId=${own.id}`);
  expect(words).toContain('GIẤY BÁO CỦA NHÀ TÔI');
  expect(words).not.toContain('Hai trăm sáu mươi chín nghìn');
});
