import { turnContracts } from '@lobby/server/modules/rental-contract/jobs.ts';
import { termsOn } from '@lobby/server/modules/rental-contract/terms.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { contractTemplate, fillPlaceholders, paragraphsOf } from '@lobby/shared/modules/contract-template.ts';
import { rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { listen } from '../setup/listener.ts';
import { change, countOf, rowsIn, stored } from '../setup/records.ts';
import { formOf } from '../setup/samples.ts';
import { startBeside, startServer } from '../setup/server.ts';
import { bookOf } from '../setup/sheets.ts';
import { makeSite, type Site } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;
const { path } = rentalContract;

const DAY = 86_400_000;
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
/** Today, noon there. */
const TODAY = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
const noonOf = (day: string) => new Date(`${day}T05:00:00Z`);

let n = 0;
const valid = (own: Record<string, unknown> = {}, at: Site = site) => ({
  code: `HD-${++n}`,
  unitId: at.unitId,
  residentId: at.dora.id,
  area: 68.5,
  price: 12_000_000,
  registerDate: plus(TODAY, -20),
  startDate: plus(TODAY, -10),
  expiryDate: plus(TODAY, 300),
  ...own,
});
const send = (own: Record<string, unknown> = {}) => ann.post<Row>(path, valid(own));
const made = async (own: Record<string, unknown> = {}, at: Site = site): Promise<Row> => {
  const answer = await at.ann.post<Row>(path, valid(own, at));
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
};
const read = async (id: string, at: Site = site) => (await at.ann.get<Row>(`${path}/${id}`)).data;
const annexTo = (contractId: string, own: Record<string, unknown> = {}) =>
  ann.post<Row>(contractAnnex.path, {
    contractId,
    code: `PL-${++n}`,
    registerDate: TODAY,
    effectiveDate: TODAY,
    ...own,
  });
const fault = (answer: Awaited<ReturnType<typeof send>>) => [
  answer.status,
  Object.fromEntries(Object.entries(answer.error.data?.fields ?? {}).map(([name, one]) => [name, one.code])),
];

describe('rules.md 5: contract signing not after start of use; expiry after start; reminder after start and not after expiry', () => {
  const START = plus(TODAY, 10);
  const END = plus(TODAY, 100);
  it.each([
    ['signed on the day it starts', { registerDate: START }, null],
    ['signed the day after', { registerDate: plus(START, 1) }, { registerDate: 'CONTRACT_SIGNED_AFTER_START' }],
    ['expires the day after it starts', { expiryDate: plus(START, 1) }, null],
    ['expires on the day it starts', { expiryDate: START }, { expiryDate: 'CONTRACT_ENDS_BEFORE_START' }],
    ['expires before', { expiryDate: plus(START, -1) }, { expiryDate: 'CONTRACT_ENDS_BEFORE_START' }],
    ['reminds the day after it starts', { remindExpiredDate: plus(START, 1) }, null],
    ['reminds on the start', { remindExpiredDate: START }, { remindExpiredDate: 'CONTRACT_REMINDER_BEFORE_START' }],
    ['reminds on the last day', { remindExpiredDate: END }, null],
    ['reminds after it', { remindExpiredDate: plus(END, 1) }, { remindExpiredDate: 'CONTRACT_REMINDER_AFTER_EXPIRY' }],
  ])('%s', async (_, own, wrong) => {
    const answer = await send({ startDate: START, expiryDate: END, ...own });
    if (wrong) expect(fault(answer)).toEqual([400, wrong]);
    else expect(answer.status, answer.text).toBe(201);
  });

  it('holds for an edit too, and for values that were there before', async () => {
    const { id } = await made({ startDate: START, expiryDate: END });
    expect(fault(await ann.put(`${path}/${id}`, { version: 1, startDate: END }))[0]).toBe(400);
    expect(fault(await ann.put(`${path}/${id}`, { version: 1, registerDate: plus(START, 1) }))).toEqual([
      400,
      { registerDate: 'CONTRACT_SIGNED_AFTER_START' },
    ]);
  });

  it('has a reminder also where nobody names one', async () => {
    expect((await made({ startDate: START, expiryDate: END })).remindExpiredDate).toBe(plus(END, -30));
    expect(usualReminder('2026-01-01', '2026-01-02')).toBe('2026-01-02');
    expect(usualReminder('2026-01-01', '2026-01-31')).toBe('2026-01-02');
    expect(usualReminder('2026-01-01', '2026-02-01')).toBe('2026-01-02');
    expect(usualReminder('2026-01-01', '2026-02-02')).toBe('2026-01-03');
  });

  it('takes money as whole dong, days as days', async () => {
    expect(fault(await send({ price: 1.5 }))).toEqual([400, { price: 'NOT_NATURAL' }]);
    expect(fault(await send({ deposit: -1 }))).toEqual([400, { deposit: 'TOO_SMALL' }]);
    expect(fault(await send({ area: 0 }))).toEqual([400, { area: 'TOO_SMALL' }]);
    expect(fault(await send({ registerDate: '2025-02-30' }))).toEqual([400, { registerDate: 'DATE_INVALID' }]);
  });
});

describe('the tenant of a contract', () => {
  it('is a resident of the unit, or a company, or a company that a resident speaks for', async () => {
    await made({ residentId: null, company: 'Công ty Sao Mai' });
    await made({ company: 'Công ty Sao Mai', taxCode: '0312345678' });
    expect(fault(await send({ residentId: null }))).toEqual([400, { residentId: 'CONTRACT_TENANT_REQUIRED' }]);
    expect(fault(await send({ residentId: site.emil.id }))).toEqual([
      422,
      { residentId: 'CONTRACT_TENANT_NOT_IN_UNIT' },
    ]);
    const { id } = await made();
    const moved = await ann.put<Row>(`${path}/${id}`, { version: 1, unitId: site.otherUnitId });
    expect(fault(moved)).toEqual([422, { residentId: 'CONTRACT_TENANT_NOT_IN_UNIT' }]);
  });

  it('is found in the palette, as the contract is by its number', async () => {
    const { id, code } = await made({ code: 'HDT-2026/77', company: 'Công ty Hải Âu' });
    for (const q of ['hdt202677', 'hai au', String(site.dora.name)]) {
      const { data } = await ann.get<Row[]>(`/search?q=${encodeURIComponent(q)}`);
      expect(
        data.some(one => one.entity === rentalContract.name && (q === site.dora.name || one.id === id)),
        q,
      ).toBe(true);
    }
    expect(code).toBe('HDT-2026/77');
  });
});

describe('an annex', () => {
  const FIRST = { area: 60, price: 10, expiryDate: '2026-12-31', remindExpiredDate: '2026-12-01' };
  const NONE = { area: null, price: null, expiryDate: null, remindExpiredDate: null };
  it.each([
    ['none', [], FIRST, null],
    ['price of an earlier day', [{ ...NONE, effectiveDate: '2026-05-01', price: 12 }], { ...FIRST, price: 12 }, null],
    ['price of the day itself', [{ ...NONE, effectiveDate: '2026-06-15', price: 12 }], { ...FIRST, price: 12 }, null],
    ['price of tomorrow', [{ ...NONE, effectiveDate: '2026-06-16', price: 12 }], FIRST, '2026-06-16'],
    [
      'end that comes later holds already',
      [{ ...NONE, effectiveDate: '2027-01-01', expiryDate: '2027-12-31' }],
      { ...FIRST, expiryDate: '2027-12-31' },
      null,
    ],
    [
      'several, in the order of their days',
      [
        { ...NONE, effectiveDate: '2026-06-01', price: 13 },
        { ...NONE, effectiveDate: '2026-03-01', price: 12, area: 61 },
        { ...NONE, effectiveDate: '2026-09-01', price: 14 },
        { ...NONE, effectiveDate: '2026-08-01', area: 62 },
      ],
      { ...FIRST, price: 13, area: 61 },
      '2026-08-01',
    ],
  ])('changes the terms from its day on: %s', (_, annexes, wanted, termsChangeOn) => {
    expect(termsOn('2026-06-15', FIRST, annexes)).toEqual({ ...wanted, termsChangeOn });
  });

  it('and its contract change together; what was signed first is kept', async () => {
    const contract = await made();
    const end = plus(TODAY, 600);
    const annex = await annexTo(contract.id, { price: 13_000_000, expiryDate: end });
    expect(annex.status, annex.text).toBe(201);
    expect(annex.data.remindExpiredDate).toBe(plus(end, -30));
    expect(await read(contract.id)).toMatchObject({
      version: 2,
      price: 13_000_000,
      area: 68.5,
      expiryDate: end,
      remindExpiredDate: plus(end, -30),
      annexCount: 1,
      firstPrice: 12_000_000,
      firstExpiryDate: contract.expiryDate,
    });
    expect((await ann.put(`${contractAnnex.path}/${annex.data.id}`, { version: 1, price: 14_000_000 })).status).toBe(
      200,
    );
    expect(await read(contract.id)).toMatchObject({ price: 14_000_000, annexCount: 1 });
    expect((await ann.delete(`${contractAnnex.path}/${annex.data.id}`)).status).toBe(200);
    expect(await read(contract.id)).toMatchObject({
      price: 12_000_000,
      expiryDate: contract.expiryDate,
      remindExpiredDate: contract.remindExpiredDate,
      annexCount: 0,
    });
  });

  it('must change something, not before the contract, and leave its dates in order', async () => {
    const { id } = await made({ startDate: TODAY });
    const before = plus(TODAY, -1);
    expect(fault(await annexTo(id))).toEqual([400, { content: 'ANNEX_CHANGES_NOTHING' }]);
    expect((await annexTo(id, { content: 'Thêm người ở cùng' })).status).toBe(201);
    expect(fault(await annexTo(id, { price: 1, registerDate: before, effectiveDate: before }))).toEqual([
      422,
      { effectiveDate: 'ANNEX_BEFORE_START' },
    ]);
    expect(fault(await annexTo(id, { price: 1, registerDate: plus(TODAY, 1) }))).toEqual([
      400,
      { registerDate: 'CONTRACT_SIGNED_AFTER_START' },
    ]);
    expect(fault(await annexTo(id, { expiryDate: TODAY }))).toEqual([
      400,
      { expiryDate: 'CONTRACT_ENDS_BEFORE_START' },
    ]);
    expect(fault(await annexTo(id, { remindExpiredDate: plus(TODAY, 301) }))).toEqual([
      400,
      { remindExpiredDate: 'CONTRACT_REMINDER_AFTER_EXPIRY' },
    ]);
  });

  it('of two who sign at once both count', async () => {
    const { id } = await made();
    const both = await Promise.all([
      annexTo(id, { price: 20_000_000 }),
      annexTo(id, { area: 70.5, effectiveDate: plus(TODAY, 1), price: 21_000_000 }),
    ]);
    expect(both.map(one => one.status)).toEqual([201, 201]);
    expect(await read(id)).toMatchObject({ price: 20_000_000, annexCount: 2, termsChangeOn: plus(TODAY, 1) });
  });

  it('begins by itself on its day: once, also where two jobs run', async () => {
    const { id } = await made();
    await annexTo(id, { effectiveDate: plus(TODAY, 5), price: 15_000_000 });
    expect(await read(id)).toMatchObject({ price: 12_000_000, termsChangeOn: plus(TODAY, 5) });
    await turnContracts(noonOf(plus(TODAY, 4)));
    expect((await read(id)).price).toBe(12_000_000);
    await Promise.all([turnContracts(noonOf(plus(TODAY, 5))), turnContracts(noonOf(plus(TODAY, 5)))]);
    expect(await read(id)).toMatchObject({ price: 15_000_000, termsChangeOn: null });
    const { data } = await ann.get<Row[]>(`${path}/${id}/activities`);
    expect(data.filter(one => one.action === 'terms')).toHaveLength(1);
  });

  it('goes with its contract', async () => {
    const { id } = await made();
    const annex = await annexTo(id, { price: 1 });
    expect((await ann.delete(`${path}/${id}`)).status).toBe(200);
    expect((await ann.get(`${contractAnnex.path}/${annex.data.id}`)).status).toBe(404);
  });
});

describe('a contract cannot be updated', () => {
  const CODE = 'CONTRACT_CANNOT_BE_UPDATED';
  const put = (id: string, version: number, values: Record<string, unknown>) =>
    ann.put<Row>(`${path}/${id}`, { version, ...values });

  it('in its terms once it has an annex; the rest can', async () => {
    const { id } = await made();
    await annexTo(id, { price: 13_000_000 });
    expect(fault(await put(id, 2, { price: 1 }))).toEqual([409, { price: CODE }]);
    expect(fault(await put(id, 2, { expiryDate: plus(TODAY, 400) }))).toEqual([409, { expiryDate: CODE }]);
    expect((await put(id, 2, { price: 13_000_000, note: 'Giữ thẻ xe cũ' })).status).toBe(200);
  });

  it('in its terms when it has expired, nor by an annex', async () => {
    const { id, version } = await change(rentalContract, (await made()).id, { status: 'EXPIRED' }).then(doc => ({
      id: doc._id,
      version: doc.version,
    }));
    expect(fault(await put(id, version, { expiryDate: plus(TODAY, 400) }))).toEqual([409, { expiryDate: CODE }]);
    expect((await put(id, version, { note: 'Chờ bàn giao' })).status).toBe(200);
    const annex = await annexTo(id, { price: 1 });
    expect([annex.status, annex.code]).toEqual([409, CODE]);
  });

  it.each(['terminate', 'liquidate'])('at all after %s', async act => {
    const { id } = await made();
    const ended = await ann.put<Row>(`${path}/${id}/${act}`, { endedDate: TODAY, reason: 'Chuyển công tác' });
    expect(ended.data).toMatchObject({
      status: `${act.toUpperCase()}D`,
      endedDate: TODAY,
      reason: 'Chuyển công tác',
      expiring: false,
    });
    expect(fault(await put(id, 2, { note: 'x' }))).toEqual([409, { note: CODE }]);
  });
});

describe('terminate and liquidate', () => {
  it.each(['terminate', 'liquidate'])('%s takes a reason and a day from the signing on', async act => {
    const { id, registerDate } = await made();
    const end = (endedDate: string, reason?: string) =>
      ann.put<Row>(`${path}/${id}/${act}`, { endedDate, ...(reason && { reason }) });
    expect(fault(await end(TODAY))).toEqual([400, { reason: 'REQUIRED' }]);
    expect(fault(await end(plus(String(registerDate), -1), 'Vì vậy'))).toEqual([
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
    const day = plus(TODAY, 10);
    const { id } = await made({ remindExpiredDate: day }, fresh);
    await turnContracts(noonOf(plus(day, -1)));
    expect([(await read(id, fresh)).expiring, await badge(fresh), await told(id)]).toEqual([false, 0, []]);
    const live = await listen(server.url, fresh.ben.token);
    await live.ask('subscribe', { projectId: fresh.id, modules: [rentalContract.code] });
    await Promise.all([turnContracts(noonOf(day)), turnContracts(noonOf(day)), turnContracts(noonOf(day))]);
    await turnContracts(noonOf(plus(day, 1)));
    await live.hear(one => one.entityId === id && one.action === 'remind');
    expect(await read(id, fresh)).toMatchObject({ expiring: true, version: 1, status: 'ACTIVE' });
    expect(await badge(fresh)).toBe(1);
    const rows = await told(id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      type: 'RENTAL_CONTRACT_EXPIRING',
      subject: { module: 'RENTAL_CONTRACT', id, day },
    });
    // Those who may read contracts: not the one without rights.
    expect(new Set(rows.flatMap(row => row.employeeIds))).toEqual(new Set([fresh.ann.id, fresh.ben.id]));
    const { data } = await fresh.ann.get<Row[]>(
      `${path}?filter[remindExpiredDate][from]=${day}&filter[remindExpiredDate][to]=${day}&filter[status][]=ACTIVE&filter[status][]=EXPIRED`,
    );
    expect(data.map(one => one.id)).toEqual([id]);
  });

  it('remind anew where the reminder was put off; one that lies behind is only marked', async () => {
    const { id } = await made({ remindExpiredDate: plus(TODAY, 3) });
    await turnContracts(noonOf(plus(TODAY, 3)));
    expect(await told(id)).toHaveLength(1);
    await ann.put(`${path}/${id}`, { version: 1, remindExpiredDate: plus(TODAY, 20) });
    expect((await read(id)).expiring).toBe(false);
    await turnContracts(noonOf(plus(TODAY, 20)));
    expect(await told(id)).toHaveLength(2);
    const late = await made({ startDate: plus(TODAY, -15), remindExpiredDate: plus(TODAY, -1) });
    expect(late.expiring).toBe(true);
    await turnContracts(noonOf(TODAY));
    expect(await told(late.id)).toEqual([]);
  });

  it('expire it on the day after the last: once, with nothing to remind of', async () => {
    const last = plus(TODAY, 40);
    const { id } = await made({ expiryDate: last, remindExpiredDate: plus(TODAY, 39) });
    await turnContracts(noonOf(last));
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', expiring: true });
    const runs = await Promise.all([turnContracts(noonOf(plus(last, 1))), turnContracts(noonOf(plus(last, 1)))]);
    expect(runs.some(count => count > 0)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'EXPIRED', expiring: false });
    const { data } = await ann.get<Row[]>(`${path}/${id}/activities`);
    expect(data.filter(one => one.action === 'expire')).toHaveLength(1);
  });

  it('leave alone what an annex has prolonged', async () => {
    const last = plus(TODAY, 40);
    const { id } = await made({ expiryDate: last });
    await annexTo(id, { effectiveDate: plus(last, 1), expiryDate: plus(last, 365) });
    await turnContracts(noonOf(plus(last, 2)));
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', expiring: false, expiryDate: plus(last, 365) });
    expect(await told(id)).toEqual([]);
  });

  it('are turned by whichever of two servers, once', async () => {
    const fresh = await makeSite(server.url, 'Epsilon');
    const { id } = await made({ remindExpiredDate: plus(TODAY, 5) }, fresh);
    // Written as of yesterday, so that the reminder is due today.
    const doc = await stored(rentalContract, id);
    await rowsIn('rental-contracts').updateOne({ _id: id }, { $set: { remindExpiredDate: TODAY } });
    expect(doc.expiring).toBe(false);
    const beside = await startBeside(server, 'info', { JOBS: '1' });
    await rowsIn('jobs').updateOne({ name: 'contracts' } as never, { $set: { nextRunAt: new Date() } });
    await turnContracts(new Date());
    await expect
      .poll(async () => (await rowsIn('jobs').findOne({ name: 'contracts' } as never))?.lastFinishedAt, {
        timeout: 30_000,
      })
      .toBeTruthy();
    await beside.stop();
    expect(await told(id)).toHaveLength(1);
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
    const { id } = await made({ contractTemplateId: template.data.id, registerDate: plus(TODAY, -77) });
    for (const query of [
      `filter[contractTemplateId][]=${template.data.id}`,
      `filter[registerDate][from]=${plus(TODAY, -77)}&filter[registerDate][to]=${plus(TODAY, -77)}`,
    ])
      expect((await ann.get<Row[]>(`${path}?${query}&filter[status][]=ACTIVE`)).data.map(one => one.id)).toEqual([id]);
  });
});

describe('a template', () => {
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
    expect(paragraphsOf('# A\n## B\nx || y\nz').map(({ kind }) => kind)).toEqual([
      'title',
      'heading',
      'columns',
      'line',
    ]);
  });
});

it('takes 5,000 contracts from a spreadsheet, all or none', { timeout: 240_000 }, async () => {
  const fresh = await makeSite(server.url, 'Zeta');
  const one = valid({}, fresh);
  const rows = Array.from({ length: 5000 }, (_, at) => ({ ...one, code: `NK-${at}` }));
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
  const begun = performance.now();
  expect((await send(rows, '')).data).toMatchObject({ created: 5000 });
  expect(performance.now() - begun).toBeLessThan(120_000);
  expect(await countOf(rentalContract, fresh.id, { firstPrice: 12_000_000, expiring: false })).toBe(5000);
});

it('is closed to whom it is not open', async () => {
  const { id } = await made();
  await site.allow({ RENTAL_CONTRACT: ['read'] });
  expect((await site.carl.get(`${path}/${id}`)).status).toBe(200);
  expect((await site.carl.put(`${path}/${id}/terminate`, { endedDate: TODAY, reason: 'x' })).status).toBe(403);
  expect((await site.dora.get(`${path}/${id}`)).status).toBe(403);
  await ben.get(`${path}/${id}`);
});
