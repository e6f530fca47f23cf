import { layoutFor } from '@lobby/server/modules/template/index.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { DOCUMENT_TYPES, reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { refusal } from '../setup/money/books.ts';
import { owingSite } from '../setup/money/owing-site.ts';
import { systemIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
/** The same user in another project. */
const memberOf = ({ call }: Caller, id: string) => {
  const by = <T = Row>(method: string, path: string, body?: unknown) =>
    call<T>(method, path, body, { 'X-Project-Id': id });
  return {
    get: <T>(path: string) => by<T>('GET', path),
    put: <T>(path: string, body: unknown) => by<T>('PUT', path, body),
    delete: (path: string) => by('DELETE', path),
  };
};
const at = (id: unknown) => `${reportTemplate.path}/${id}`;

it('begins with a default of each type, which is moved and never missing', async () => {
  const { ann } = await makeSite(server.url, 'Papers');
  const founded = await ann.post<Row>('/unit-group', {
    name: 'Papers two',
    code: 'PAPERS2',
    timeZone: 'Asia/Tokyo',
    parts: [],
  });
  expect(founded.status).toBe(201);
  const there = memberOf(ann, founded.data.id);
  const { data } = await there.get<Row[]>(`${reportTemplate.path}?limit=100`);
  expect(data.map(({ documentType }) => documentType).toSorted()).toEqual([...DOCUMENT_TYPES].toSorted());
  expect(data.every(({ isDefault }) => isDefault)).toBe(true);
  const own = data.find(one => one.documentType === 'RECEIPT');
  expect(refusal(await there.delete(at(own?.id)))).toEqual([409, 'REPORT_TEMPLATE_IS_DEFAULT']);
  const { data: copy } = await there.put<Row>(`${at(own?.id)}/duplicate`, { name: 'On A5' });
  expect(copy).toMatchObject({ documentType: 'RECEIPT', isDefault: false, revision: 1 });
  expect(refusal(await there.put(`${at(own?.id)}/duplicate`, { name: 'On A5' }))[1]).toBe(
    'REPORT_TEMPLATE_NAME_EXISTS',
  );
  expect((await there.put(`${at(copy.id)}/make-default`, {})).status).toBe(200);
  expect(refusal(await there.put(`${at(copy.id)}/make-default`, {}))[1]).toBe('STATUS_CHANGED');
  expect((await there.delete(at(own?.id))).status).toBe(200);
  const moved = await there.put(at(copy.id), { version: 2, documentType: 'PAYSLIP' });
  expect(refusal(moved)).toEqual([409, 'REPORT_TEMPLATE_TYPE_FIXED', 'documentType']);
});

it('refuses what cannot be printed, at its field', async () => {
  const { ann } = await makeSite(server.url, 'Wrong papers');
  const make = (values: object) =>
    ann.post<Row>(reportTemplate.path, { name: 'Ab', documentType: 'RECEIPT', ...values });
  const unsigned = await make({ signatures: [{ role: 'TREASURER' }] });
  expect(refusal(unsigned)).toEqual([400, 'TREASURER_REQUIRED', 'treasurerId']);
  expect(refusal(await make({ title: '{{unit.cod}}' }))).toEqual([400, 'TEMPLATE_VARIABLE_UNKNOWN', 'title']);
  expect(refusal(await make({ documentType: 'CASHBOOK', paper: 'K80' }))).toEqual([400, 'VALIDATION_FAILED', 'paper']);
  const columns = [{ column: 'service' }];
  expect(refusal(await make({ documentType: 'CASHBOOK', columns }))[2]).toBe('columns.0.column');
});

it('keeps its revisions with who signed then, and shows a notice in two languages with one amount', async () => {
  const site = await owingSite(server.url, 'Two languages');
  const { data: people } = await site.ann.get<Row[]>(employee.path);
  const [treasurer, other] = people;
  const values = {
    name: 'Both',
    documentType: 'FEE_NOTICE',
    languages: [{ language: 'vi' }, { language: 'ko' }],
    signatures: [{ role: 'TREASURER' }],
    treasurerId: treasurer?.id,
    title: 'Phí {{unit.code}}',
  };
  const { data: made } = await site.ann.post<Row>(reportTemplate.path, values);
  const { data: pages } = await site.ann.post<{ pages: string[] }>(`${reportTemplate.path}/preview-pages`, values);
  const [page = ''] = pages.pages;
  // Either of the two units may be shown.
  const [amount, words, korean] = page.includes('70.000')
    ? ['70.000', 'Bảy mươi nghìn đồng', '칠만 동']
    : ['50.000', 'Năm mươi nghìn đồng', '오만 동'];
  for (const said of [amount, words, korean, 'Thủ quỹ', String(treasurer?.name), '1/1'])
    expect(page.includes(String(said)), said).toBe(true);
  const pdf = await site.ann.post(`${reportTemplate.path}/preview`, values);
  expect(pdf.status).toBe(200);
  const second = await site.ann.put<Row>(at(made.id), { version: 1, signatures: [] });
  expect(second.data.revision).toBe(2);
  const { data: all } = await site.ann.get<Row[]>(`${at(made.id)}/revisions`);
  expect(all.map(({ revision, changed }) => [revision, changed])).toEqual([
    [2, ['signatures']],
    [1, []],
  ]);
  const again = await site.ann.put<Row>(`${at(made.id)}/restore-revision`, { version: 2, revision: 1 });
  expect(again.data).toMatchObject({ revision: 3, signatures: [{ role: 'TREASURER' }] });
  expect((await site.ann.put(`${at(made.id)}/make-default`, {})).status).toBe(200);
  // Reprints have the signatures of their revision.
  const ctx = await systemIn(site.id);
  const signers = async (revision?: number) =>
    (await layoutFor(ctx, 'FEE_NOTICE', { templateId: String(made.id), revision })).signatures.map(
      signature => signature.signer,
    );
  const { version } = (await site.ann.get<Row>(at(made.id))).data;
  const moved = await site.ann.put(at(made.id), { version, treasurerId: other?.id });
  expect(moved.status).toBe(200);
  expect(await signers(1)).toEqual([treasurer?.name]);
  expect(await signers()).toEqual([other?.name]);
  await expect(layoutFor(ctx, 'RECEIPT', { templateId: String(made.id) })).rejects.toThrow();
});
