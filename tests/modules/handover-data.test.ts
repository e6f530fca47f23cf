import { text } from '@lobby/server/kit/base/messages.ts';
import { pagesOf } from '@lobby/server/modules/handover-unit/sheet/print.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');
const { ann: beta } = await makeSite(server.url, 'Beta');
let n = 0;
const room = (values: object = {}) => ann.post<Row>(propertyRoom.path, { name: `Room ${++n}`, ...values });
const item = (values: object = {}) =>
  ann.post<Row>(propertyItem.path, { name: `Item ${++n}`, code: `I-${n}`, category: 'FLOOR', ...values });
const template = (values: object = {}) => ann.post<Row>(handoverTemplate.path, { name: `Template ${++n}`, ...values });
const line = async () => ({ roomId: (await room()).data.id, itemId: (await item()).data.id, quantity: 1 });
const fieldOf = (answer: { error: { data?: { fields?: Record<string, { code: string }> } } }, name: string) =>
  answer.error.data?.fields?.[name]?.code;

it('gives each room a place of its own, also where two are dragged at once', async () => {
  expect((await room({ order: 30 })).status).toBe(201);
  const taken = await room({ order: 30 });
  expect([taken.status, taken.code, fieldOf(taken, 'order')]).toEqual([409, 'ROOM_ORDER_EXISTS', 'ROOM_ORDER_EXISTS']);
  const [first, second, third] = [(await room()).data, (await room()).data, (await room()).data];
  expect(second.order).toBe(Number(first.order) + 10);
  const moved = await Promise.all([
    ann.put(`${propertyRoom.path}/${third.id}/move`, { beforeId: first.id }),
    ann.put(`${propertyRoom.path}/${second.id}/move`, { beforeId: first.id }),
  ]);
  expect(moved.map(({ status }) => status)).toEqual([200, 200]);
  const { data } = await ann.get<Row[]>(`${propertyRoom.path}?sort=order&limit=100`);
  const orders = data.map(({ order }) => order);
  expect(new Set(orders).size).toBe(orders.length);
  expect(data.findIndex(({ id }) => id === first.id)).toBeGreaterThan(data.findIndex(({ id }) => id === third.id));
});

it('tells names, codes and models apart by letters alone', async () => {
  expect((await item({ model: 'KX-20', code: 'A-1' })).status).toBe(201);
  expect(await item({ model: 'kx 20' })).toMatchObject({ status: 409, code: 'MODEL_EXISTS' });
  expect(await item({ code: 'a1' })).toMatchObject({ status: 409, code: 'ITEM_CODE_EXISTS' });
  expect((await room({ name: 'Phòng ngủ 1' })).status).toBe(201);
  expect(await room({ name: 'phong-ngu 1' })).toMatchObject({ status: 409, code: 'ROOM_EXISTS' });
  expect((await item()).data).toMatchObject({ unitName: 'cái', warrantyMonths: 24 });
});

it('has lines of rooms and items that there are, each once', async () => {
  const one = await line();
  const empty = await template({ unitTypes: [{ type: 'VILLA' }], lines: [] });
  expect([empty.status, empty.code, empty.error.data?.reason]).toEqual([422, 'HANDOVER_INVALID', 'TEMPLATE_EMPTY']);
  const twice = await template({ lines: [one, one] });
  expect([twice.status, twice.code, fieldOf(twice, 'lines.1.itemId')]).toEqual([400, 'LISTED_TWICE', 'LISTED_TWICE']);
  const lost = await template({ lines: [{ ...one, roomId: 'a'.repeat(24) }] });
  expect([lost.status, lost.error.data?.reason]).toEqual([422, 'ROOM_MISSING']);
  await ann.put(`${propertyItem.path}/${one.itemId}/deactivate`, {});
  const off = await template({ lines: [one] });
  expect([off.status, off.error.data?.reason, fieldOf(off, 'lines.0.itemId')]).toEqual([
    422,
    'ITEM_MISSING',
    'ITEM_MISSING',
  ]);
});

it('keeps rooms and items that a template names, and of two alike one in use', async () => {
  const one = await line();
  const made = await template({ unitTypes: [{ type: 'OFFICE' }], bedrooms: 1, lines: [one] });
  expect(made.data).toMatchObject({ lineCount: 1, active: true });
  const used = await ann.delete(`${propertyRoom.path}/${one.roomId}`);
  expect([used.status, used.code, used.error.data?.count]).toEqual([409, 'IN_USE', 1]);
  const alike = await template({ unitTypes: [{ type: 'OFFICE' }], bedrooms: 1, lines: [one] });
  expect([alike.status, alike.code, fieldOf(alike, 'unitTypes')]).toEqual([409, 'TEMPLATE_EXISTS', 'TEMPLATE_EXISTS']);
  const copied = await ann.put(`${handoverTemplate.path}/${made.data.id}/copy`, { name: 'A copy' });
  expect(copied.status).toBe(200);
  const [copy] = (await ann.get<Row[]>(`${handoverTemplate.path}?filter[q]=copy`)).data;
  expect(copy).toMatchObject({ active: false, lineCount: 1, bedrooms: 1 });
  expect(await ann.put(`${handoverTemplate.path}/${copy?.id}/activate`, {})).toMatchObject({ status: 409 });
  await ann.put(`${handoverTemplate.path}/${made.data.id}/deactivate`, {});
  expect((await ann.put(`${handoverTemplate.path}/${copy?.id}/activate`, {})).status).toBe(200);
});

it('makes the usual set once, in the words of who asks', async () => {
  const { data } = await beta.post<Row>('/handover/config/ready-made', {});
  expect(data).toMatchObject({ rooms: 8, items: 30, templates: 4, skipped: 0 });
  const templates = (await beta.get<Row[]>(handoverTemplate.path)).data;
  expect(templates.find(({ bedrooms }) => bedrooms === 2)?.lineCount).toBe(62);
  expect((await beta.post<Row>('/handover/config/ready-made', {})).data).toMatchObject({
    rooms: 0,
    items: 0,
    templates: 0,
    skipped: 42,
  });
  const paper = await beta.file(`${handoverTemplate.path}/${templates[0]?.id}/print?lang=ja`);
  expect(paper.body.subarray(0, 5).toString()).toBe('%PDF-');
});

it('has rules that hold from the next act, and are changed by one at a time', async () => {
  const { data } = await ann.get<Row>('/handover/config');
  expect(data).toMatchObject({ paymentGate: 'SCHEDULE', obligationSource: 'MANUAL', slotMinutes: 60, version: 1 });
  const put = (body: object) => ann.put<Row>('/handover/config', body);
  expect((await put({ version: 1, slotMinutes: 30 })).data).toMatchObject({ slotMinutes: 30, version: 2 });
  expect(await put({ version: 1, slotMinutes: 45 })).toMatchObject({ status: 409, code: 'DATA_STALE' });
  const unknown = await put({ version: 2, minutesText: '<p>{{ unit.code }} {{ unit.colour }}</p>' });
  expect([unknown.status, unknown.code, fieldOf(unknown, 'minutesText')]).toEqual([
    400,
    'TEXT_VARIABLES',
    'TEXT_VARIABLES',
  ]);
  expect(unknown.error.data?.fields?.minutesText?.message).toContain('unit.code, unit.block');
  expect((await put({ version: 2, minutesText: '<p>{{ unit.code }}</p>' })).status).toBe(200);
  const twice = await put({ version: 3, things: [{ name: 'Key' }, { name: 'key' }] });
  expect([twice.code, fieldOf(twice, 'things.1.name')]).toEqual(['LISTED_TWICE', 'LISTED_TWICE']);
});

it('leaves no room of an empty sheet alone at the foot of a page', () => {
  const item = { item: 'Floor', quantity: 1, required: true };
  const pages = pagesOf([{ room: 'Hall' }, item, { room: 'Bath' }, item, item], 3);
  expect(pages).toEqual([
    [{ room: 'Hall' }, item],
    [{ room: 'Bath' }, item, item],
  ]);
});

it('finds templates by the type of unit that they name', async () => {
  const one = await line();
  const made = await template({ unitTypes: [{ type: 'PENTHOUSE' }, { type: 'TOWNHOUSE' }], lines: [one] });
  expect(made.status, made.text).toBe(201);
  const found = async (...types: string[]) =>
    (await ann.get<Row[]>(`${handoverTemplate.path}?${types.map(type => `filter[unitTypes][]=${type}`).join('&')}`))
      .data;
  expect((await found('TOWNHOUSE')).map(({ id }) => id)).toEqual([made.data.id]);
  expect((await found('DUPLEX', 'PENTHOUSE')).map(({ id }) => id)).toEqual([made.data.id]);
  expect((await ann.get(`${handoverTemplate.path}?filter[unitTypes][]=CASTLE`)).status).toBe(400);
});

it('takes lines of templates from a sheet: marks what is listed twice or unknown, adds to what is there', async () => {
  const one = (await room({ name: 'Bếp' })).data;
  const [tap, sink] = [(await item({ name: 'Vòi' })).data, (await item({ name: 'Chậu' })).data];
  const en = (key: string) => text('en', `handover-template.fields.${key}`);
  const titles = ['name', 'roomId', 'itemId', 'quantity'].map(en);
  const send = async (call: string, rows: (string | number)[][]) => {
    const form = formOf([{ name: 'lines.xlsx', body: await sheetOf([titles, ...rows]) }]);
    return ann.post<{ created?: number; updated?: number; faults?: { row: number; code: string }[] }>(
      `${handoverTemplate.path}/import${call}`,
      form,
    );
  };
  const bad = await send('/preview', [
    ['Căn nhỏ', 'Bếp', 'Vòi', 2],
    ['Căn nhỏ', 'Bếp', 'Vòi', 1],
    ['Căn nhỏ', 'No such room', 'Vòi', 1],
  ]);
  expect(bad.data.faults?.map(({ row, code }) => [row, code])).toEqual([
    [3, 'LISTED_TWICE'],
    [4, expect.any(String)],
  ]);
  const made = await send('', [
    ['Căn nhỏ', 'Bếp', 'Vòi', 2],
    ['Căn nhỏ', 'Bếp', 'Chậu', 1],
  ]);
  expect(made.data).toMatchObject({ created: 1, updated: 0 });
  const [small] = (await ann.get<Row[]>(`${handoverTemplate.path}?filter[q]=nhỏ`)).data;
  expect(small).toMatchObject({ lineCount: 2, active: false });
  const whole = (await ann.get<Row>(`${handoverTemplate.path}/${small?.id}`)).data;
  expect(whole.lines).toMatchObject([
    { roomId: one.id, itemId: tap.id, quantity: 2 },
    { roomId: one.id, itemId: sink.id, quantity: 1 },
  ]);
  const door = (await item({ name: 'Cửa bếp' })).data;
  expect((await send('', [['căn nhỏ', 'Bếp', 'Cửa bếp', 1]])).data).toMatchObject({ created: 0, updated: 1 });
  const more = (await ann.get<Row>(`${handoverTemplate.path}/${small?.id}`)).data;
  expect([more.lineCount, (more.lines as { itemId: string }[]).at(-1)?.itemId]).toEqual([3, door.id]);
  const pdf = await ann.file('/handover/config/preview?lang=en');
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
});
