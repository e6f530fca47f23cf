import { safeFields } from '@lobby/server/modules/report/fields.ts';
import { daysOf, partOf, spanOf } from '@lobby/server/modules/report/periods.ts';
import { faultsOf } from '@lobby/server/modules/report/plan.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { READY } from '@lobby/shared/modules/report-ready.ts';
import { SOURCES } from '@lobby/shared/modules/report-sources.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Reports');
const { ann, ben, carl } = site;
const lines = (...fields: string[]) => fields.map(field => ({ field }));
const preview = (definition: object) =>
  ann.post<ReportResult>(`${report.path}/preview`, { definition: { name: 'A try', ...definition } });
let n = 0;
const make = async (values: object) => (await ann.post<Row>(report.path, { name: `Report ${++n}`, ...values })).data;
const run = (id: unknown, values: object = {}) =>
  ann.post<ReportResult>(`${report.path}/${id}/run`, { format: 'view', ...values });

it('takes no field that is personal, inner or of a person, and says so at its line', async () => {
  for (const field of ['phone', 'name', 'residentId.phone', 'nothing'])
    expect(refusal(await preview({ source: 'resident', columns: lines('role', field) }))).toEqual([
      400,
      'REPORT_FIELD_NOT_ALLOWED',
      'columns.1',
    ]);
  expect(refusal(await preview({ source: 'parcel', columns: lines('code', 'takerName') }))[2]).toBe('columns.1');
  expect(refusal(await preview({ source: 'ticket', columns: lines('code', 'residentId') }))[1]).toBe(
    'REPORT_FIELD_NOT_ALLOWED',
  );
  expect(refusal(await preview({ source: 'ticket', totals: [{ measure: 'SUM', field: 'priority' }] }))[2]).toBe(
    'totals.0',
  );
  expect((await preview({ source: 'ticket', columns: lines('code', 'unitId.blockId') })).status).toBe(200);
});

/** Names of objects, companies and steps. */
const OF_NOBODY = [
  'unitName',
  'ruleName',
  'goodsName',
  'stepName',
  'contractorName',
  'bankName',
  'companyName',
  'sellerName',
];

it('offers no word that names a person: each field that could says whether it does', () => {
  const named = SOURCES.flatMap(source =>
    [...safeFields(definitionOf(source)).values()].filter(
      ({ name, field }) => field.kind === 'text' && /(?:Name|Contact|By|Account)$/.test(name),
    ),
  );
  expect(named.filter(({ name }) => !OF_NOBODY.includes(name)).map(({ path, of }) => [of.name, path])).toEqual([]);
});

it('counts what comes ready-made of fields that reports may hold', async () => {
  for (const one of READY) expect([one.key, faultsOf(one)]).toEqual([one.key, {}]);
  const { data } = await ann.get<Row[]>(`${report.path}/ready`);
  expect(data).toHaveLength(READY.length);
  for (const { id } of data) expect([id, (await run(id)).status]).toEqual([id, 200]);
});

it('shows totals that equal the rows, and the same numbers in a file of who ran it alone', async () => {
  for (const priority of ['low', 'low', 'high'])
    await ann.post('/pms/helpdesk', { title: 'Lamp', content: 'Dark', unitId: site.unitId, priority });
  const made = await make({
    source: 'ticket',
    columns: lines('code', 'priority', 'createdAt'),
    groups: lines('priority'),
    totals: [{ measure: 'COUNT' }],
  });
  const { data } = await run(made.id);
  expect(data.count).toBe(3);
  expect(data.groups.map(({ totals }) => totals[0]).toSorted()).toEqual([1, 2]);
  expect([data.totals, data.rows.length]).toEqual([[3], 3]);
  expect(data.groups[0]?.link).toMatch(/^help-desk\?.*priority=/);
  const file = await ann.post<Row>(`${report.path}/${made.id}/run`, { format: 'xlsx' });
  const at = `${report.path}/${made.id}/result/${file.data.runId}`;
  expect((await ann.get(at)).status).toBe(200);
  const paper = await ann.post<Row>(`${report.path}/${made.id}/run`, { format: 'pdf' });
  const drawn = await ann.get(`${report.path}/${made.id}/result/${paper.data.runId}`);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await ann.put(`${report.path}/${made.id}/share`, { shared: 'TEAM' });
  const other = await makeSite(server.url, 'Elsewhere');
  for (const person of [ben, other.ann]) expect((await person.get(at)).status).toBe(404);
  expect((await ann.get<Row>(`${report.path}/${made.id}`)).data).toMatchObject({ runs: 3 });
});

it('shows a colleague what he may read, and no more', async () => {
  const made = await make({
    source: 'ticket',
    columns: lines('code', 'unitId.blockId'),
    totals: [{ measure: 'COUNT' }],
  });
  await site.allow({ REPORT: ['read'], HELP_DESK: ['read'] });
  expect((await run(made.id)).status).toBe(200);
  const asCarl = () => carl.post<ReportResult>(`${report.path}/${made.id}/run`, { format: 'view' });
  expect((await asCarl()).status).toBe(404);
  await ann.put(`${report.path}/${made.id}/share`, { shared: 'TEAM' });
  const seen = (await asCarl()).data;
  expect([seen.columns.length, seen.notes.map(({ code }) => code)]).toEqual([1, ['NO_RIGHT']]);
  await site.allow({ REPORT: ['read'], UNIT: ['read'] });
  expect(refusal(await asCarl()).slice(0, 2)).toEqual([403, 'EMPLOYEE_NOT_HAVE_PERMISSION']);
});

it('keeps a report its owner’s until it is shared, and one name once', async () => {
  const made = await make({ source: 'unit', groups: lines('type'), totals: [{ measure: 'COUNT' }] });
  expect(made).toMatchObject({ shared: 'PRIVATE' });
  expect(refusal(await ann.post(report.path, { name: made.name, source: 'unit', columns: lines('code') }))).toEqual([
    409,
    'REPORT_EXISTS',
    'name',
  ]);
  expect((await ann.put<Row>(`${report.path}/${made.id}/share`, { shared: 'TEAM' })).data.shared).toBe('TEAM');
  const copy = await ann.put<Row>(`${report.path}/ready-unitsByState/copy`, { name: 'Units of ours' });
  expect(copy.data).toMatchObject({ source: 'unit', shared: 'PRIVATE' });
  expect((await ann.put<Row>(`${report.path}/${made.id}`, { version: 2, source: 'task' })).status).toBe(400);
});

it('knows the days of a period', async () => {
  expect(daysOf('PREVIOUS_QUARTER', '2026-11-25')).toEqual({ from: '2026-07-01', to: '2026-09-30' });
  expect(daysOf('PREVIOUS_MONTH', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(daysOf('PREVIOUS_QUARTER', '2026-02-01')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  expect([partOf('2026-11-25', 'QUARTER'), partOf('2026-11-25', 'WEEK')]).toEqual(['2026-Q4', '2026-11-23']);
  expect(spanOf('2026-Q4')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  const long = await make({ source: 'ticket', columns: lines('code') });
  expect(refusal(await run(long.id, { from: '2010-01-01', to: '2026-01-01' })).slice(0, 2)).toEqual([
    400,
    'REPORT_PERIOD_TOO_LONG',
  ]);
});
