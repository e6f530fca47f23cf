import { randomUUID } from 'node:crypto';
import { BUDGET_MONTHS, budget, raised, shaped, spread } from '@lobby/shared/modules/budget.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, ben } = await makeSite(server.url, 'Budgets');
const { path } = budget;
let n = 0;
const categoryOf = async () =>
  (await ann.post<Row>(voucherCategory.path, { name: `Costs ${++n}`, code: `COST${n}`, kind: 'EXPENSE' })).data.id;
const act = (id: unknown, name: string, input: object = {}, who = ann) => who.put<Row>(`${path}/${id}/${name}`, input);
const lineOf = async (sum: number) => ({ kind: 'EXPENSE', categoryId: await categoryOf(), ...spread(sum) });
const draft = async (values: object = {}) => {
  const lines = [await lineOf(100_000_000)];
  return (await ann.post<Row>(path, { year: 2031, name: `Budget ${++n}`, purpose: 'OPERATION', lines, ...values }))
    .data;
};

it('spreads a year so that it adds up, evenly or by a shape', () => {
  const even = spread(100_000_000);
  expect([even.m1, even.m11, even.m12]).toEqual([8_333_333, 8_333_333, 8_333_337]);
  const by = shaped(100, [1, 1, 1]);
  expect([by.m1, by.m2, by.m3, by.m4]).toEqual([34, 33, 33, 0]);
  expect(BUDGET_MONTHS.reduce((sum, month) => sum + by[month], 0)).toBe(100);
  expect(raised(12_345_678, 5)).toBe(12_963_000);
});

it('is approved by another than who submitted it, once for a year and purpose', async () => {
  const one = await draft();
  expect(one.expenseTotal).toBe(100_000_000);
  expect((await act(one.id, 'submit')).data.status).toBe('PENDING');
  const late = await ann.put(`${path}/${one.id}`, { version: 2, note: 'Later' });
  expect([late.status, late.code]).toEqual([409, 'BUDGET_FIXED']);
  expect(await act(one.id, 'approve')).toMatchObject({ status: 422, code: 'SELF_APPROVAL' });
  expect((await act(one.id, 'approve', {}, ben)).data.status).toBe('APPROVED');
  const other = await draft();
  await act(other.id, 'submit');
  expect(await act(other.id, 'approve', {}, ben)).toMatchObject({ status: 409, code: 'BUDGET_EXISTS' });
  expect((await act(one.id, 'close')).code).toBe('BUDGET_YEAR_OPEN');
});

it('is revised as a further edition, which closes the one before', async () => {
  const one = await draft({ year: 2032 });
  await act(one.id, 'submit');
  await act(one.id, 'approve', {}, ben);
  const { data: second } = await ann.post<Row>(`${path}/${one.id}/revise`, {});
  expect([second.edition, second.status, second.expenseTotal]).toEqual([2, 'DRAFT', 100_000_000]);
  expect((await ann.post(`${path}/${one.id}/revise`, {})).code).toBe('BUDGET_EXISTS');
  const moved = await ann.put(`${path}/${second.id}`, { version: 1, year: 2035 });
  expect([moved.status, Object.keys(moved.error.data?.fields ?? {})]).toEqual([409, ['year']]);
  await act(second.id, 'submit');
  expect((await act(second.id, 'approve', {}, ben)).data.status).toBe('APPROVED');
  expect((await ann.get<Row>(`${path}/${one.id}`)).data.status).toBe('CLOSED');
});

it('is begun once by one key, from what happened as by a revision', async () => {
  const one = await draft({ year: 2036 });
  await act(one.id, 'submit');
  await act(one.id, 'approve', {}, ben);
  const asked = { year: 2037, percent: 5, purpose: 'OPERATION' };
  for (const [to, body] of [
    [`${path}/from-actual`, asked],
    [`${path}/${one.id}/revise`, {}],
  ] as const) {
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => ann.post<Row>(to, body, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  }
});

it('refuses a line twice and nothing at all, and says what an expense leaves', async () => {
  const line = await lineOf(8_000_000);
  const values = { year: 2033, name: 'Twice', purpose: 'OPERATION' };
  const twice = await ann.post(path, { ...values, lines: [line, line] });
  expect([twice.status, Object.keys(twice.error.data?.fields ?? {})]).toEqual([400, ['lines.1.categoryId']]);
  const empty = await draft({ year: 2033, lines: [] });
  expect(await act(empty.id, 'submit')).toMatchObject({ status: 422, code: 'BUDGET_EMPTY' });
  const one = await draft({ year: 2034, lines: [line] });
  await act(one.id, 'submit');
  await act(one.id, 'approve', {}, ben);
  const check = await ann.get<Row>(`${path}/check?categoryId=${line.categoryId}&amount=9000000&on=2034-05-05`);
  expect(check.data).toMatchObject({
    budget: 8_000_000,
    used: 9_000_000,
    left: -1_000_000,
    percent: 112.5,
    warns: true,
  });
  const made = await ann.post<Row>(`${path}/from-actual`, { year: 2034, percent: 5, purpose: 'MAINTENANCE' });
  expect([made.status, made.data.status]).toEqual([201, 'DRAFT']);
  expect((await ann.get<{ rows: Row[] }>(`${path}/${one.id}/actual`)).data.rows).toMatchObject([{ used: 0 }]);
});
