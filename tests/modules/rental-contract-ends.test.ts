import { contractsJob } from '@lobby/server/modules/rental-contract/jobs.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { contractTemplate, fillPlaceholders, paragraphsOf } from '@lobby/shared/modules/contract-template.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { contractsOf, fault, lastingDay, noonOf } from '../setup/house/contracts.ts';
import { countOf, rowsIn } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;
const { path } = rentalContract;
const { valid, send, made, read, annexTo } = contractsOf(site);

describe('terminate and liquidate', () => {
  it.each(['terminate', 'liquidate'])('%s takes a reason and a day from the signing on', async act => {
    const { id, registerDate } = await made();
    const end = (endedDate: string, reason?: string) =>
      ann.put<Row>(`${path}/${id}/${act}`, { endedDate, ...(reason && { reason }) });
    expect(fault(await end(TODAY))).toEqual([400, { reason: 'REQUIRED' }]);
    expect(fault(await end(addDays(String(registerDate), -1), 'Vì vậy'))).toEqual([
      422,
      { endedDate: 'CONTRACT_ENDED_BEFORE_SIGNED' },
    ]);
    expect((await end(String(registerDate), 'Vì vậy')).status).toBe(200);
  });

  it('are done to many at once, each told whether', async () => {
    const [a, b] = [await made(), await made()];
    await ann.put(`${path}/${b.id}/liquidate`, { endedDate: TODAY, reason: 'Xong' });
    const { data } = await ann.put<{ done: string[]; refused: Row[] }>(`${path}/terminate-multi`, {
      ids: [a.id, b.id],
      endedDate: TODAY,
      reason: 'Toà nhà sửa chữa',
    });
    expect([data.done, data.refused.map(one => one.code)]).toEqual([[a.id], ['STATUS_NOT_ALLOWED']]);
  });
});

describe('the days of a contract', () => {
  const told = (id: string) => rowsIn('notifications').find({ 'subject.id': id }).toArray();
  const badge = async (at: Site) => (await at.ann.get<Record<string, number>>('/count-badges')).data.RENTAL_CONTRACT;

  it('remind once on the reminder date, also where jobs run twice and on two servers; badge and list say the same', async () => {
    const fresh = await makeSite(server.url, 'Delta');
    const day = addDays(TODAY, 10);
    const { id } = await made({ remindExpiredDate: day }, fresh);
    await contractsJob.run(noonOf(addDays(day, -1)));
    expect([(await read(id, fresh)).expiring, await badge(fresh), await told(id)]).toEqual([false, 0, []]);
    const live = await listen(server.url, fresh.ben.token);
    await live.ask('subscribe', { projectId: fresh.id, modules: [rentalContract.code] });
    await Promise.all([contractsJob.run(noonOf(day)), contractsJob.run(noonOf(day)), contractsJob.run(noonOf(day))]);
    await contractsJob.run(noonOf(addDays(day, 1)));
    await live.hear(one => one.entityId === id && one.action === 'remind');
    expect(await read(id, fresh)).toMatchObject({ expiring: true, version: 1, status: 'ACTIVE' });
    expect(await badge(fresh)).toBe(1);
    const rows = await told(id);
    expect(rows.map(row => row.count)).toEqual([1, 1]);
    expect(rows[0]).toMatchObject({
      kind: 'RENTAL_CONTRACT_EXPIRING',
      subject: { module: 'RENTAL_CONTRACT', id, day },
    });
    // Employees with read permission for contracts only.
    expect(new Set(rows.map(row => row.userId))).toEqual(new Set([fresh.ann.userId, fresh.ben.userId]));
    const { data } = await fresh.ann.get<Row[]>(
      `${path}?filter[remindExpiredDate][from]=${day}&filter[remindExpiredDate][to]=${day}&filter[status][]=ACTIVE&filter[status][]=EXPIRED`,
    );
    expect(data.map(one => one.id)).toEqual([id]);
  });

  it('remind only those of the staff who have not turned reminders off', async () => {
    await ben.put('/auth/me', { appOff: ['reminder'] });
    const { id } = await made({ remindExpiredDate: addDays(TODAY, 2) });
    await contractsJob.run(noonOf(addDays(TODAY, 2)));
    expect((await told(id)).map(row => row.userId)).toEqual([ann.userId]);
    await ben.put('/auth/me', { appOff: [] });
  });

  it('remind anew where the reminder was put off; one that lies behind is only marked', async () => {
    const { id } = await made({ remindExpiredDate: addDays(TODAY, 3) });
    await contractsJob.run(noonOf(addDays(TODAY, 3)));
    expect((await told(id)).map(row => row.count)).toEqual([1, 1]);
    await ann.put(`${path}/${id}`, { version: 1, remindExpiredDate: addDays(TODAY, 20) });
    expect((await read(id)).expiring).toBe(false);
    await contractsJob.run(noonOf(addDays(TODAY, 20)));
    // An unread notification is updated instead of repeated.
    expect((await told(id)).map(row => row.count)).toEqual([2, 2]);
    const late = await made({ startDate: addDays(TODAY, -15), remindExpiredDate: addDays(TODAY, -1) });
    expect(late.expiring).toBe(true);
    await contractsJob.run(noonOf(TODAY));
    expect(await told(late.id)).toEqual([]);
  });

  it('expire it on the day after the last: once, with nothing to remind of', async () => {
    const last = addDays(TODAY, 40);
    const { id } = await made({ expiryDate: last, remindExpiredDate: addDays(TODAY, 39) });
    await contractsJob.run(noonOf(last));
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', expiring: true });
    const runs = await Promise.all([
      contractsJob.run(noonOf(addDays(last, 1))),
      contractsJob.run(noonOf(addDays(last, 1))),
    ]);
    expect(runs.some(count => count > 0)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'EXPIRED', expiring: false });
    const { data } = await ann.get<Row[]>(`${path}/${id}/activities`);
    expect(data.filter(one => one.action === 'expire')).toHaveLength(1);
  });

  it('leave alone what an annex has prolonged', async () => {
    const last = addDays(TODAY, 40);
    const { id } = await made({ expiryDate: last });
    await annexTo(id, { effectiveDate: addDays(last, 1), expiryDate: addDays(last, 365) });
    await contractsJob.run(noonOf(addDays(last, 2)));
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', expiring: false, expiryDate: addDays(last, 365) });
    expect(await told(id)).toEqual([]);
  });
});

describe('the list', () => {
  it.each([
    ['registrationPlate', 'filter[registrationPlate][]=29A-123.45'],
    ['cardNumber', 'filter[cardNumber][]=0001'],
    ['serviceId', `filter[serviceId][]=${'a'.repeat(24)}`],
    ['dayOfUsing', 'filter[dayOfUsing][from]=2026-01-01&filter[dayOfUsing][to]=2026-12-31'],
  ])('joined by %s finds nothing that is not known; counts and export agree', async (_, query) => {
    await made();
    const answer = await ann.get<Row[]>(`${path}?${query}`);
    expect([answer.status, answer.data]).toEqual([200, []]);
    const counts = (await ann.get<{ total: number }>(`${path}/count-badges?${query}`)).data;
    expect(counts.total).toBe(0);
    const multi = await ann.put<{ done: string[] }>(`${path}/terminate-multi`, {
      isAll: true,
      filter: { registrationPlate: ['29A-123.45'] },
      endedDate: TODAY,
      reason: 'Không ai',
    });
    expect(multi.data.done).toEqual([]);
  });

  it('is filtered by template, signing, status', async () => {
    const template = await ann.post<Row>(contractTemplate.path, { name: 'Mẫu lọc', text: 'Căn {{unit}}' });
    const { id } = await made({ contractTemplateId: template.data.id, registerDate: addDays(TODAY, -77) });
    for (const query of [
      `filter[contractTemplateId][]=${template.data.id}`,
      `filter[registerDate][from]=${addDays(TODAY, -77)}&filter[registerDate][to]=${addDays(TODAY, -77)}`,
    ])
      expect((await ann.get<Row[]>(`${path}?${query}&filter[status][]=ACTIVE`)).data.map(one => one.id)).toEqual([id]);
  });
});

describe('a template', () => {
  let n = 0;
  const text = (words: string) => ann.post<Row>(contractTemplate.path, { name: `Mẫu ${++n}`, text: words });
  it.each([
    ['Bên thuê {{tenant}} thuê căn {{ unit }} từ {{from}} đến {{to}} giá {{price}}', true],
    ['Không có chỗ điền', true],
    ['Bên thuê {{nobody}}', false],
    ['Bên thuê {{tenant', false],
    ['Bên thuê tenant}}', false],
    ['{{}}', false],
    ['{{constructor}}', false],
  ])('%s is taken: %s', async (words, good) => {
    const answer = await text(words);
    if (good) expect(answer.status).toBe(201);
    else {
      expect(fault(answer)).toEqual([400, { text: 'CONTRACT_PLACEHOLDER_UNKNOWN' }]);
      expect(JSON.stringify(answer.error.data)).not.toContain('{{name}}');
    }
  });

  it('in use is not removed, and a contract needs one that is there', async () => {
    const { data } = await text('Căn {{unit}}');
    await made({ contractTemplateId: data.id });
    const answer = await ann.delete(`${contractTemplate.path}/${data.id}`);
    expect([answer.status, answer.code]).toEqual([409, 'IN_USE']);
    expect(fault(await send({ contractTemplateId: 'a'.repeat(24) }))).toEqual([
      422,
      { contractTemplateId: 'REFERENCE_NOT_FOUND' },
    ]);
  });

  it('fills in what it names, and nothing that a value happens to say', () => {
    const words = { unit: '{{price}}', price: '5 $&' } as Parameters<typeof fillPlaceholders>[1];
    expect(fillPlaceholders('{{unit}} {{ price }} {{other}}', words)).toBe('{{price}} 5 $& {{other}}');
    expect(paragraphsOf('# A\n## B\nx || {{unit}}\n{{price}}', { ...words, unit: 'A || B', price: '# 5' })).toEqual([
      { kind: 'title', texts: ['A'] },
      { kind: 'heading', texts: ['B'] },
      { kind: 'columns', texts: ['x', 'A || B'] },
      { kind: 'line', texts: ['# 5'] },
    ]);
  });
});

it('takes contracts from a spreadsheet, all or none', async () => {
  const fresh = await makeSite(server.url, 'Zeta');
  const one = valid({}, fresh);
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...one, code: `NK-${at}`, rooms: `P${at}` }));
  const send = async (values: readonly Record<string, unknown>[], call: string) =>
    fresh.ann.post<Record<string, unknown>>(
      `${path}/import${call}`,
      formOf([{ name: 'rows.xlsx', body: await bookOf(fresh.ann, rentalContract, values) }]),
    );
  const bad = await send(
    [
      { ...one, code: 'NK-1', expiryDate: one.startDate },
      { ...one, code: 'NK-1' },
      { ...one, code: 'NK-2', residentId: null },
    ],
    '/preview',
  );
  expect(bad.data.faults).toEqual([
    expect.objectContaining({ row: 2, field: 'expiryDate', code: 'CONTRACT_ENDS_BEFORE_START' }),
    expect.objectContaining({ row: 3, field: 'code', code: 'REPEATED' }),
    expect.objectContaining({ row: 4, field: 'residentId', code: 'CONTRACT_TENANT_REQUIRED' }),
  ]);
  expect((await send(rows, '')).data).toMatchObject({ created: 20 });
  expect(await countOf(rentalContract, fresh.id, { firstPrice: 12_000_000, expiring: false })).toBe(20);
});

it('is closed to whom it is not open', async () => {
  const { id } = await made();
  await site.allow({ RENTAL_CONTRACT: ['read'] });
  expect((await site.carl.get(`${path}/${id}`)).status).toBe(200);
  expect((await site.carl.put(`${path}/${id}/terminate`, { endedDate: TODAY, reason: 'x' })).status).toBe(403);
  expect((await site.dora.get(`${path}/${id}`)).status).toBe(403);
  await ben.get(`${path}/${id}`);
});
