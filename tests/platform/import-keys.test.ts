import { randomUUID } from 'node:crypto';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, samplesOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const samples = samplesOf(site);

it.each<[Definition, Record<string, unknown>, Record<string, unknown>]>([
  [employee, {}, { cardNumber: 'THE-9' }],
  [rentalContract, { rooms: 'Kho', expiryDate: '2031-12-31', remindExpiredDate: '2031-12-01' }, { note: 'Đã gia hạn' }],
  [floor, {}, { order: 42 }],
  [workSchedule, {}, { monday: '07:00-11:00' }],
  [holiday, {}, { name: 'Nghỉ bù' }],
])(
  '$0.name: a row with the keys of a record changes it, and another file the same again nothing',
  async (definition, own, change) => {
    const values = { ...(await samples.input(definition.fields)), ...own };
    const send = async (row: Record<string, unknown>) => {
      const form = formOf([{ name: 'rows.xlsx', body: await bookOf(ann, definition, [row]) }]);
      const answer = await ann.post<Row>(`${definition.path}/import?existing=update`, form);
      return [answer.data?.created, answer.data?.updated, answer.code];
    };
    expect(await send(values)).toEqual([1, 0, 'SUCCESS']);
    expect(await send({ ...values, ...change })).toEqual([0, 1, 'SUCCESS']);
    expect(await send({ ...values, ...change })).toEqual([0, 0, 'SUCCESS']);
  },
);

it('an import repeated with its Idempotency-Key is made once; one that reads the file otherwise is another wish', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = await bookOf(ann, floor, [{ ...(await samples.input(floor.fields)), name: 'Tầng lặp' }]);
  const send = (query: string) =>
    ann.post<Row>(`${floor.path}/import${query}`, formOf([{ name: 'rows.xlsx', body }]), headers);
  const first = await send('?existing=refuse');
  const again = await send('?existing=refuse');
  expect([first.data.created, again.data]).toEqual([1, first.data]);
  const other = await send('?existing=update');
  expect([other.status, other.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
});
