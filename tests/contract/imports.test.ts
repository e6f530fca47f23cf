import { dayWords } from '@lobby/server/kit/sheets/cell.ts';
import { lettersOf } from '@lobby/server/kit/sheets/sheet.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { definitionOf, MODULES } from '@lobby/shared/modules/index.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, samplesOf } from '../setup/contract/samples.ts';
import { isProved } from '../setup/contract/sampling.ts';
import { bookOf, rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;
const { ann: elsewhere } = await makeSite(server.url, 'Beta');
const imported = MODULES.filter(module => module.imports);

it('some modules offer an import', () => expect(imported.length).toBeGreaterThan(0));

describe.each(imported.filter(isProved).map(one => [one.name, one] as const))('%s', (_, definition) => {
  it('comes from a spreadsheet as it comes from a form, and goes out again', async () => {
    const values = [await samples.input(definition.fields), await samples.input(definition.fields)];
    const form = formOf([{ name: 'rows.xlsx', body: await bookOf(ann, definition, values) }]);
    const preview = await ann.post<{ good: number; faults: unknown[] }>(`${definition.path}/import/preview`, form);
    expect([preview.data.faults, preview.data.good]).toEqual([[], 2]);
    const before = new Set((await rows()).map(one => one.id));
    expect((await ann.post(`${definition.path}/import`, form)).data).toMatchObject({ created: 2 });
    const made = (await rows()).filter(one => !before.has(one.id));
    expect(made).toHaveLength(2);
    const titles = made.map(one => one[definition.title]);
    if (!definition.fields[definition.title]?.readOnly)
      expect(titles.sort()).toEqual(values.map(value => value[definition.title]).sort());
    const sheet = await rowsOfSheet((await ann.file(`${definition.path}/export`)).body);
    // A file names other records by their words, not by their ids.
    if (definition.fields[definition.title]?.kind !== 'ref')
      for (const title of titles) expect(sheet.flat()).toContain(dayWords(String(title)));
  });

  it('names the fault of each cell, and stores nothing then', async () => {
    const good = await samples.input(definition.fields);
    const [field = ''] = Object.entries(definition.fields).find(([, one]) => one.required) ?? [];
    const body = await bookOf(ann, definition, [good, { ...good, [field]: null }]);
    const form = formOf([{ name: 'rows.xlsx', body }]);
    const { data } = await ann.post<{ faults: Row[] }>(`${definition.path}/import/preview`, form);
    expect(data.faults).toContainEqual(expect.objectContaining({ row: 3, field, code: 'REQUIRED' }));
    const count = (await rows()).length;
    expect((await ann.post(`${definition.path}/import`, form)).code).toBe('IMPORT_HAS_FAULTS');
    expect(await rows()).toHaveLength(count);
  });

  it('stores the others alone where that is asked for, and none where all are faulty', async () => {
    const [good, ...others] = [await samples.input(definition.fields), await samples.input(definition.fields)];
    const [field = ''] = Object.entries(definition.fields).find(([, one]) => one.required) ?? [];
    const faulty = others.map(other => ({ ...other, [field]: null }));
    const sent = async (values: Record<string, unknown>[]) => {
      const form = formOf([{ name: 'rows.xlsx', body: await bookOf(ann, definition, values) }]);
      const { data } = await ann.post<{ splits: boolean }>(`${definition.path}/import/preview`, form);
      return { splits: data.splits, ...(await ann.post(`${definition.path}/import?faulty=leave`, form)) };
    };
    expect((await sent(faulty)).code).toBe('IMPORT_HAS_FAULTS');
    const { splits, code, data } = await sent([...faulty, good ?? {}]);
    if (splits) expect(data).toMatchObject({ created: 1, updated: 0, left: 1 });
    else expect(code).toBe('IMPORT_HAS_FAULTS');
  });

  interface Fault {
    row: number;
    field: string;
    column: string | null;
    code: string;
  }
  /** Previews and imports the same rows: the import refuses nothing that the preview calls good. */
  const tried = async (values: readonly Record<string, unknown>[]) => {
    const form = formOf([{ name: 'rows.xlsx', body: await bookOf(ann, definition, values) }]);
    type Preview = { faults: Fault[]; rows: number; good: number; splits: boolean };
    const { data } = await ann.post<Preview>(`${definition.path}/import/preview`, form);
    const done = await ann.post(`${definition.path}/import`, form);
    if (data.faults.length > 0) expect(done.code, JSON.stringify(data.faults)).toBe('IMPORT_HAS_FAULTS');
    // As many rows as it has marked.
    if (data.faults.length > 0 && data.splits) expect(done.error?.data?.count).toBe(data.rows - data.good);
    else expect([done.status, done.text], JSON.stringify(values)).toEqual([201, expect.anything()]);
    // A fault is at a row and its cell: a person finds it in the sheet.
    for (const fault of data.faults)
      expect(fault).toMatchObject({ row: expect.any(Number), column: expect.any(String) });
    return data.faults;
  };

  it('refuses in its preview what its import would: doubles in the file and beside what is stored', async () => {
    const values = await samples.input(definition.fields);
    const twice = await tried([values, values]);
    expect(twice.every(({ row }) => row === 3)).toBe(true);
    if (twice.length > 0) {
      const [field = ''] = Object.entries(definition.fields).find(([, one]) => one.required) ?? [];
      await tried([values, values, { ...values, [field]: null }]);
      await tried([values]);
    }
    expect((await tried([values])).every(({ row }) => row === 2)).toBe(true);
  });

  it('refuses in its preview a name that nothing has, at its cell', async () => {
    const left = typeof definition.imports === 'object' ? (definition.imports.leaves ?? []) : [];
    const refs = Object.entries(definition.fields).filter(
      ([name, field]) => field.kind === 'ref' && !field.readOnly && !left.includes(name),
    );
    const values = await samples.input(definition.fields);
    const [head = [], line = []] = await rowsOfSheet(await bookOf(ann, definition, [values]));
    const wrong = refs.map(([name]) => line.map((cell, n) => (head[n] === name ? 'Nowhere 404' : cell)));
    const form = formOf([{ name: 'rows.xlsx', body: await sheetOf([head, ...wrong, line]) }]);
    const { data } = await ann.post<{ faults: Fault[] }>(`${definition.path}/import/preview`, form);
    for (const [n, [name]] of refs.entries())
      expect(data.faults).toContainEqual(
        expect.objectContaining({ row: n + 2, field: name, column: lettersOf(head.indexOf(name)) }),
      );
  });

  const [money = ''] = Object.entries(definition.fields).find(([, one]) => one.kind === 'money' && !one.readOnly) ?? [];
  it.runIf(money)('takes an amount as people write it, and nothing that is no whole one', async () => {
    const [head = [], line = []] = await rowsOfSheet(
      await bookOf(ann, definition, [await samples.input(definition.fields)]),
    );
    const whole = ['1.250.000', '1,250,000', '1 250 000', '1.250.000,00', '+1.250.000', '1.250.000 đ'];
    const lines = [...whole, '0.750', '2.345,678', '2,345,00', '2e6', '1.50.000', '12,5'].map(written =>
      line.map((cell, n) => (head[n] === money ? written : cell)),
    );
    expect(head).toContain(money);
    const form = formOf([{ name: 'rows.xlsx', body: await sheetOf([head, ...lines]) }]);
    const { data } = await ann.post<{ faults: Fault[] }>(`${definition.path}/import/preview`, form);
    const faulty = new Set(data.faults.flatMap(({ row, field }) => (field === money ? row : [])));
    expect([...faulty].toSorted((a, b) => a - b)).toEqual(lines.map((_, n) => n + 2).slice(whole.length));
  });

  const isLocked = 'data_is_locked' in (definition.errors ?? {});
  it.runIf(isLocked)('refuses in its preview what falls into closed books, at its cell', async () => {
    const values = await samples.input(definition.fields);
    const closed = [
      await ann.post('/lock-date', { lockDataAt: today() }),
      await ann.post('/transaction-lock-date', { transactionLockDate: today() }),
    ];
    expect(closed.map(({ status }) => status)).toEqual([201, 201]);
    try {
      await tried([values]);
    } finally {
      const open = { prevLockDataAt: today(), reason: 'Open again' };
      await ann.post('/lock-date/update', { lockDataAt: null, ...open });
      await ann.post('/transaction-lock-date', { transactionLockDate: null, ...open });
    }
  });

  // Records with references need their targets first; so do plans and codes of the accounting software, whatever they refer to.
  const isAlone =
    definition !== maintenancePlan &&
    definition !== syncCode &&
    Object.values(definition.fields).every(field => !(field.kind === 'ref' && (field.required || field.to === 'unit')));
  it.runIf(isAlone && definition.flags.some(flag => flag === 'export'))(
    'goes out of one building and comes into an empty one as it is',
    async () => {
      const own = async () =>
        Object.entries(await samples.input(definition.fields)).filter(([name]) => {
          const kind = definition.fields[name]?.kind;
          return kind !== 'ref' && kind !== 'refs' && kind !== 'files';
        });
      const made: unknown[] = [];
      for (const values of [await own(), await own()]) {
        const answer = await ann.post<Row>(definition.path, Object.fromEntries(values));
        expect(answer.status, answer.text).toBe(201);
        made.push(answer.data[definition.title]);
      }
      const sheetFrom = async (who: typeof ann) => {
        const [head = [], ...all] = await rowsOfSheet((await who.file(`${definition.path}/export`)).body);
        return [head, ...all.filter(row => made.some(title => row.includes(String(title))))];
      };
      const sheet = await sheetFrom(ann);
      expect(sheet).toHaveLength(3);
      const form = formOf([{ name: 'rows.xlsx', body: await sheetOf(sheet) }]);
      const preview = await elsewhere.post<{ faults: unknown[]; columns: { field: string | null }[] }>(
        `${definition.path}/import/preview`,
        form,
      );
      expect(preview.data.faults).toEqual([]);
      expect((await elsewhere.post(`${definition.path}/import`, form)).data).toMatchObject({ created: 2 });
      const read = (rows: readonly (readonly string[])[]) =>
        rows.map(row => row.filter((_, n) => preview.data.columns[n]?.field)).toSorted();
      expect(read(await sheetFrom(elsewhere))).toEqual(read(sheet));
    },
  );

  const rows = async () => (await ann.get<Row[]>(`${definition.path}?limit=100`)).data;
});

const CALLED = [
  [
    'bill',
    {
      'Căn hộ': 'unitId',
      'Loại phí': 'serviceId',
      'Kỳ nợ': 'debtMonth',
      'Số tiền (VNĐ)': 'amount',
      'Hạn nộp *': 'dueDate',
    },
  ],
  ['bill', { 'Mã căn': 'unitId', 'Khoản thu': 'serviceId', 'Nợ cũ (đồng)': 'amount', 'DIỄN GIẢI': 'content' }],
  ['account-movement', { 'Số căn': 'unitId', 'Số dư đầu kỳ': 'amount', Ngày: 'accountingDate' }],
  ['deposit', { Phòng: 'unitId', 'Số tiền': 'amount', 'Người nộp tiền': 'payerName' }],
  ['usage', { 'Căn hộ': 'unitId', Kỳ: 'month', 'Chỉ số đầu': 'oldIndex', 'Chỉ số cuối (m3)': 'newIndex' }],
  ['service-registration', { Căn: 'unitId', 'Tên phí': 'serviceId', 'Từ ngày': 'startDate', 'Đến ngày': 'endDate' }],
  ['vehicle', { 'Biển kiểm soát': 'plate', 'Căn hộ': 'unitId' }],
] as const;
it.each(CALLED)('knows the headings that people write for %s', async (name, headings) => {
  const definition = definitionOf(name);
  const body = await sheetOf([Object.keys(headings), Object.keys(headings).map(() => 'x')]);
  const { data } = await ann.post<{ columns: { header: string; field: string | null }[] }>(
    `${definition.path}/import/preview`,
    formOf([{ name: 'rows.xlsx', body }]),
  );
  expect(Object.fromEntries(data.columns.map(({ header, field }) => [header, field]))).toEqual(headings);
});

it('takes a list of old debts as people keep it', async () => {
  const [home, fee] = [await samples.record(unit), await samples.record(service)];
  const rows = [
    ['Căn hộ', 'Loại phí', 'Kỳ nợ', 'Nợ cũ', 'Hạn nộp'],
    [String(home.code), String(fee.name), '03/2026', '1.250.000', '15/04/2026'],
  ];
  const form = formOf([{ name: 'debts.xlsx', body: await sheetOf(rows) }]);
  const made = await ann.post('/bill/import', form);
  expect([made.status, made.text]).toEqual([201, expect.anything()]);
  const [debt] = (await ann.get<Row[]>(`/bill?filter[unitId][]=${home.id}&filter[serviceId][]=${fee.id}`)).data;
  expect(debt).toMatchObject({ createdFor: 'DEBT', month: '2026-03', total: 1_250_000, dueDate: '2026-04-15' });
});
