import { text } from '@lobby/server/kit/base/messages.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { drawing } from '../setup/house/handover-sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;
const { path } = maintenanceChecklist;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
const groupId = (await ann.post<Row>(systemGroup.path, { code: 'LIFT', name: 'Lifts' })).data.id;
const systemId = (await ann.post<Row>(technicalSystem.path, { code: 'A', name: 'Lifts of A', groupId })).data.id;
const deviceId = (await ann.post<Row>(device.path, { code: 'A1', name: 'Lift A1', systemId })).data.id;

type Item = Record<string, unknown>;
type Work = Row & { items: Item[]; besides: Item[]; progress: number; failedItems: number; version: number };
let n = 0;
const PLAY = { label: 'Play of the rope', kind: 'NUMBER', unitName: 'mm', min: 2, max: 2.5 };
const DOORS = { label: 'Doors close', kind: 'CHECK' };
const SIGNED = { label: 'Seen by', kind: 'SIGNATURE' };
const draft = async (items: readonly object[], values: object = {}) =>
  (await ann.post<Row>(path, { name: `List ${++n}`, kind: 'MAINTENANCE', items, ...values })).data;
const published = async (items: readonly object[]) =>
  (await ann.put<Row>(`${path}/${(await draft(items)).id}/publish`, {})).data;
/** Started work with a checklist. */
async function going(items: readonly object[]): Promise<Work> {
  const checklistId = (await published(items)).id;
  const values = { title: 'Monthly', kind: 'CORRECTIVE', deviceId, scheduledDate: today, checklistId };
  const { id } = (await ann.post<Row>(maintenance.path, values)).data;
  return (await ann.put<Work>(`${maintenance.path}/${id}/start`, {})).data;
}
const say = (id: unknown, items: readonly object[], who: Caller = ann) =>
  who.put<Work>(`${maintenance.path}/${id}/answer`, { items });
const picture = async (who: Caller = ann) =>
  (await who.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]))).data[0]?.id;
const complete = (id: unknown, input: object = {}) =>
  ann.put<Work>(`${maintenance.path}/${id}/complete`, { result: 'Done', ...input });

it('is called otherwise than any other list, accents or not', async () => {
  await draft([DOORS], { name: 'Danh mục bơm' });
  const second = await ann.post(path, { name: 'danh muc BOM', kind: 'MAINTENANCE', items: [DOORS] });
  expect([second.status, second.code]).toEqual([409, 'CHECKLIST_EXISTS']);
});

it('reads 2,5 as 2.5 within its bounds, and asks why where a measure lies beyond them', async () => {
  const { id } = await going([PLAY, DOORS]);
  const within = await say(id, [{ n: 1, value: '2,5' }]);
  expect(within.data.items[0]).toMatchObject({ value: '2.5', result: 'PASS' });
  expect(within.data.progress).toBe(50);
  const beyond = await say(id, [{ n: 1, value: '2.51' }]);
  expect([beyond.status, Object.keys(beyond.error.data?.fields ?? {}).sort()]).toEqual([
    400,
    ['items.0.images', 'items.0.note'],
  ]);
  const explained = await say(id, [{ n: 1, value: 2.51, note: 'Worn', images: [await picture()] }]);
  expect(explained.data.items[0]).toMatchObject({ value: '2.51', result: 'FAIL', note: 'Worn' });
  expect(explained.data.failedItems).toBe(1);
});

it('shows how an item is done by pictures, in its works and editions too', async () => {
  const [first, second] = [await picture(), await picture()];
  const items = [{ ...PLAY, helpPictures: `${first} ${'a'.repeat(24)}` }, DOORS];
  const list = await draft(items, { helpImages: [first, second] });
  const read = async (id: unknown) => (await ann.get<Row & { helpImages: Row[]; items: Item[] }>(`${path}/${id}`)).data;
  // Pictures that no item references are dropped, and so are references to missing pictures.
  expect(await read(list.id)).toMatchObject({ helpImages: [{ id: first }], items: [{ helpPictures: first }, {}] });
  await ann.put(`${path}/${list.id}/publish`, {});
  const work = await ann.create(maintenance.path, {
    title: 'Shown',
    kind: 'CORRECTIVE',
    deviceId,
    scheduledDate: today,
    checklistId: list.id,
    assigneeIds: [ann.id],
  });
  expect((await ann.get<Row>(`${maintenance.path}/${work.id}`)).data.helpImages).toMatchObject([{ id: first }]);
  const { works } = (await ann.get<{ works: (Row & { help: Row[] })[] }>(`${maintenance.path}/snapshot`)).data;
  expect(works.find(({ id }) => id === work.id)?.help).toMatchObject([{ id: first }]);
  await ann.put(`${path}/${list.id}/edit-copy`, {});
  const [copy] = (await ann.get<Row[]>(`${path}?filter[status][]=DRAFT&filter[q]=${list.name}`)).data;
  expect((await read(copy?.id)).helpImages).toMatchObject([{ id: first }]);
});

it('takes what does not apply for a required item only with a note', async () => {
  const { id } = await going([DOORS, PLAY]);
  const bare = await say(id, [{ n: 1, result: 'NA' }]);
  expect([bare.status, Object.keys(bare.error.data?.fields ?? {})]).toEqual([400, ['items.0.note']]);
  const told = await say(id, [{ n: 1, result: 'NA', note: 'No doors here' }]);
  expect([told.data.items[0]?.result, told.data.progress]).toEqual(['NA', 50]);
});

it('leaves a started work with its edition, and takes plans and new works to the next', async () => {
  const first = await published([DOORS]);
  const { id: planId } = (
    await ann.post<Row>(maintenancePlan.path, {
      name: `Plan ${++n}`,
      kind: 'MAINTENANCE',
      deviceIds: [deviceId],
      departmentId: site.departmentId,
      frequency: 'WEEKLY',
      startsOn: today,
      holidays: 'KEEP',
      leadDays: 3,
      checklistId: first.id,
    })
  ).data;
  const worksOf = async () =>
    (await ann.get<Row[]>(`${maintenance.path}?filter[planId][]=${planId}&sort=scheduledDate`)).data;
  const [old] = await worksOf();
  const labels = async (id: unknown) =>
    (await ann.get<Work>(`${maintenance.path}/${id}`)).data.items.map(({ label }) => label);
  expect(await labels(old?.id)).toEqual(['Doors close']);
  const retired = await ann.put(`${path}/${first.id}/retire`, { reason: 'Old' });
  expect([retired.status, retired.code, retired.error.data?.names]).toEqual([409, 'IN_USE', [`Plan ${n}`]]);
  await ann.put(`${path}/${first.id}/edit-copy`, {});
  expect((await ann.put(`${path}/${first.id}/edit-copy`, {})).code).toBe('CHECKLIST_HAS_DRAFT');
  const [second] = (await ann.get<Row[]>(`${path}?filter[status][]=DRAFT&sort=-createdAt`)).data;
  await ann.put(`${path}/${second?.id}`, { version: second?.version, items: [DOORS, PLAY] });
  expect((await ann.put<Row>(`${path}/${second?.id}/publish`, {})).data.edition).toBe(2);
  expect((await ann.get<Row>(`${path}/${first.id}`)).data.status).toBe('RETIRED');
  expect((await ann.get<Row>(`${maintenancePlan.path}/${planId}`)).data.checklistId).toBe(second?.id);
  await ann.put(`${maintenancePlan.path}/${planId}/make-now`, { scheduledDate: '2036-03-03' });
  expect(await labels(old?.id)).toEqual(['Doors close']);
  expect(await labels((await worksOf()).at(-1)?.id)).toEqual(['Doors close', 'Play of the rope']);
});

it('is signed for what was said: one answer changed, and the signature is void', async () => {
  const { id } = await going([DOORS, SIGNED]);
  // Without a drawing, or with a blank one, it is not signed.
  const nameless = await say(id, [{ n: 2, value: 'Nguyen Van A' }]);
  expect([nameless.status, Object.keys(nameless.error.data?.fields ?? {})]).toEqual([400, ['items.0.images']]);
  const blank = await say(id, [{ n: 2, value: 'Nguyen Van A', images: [await picture()] }]);
  expect([blank.status, blank.code]).toEqual([422, 'SIGNATURE_REQUIRED']);
  const hand = await drawing(ann);
  const signed = await say(id, [
    { n: 2, value: 'Nguyen Van A', images: [hand] },
    { n: 1, result: 'PASS' },
  ]);
  expect(signed.data).toMatchObject({
    items: [{}, { value: 'Nguyen Van A', result: 'PASS', pictures: hand }],
    itemImages: [{ id: hand }],
  });
  const changed = await say(id, [{ n: 1, result: 'NA', note: 'Taken off' }]);
  expect(changed.data.items[1]?.result).toBeNull();
  expect(await complete(id)).toMatchObject({ status: 422, code: 'SIGNATURE_REQUIRED' });
  await say(id, [{ n: 2, value: 'Nguyen Van A', images: [await drawing(ann)] }]);
  const paper = await ann.file(`${maintenance.path}/${id}/print`);
  expect(paper.body.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThan(0);
  expect((await complete(id)).data.status).toBe('COMPLETED');
});

it('is complete with every required item, and makes one repair of what failed', async () => {
  const { id } = await going([DOORS, PLAY, { label: 'Words', kind: 'TEXT', required: false }]);
  const early = await complete(id);
  expect([early.status, early.code, early.error.data?.items]).toEqual([422, 'CHECKLIST_INCOMPLETE', [1, 2]]);
  const images = [await picture()];
  await say(id, [
    { n: 1, result: 'FAIL', note: 'They stick', images },
    { n: 2, value: 2.2 },
  ]);
  expect((await complete(id, { repair: true })).data.status).toBe('COMPLETED');
  const { data } = await ann.get<Row[]>(`${maintenance.path}?filter[status][]=WAITING&filter[deviceId][]=${deviceId}`);
  const whole = (await ann.get<Row>(`${maintenance.path}/${data[0]?.id}`)).data;
  expect([data.length, whole.kind, whole.description]).toEqual([1, 'CORRECTIVE', '1. Doors close: They stick']);
});

it('writes a measure into the repair as its reader writes numbers', async () => {
  const own = (await ann.post<Row>(device.path, { code: 'A2', name: 'Lift A2', systemId })).data.id;
  const checklistId = (await published([PLAY])).id;
  const values = { title: 'Weekly', kind: 'CORRECTIVE', deviceId: own, scheduledDate: today, checklistId };
  const { id } = (await ann.post<Row>(maintenance.path, values)).data;
  await ann.put(`${maintenance.path}/${id}/start`, {});
  await say(id, [{ n: 1, value: 2.6, note: 'Worn', images: [await picture()] }]);
  const vietnamese = { 'Accept-Language': 'vi' };
  const done = await ann.put(`${maintenance.path}/${id}/complete`, { result: 'Done', repair: true }, vietnamese);
  expect(done.status, done.text).toBe(200);
  const { data } = await ann.get<Row[]>(`${maintenance.path}?filter[status][]=WAITING&filter[deviceId][]=${own}`);
  const whole = (await ann.get<Row>(`${maintenance.path}/${data[0]?.id}`)).data;
  expect(whole.description).toBe('1. Play of the rope: 2,6 mm: Worn');
});

it('keeps what two technicians say: of one item the first, the second beside it', async () => {
  const { id } = await going([DOORS, PLAY]);
  const once = { n: 1, result: 'PASS', key: 'a key of a phone' };
  await Promise.all([say(id, [once]), say(id, [{ n: 2, value: 2.1 }], ben)]);
  await say(id, [once]);
  const second = await say(id, [{ n: 1, result: 'NA', note: 'Not here' }], ben);
  expect(second.data.items.map(({ result }) => result)).toEqual(['PASS', 'PASS']);
  expect(second.data.besides).toMatchObject([{ n: 1, result: 'NA' }]);
  const corrects = second.data.items[0]?.receivedAt;
  const better = await say(id, [{ n: 1, result: 'NA', note: 'Not here', corrects }], ben);
  expect(better.data.items[0]?.result).toBe('NA');
});

it('comes from a sheet with a row for each item, a list for each name', async () => {
  const en = (key: string) => text('en', `${maintenanceChecklist.name}.${key}`);
  const head = ['name', 'section', 'label', 'kind', 'min', 'max', 'options'].map(name => en(`fields.${name}`));
  const rowsOf = (name: string) =>
    Array.from({ length: 15 }, (_, k) => [name, 'Cabin', `Item ${k}`, en('options.kind.NUMBER'), 1, 2, '']);
  const file = async (rows: (string | number)[][]) =>
    formOf([{ name: 'lists.xlsx', body: await sheetOf([head, ...rows]) }]);
  const bad = [['Sheet A', 'Cabin', 'Colour', en('options.kind.CHOICE'), '', '', '']];
  const preview = await ann.post<{ faults: Row[] }>(`${path}/import/preview`, await file(bad));
  expect(preview.data.faults).toMatchObject([{ row: 2, field: 'options' }]);
  const made = await ann.post<Row>(`${path}/import`, await file([...rowsOf('Sheet A'), ...rowsOf('Sheet B')]));
  expect([made.status, made.data.created]).toEqual([201, 2]);
  const { data } = await ann.get<Row[]>(`${path}?filter[q]=Sheet`);
  expect(data.map(({ name, status, itemCount }) => [name, status, itemCount])).toEqual([
    ['Sheet A', 'DRAFT', 15],
    ['Sheet B', 'DRAFT', 15],
  ]);
  expect((await ann.post(`${path}/import`, await file(rowsOf('Sheet A')))).code).toBe('IMPORT_HAS_FAULTS');
});

it('refuses items that do not fit, an empty list, and a name that another list has', async () => {
  const bad = await ann.post(path, {
    name: 'Bad',
    kind: 'PATROL',
    items: [{ ...PLAY, min: 3 }, { label: 'Colour', kind: 'CHOICE' }, DOORS, DOORS],
  });
  expect([bad.status, Object.keys(bad.error.data?.fields ?? {})]).toEqual([
    400,
    ['items.0.min', 'items.1.options', 'items.3.label'],
  ]);
  const empty = await draft([]);
  expect(await ann.put(`${path}/${empty.id}/publish`, {})).toMatchObject({ status: 422, code: 'CHECKLIST_EMPTY' });
  const twice = { name: ` list  ${n}`, kind: 'PATROL' };
  expect(await ann.post(path, twice)).toMatchObject({ status: 409, code: 'CHECKLIST_EXISTS' });
  const values = { title: 'By a draft', kind: 'CORRECTIVE', deviceId, scheduledDate: today, checklistId: empty.id };
  expect(await ann.post(maintenance.path, values)).toMatchObject({ status: 422, code: 'CHECKLIST_NOT_PUBLISHED' });
});
