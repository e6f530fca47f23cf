import { text } from '@lobby/server/kit/base/messages.ts';
import { mails } from '@lobby/server/kit/mail/queue.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { defectsAgainst } from '@lobby/shared/modules/handover-sheet.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { drawing, part, tabletOf } from '../setup/house/handover-sheets.ts';
import { change, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora, emil } = site;
const { path } = handoverSchedule;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
let n = 0;
const put = async (body: object) => {
  const { version } = (await ann.get<Row>('/handover/config')).data;
  return ann.put('/handover/config', { version, ...body });
};
const EVERY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => ({ day }));
await put({
  paymentGate: 'NONE',
  days: EVERY,
  hours: '00:00-24:00',
  slotsAtOnce: 50,
  meters: [{ name: 'Electricity', unitName: 'kWh' }],
  things: [{ name: 'Keys', number: 3 }],
  minutesText: '<p>Handed over on {{ handover.day }} to {{ owner.name }}</p>',
});
const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
const item = async (code: string, warrantyMonths: number) =>
  (await ann.post<Row>(propertyItem.path, { name: `Item ${code}`, code, category: 'FLOOR', warrantyMonths })).data.id;
const items = [await item('A', 24), await item('B', 12), await item('C', 0)];
const lines = items.map(itemId => ({ roomId, itemId }));
const template = (
  await ann.post<Row>(handoverTemplate.path, { name: 'Flats', unitTypes: [{ type: 'APARTMENT' }], lines })
).data;

/** Started appointment of a new or existing unit. */
async function begun(unitId?: string, values: object = {}) {
  const own = { code: `H-${++n}`, type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId };
  const id = unitId ?? (await ann.post<Row>(unit.path, own)).data.id;
  const row = (await ann.post<Row>(handoverUnit.path, { unitId: id, ...values })).data;
  const [first] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${id}`)).data;
  return { row, unitId: id, id: await start(String(first?.id)) };
}
async function start(id: string) {
  const from = new Date(Date.now() + 3_600_000 + ++n * 60_000);
  const scheduled = await ann.put(`${path}/${id}/schedule`, {
    employeeId: ann.id,
    scheduledAt: from.toISOString(),
    anyway: true,
    endAt: new Date(from.getTime() + 60_000).toISOString(),
  });
  if (scheduled.status !== 200) throw new Error(scheduled.text);
  await change(handoverSchedule, id, { scheduledAt: new Date(), endAt: new Date(Date.now() + 60_000) });
  const started = await ann.put(`${path}/${id}/start`, {});
  if (started.status !== 200) throw new Error(started.text);
  return id;
}
const rowOf = async (id: unknown) => (await ann.get<Row>(`${handoverUnit.path}/${id}`)).data;
const homeOf = async (id: unknown) => (await ann.get<Row>(`${unit.path}/${id}`)).data;

it('fixes what is looked at when it starts, whatever becomes of the template', async () => {
  const { id } = await begun();
  const fresh = await item('D', 6);
  const { version } = (await ann.get<Row>(`${handoverTemplate.path}/${template.id}`)).data;
  await ann.put(`${handoverTemplate.path}/${template.id}`, { version, lines: [...lines, { roomId, itemId: fresh }] });
  const sheet = await tabletOf(ann, id).read();
  expect(sheet.lines.map(line => line.item)).toEqual(['Item A', 'Item B', 'Item C']);
  expect((await ann.get<Row>(`${path}/${id}`)).data).toMatchObject({ linesTotal: 3, linesDone: 0 });
  const after = (await ann.get<Row>(`${handoverTemplate.path}/${template.id}`)).data;
  await ann.put(`${handoverTemplate.path}/${template.id}`, { version: after.version, lines });
});

it('takes parts once, each by itself, and keeps what another tablet said beside what came first', async () => {
  const { id } = await begun();
  const [mine, other] = [tabletOf(ann, id), tabletOf(ben, id)];
  const first = part('lines.l1', { result: 'FAIL', note: 'Scratch' });
  const sent = await mine.send(first, part('lines.l9', { result: 'PASS' }), part('lines.l2', { result: 'GOOD' }));
  expect(sent.data.parts.map(({ state, code }) => [state, code])).toEqual([
    ['done', undefined],
    ['refused', 'NOT_FOUND'],
    ['refused', 'VALIDATION_FAILED'],
  ]);
  const { revision } = await mine.read();
  expect((await mine.send(first)).data.parts[0]?.state).toBe('done');
  expect((await mine.read()).revision).toBe(revision);
  expect((await other.send(part('lines.l1', { result: 'PASS' }))).data.parts[0]?.state).toBe('kept');
  // Another tablet of the same user has not seen the change either.
  const spare = tabletOf(ann, id);
  expect((await spare.send(part('lines.l1', { result: 'PASS' }))).data.parts[0]?.state).toBe('kept');
  const line = (await mine.read()).lines[0];
  expect(line).toMatchObject({ result: 'FAIL', note: 'Scratch', other: { value: { result: 'PASS' } } });
  const taken = await other.send(part('lines.l1', { result: 'PASS' }, { base: first.key }));
  expect(taken.data.parts[0]?.state).toBe('done');
  const [one, two] = [await drawing(ann), await drawing(ann)];
  await mine.send(part('photos.l2.aaaa', { file: one }), part('photos.l2.bbbb', { file: two }));
  await mine.send(part('photos.l2.aaaa', null));
  expect((await mine.read()).lines[1]?.images.map(image => image.file)).toEqual([two]);
  const foreign = await other.send(part('photos.l3.cccc', { file: one }));
  expect(foreign.data.parts[0]).toMatchObject({ state: 'refused', code: 'REFERENCE_NOT_FOUND' });
});

it('is accepted whole and signed alone: home, row, warranty and minutes follow, once', async () => {
  await ann.put(`${resident.path}/${dora.id}`, {
    version: (await ann.get<Row>(`${resident.path}/${dora.id}`)).data.version,
    email: 'owner@example.test',
    identifier: '001085012123',
  });
  await change(unit, site.unitId, { area: 54.2 });
  const { id, row, unitId } = await begun(site.unitId);
  const tablet = tabletOf(ann, id);
  // The expected person is the owner, or the given recipient.
  expect(await tablet.read()).toMatchObject({ presentName: dora.name });
  const other = await begun(undefined, { receiverName: 'Nguyễn An' });
  expect(await tabletOf(ann, other.id).read()).toMatchObject({ presentName: 'Nguyễn An' });
  const before = await tablet.accept();
  expect([before.status, before.code]).toEqual([422, 'SHEET_INCOMPLETE']);
  expect(before.error.data?.meters).toEqual([{ key: 'm1', name: 'Electricity' }]);
  await tablet.fill({ l2: { result: 'FAIL', note: 'The paint is uneven' } });
  const unsigned = await tablet.accept();
  expect([unsigned.status, unsigned.code]).toEqual([422, 'SIGNATURE_REQUIRED']);
  await tablet.send(part('meters.m1', { value: 12.345 }));
  await tablet.sign('owner', 'employee');
  await tablet.send(part('lines.l3', { result: 'NA' }));
  expect((await tablet.accept()).error.data?.signatures).toEqual(['owner', 'employee']);
  await tablet.sign('owner', 'employee');
  expect((await dora.get(`${path}/${id}/sheet`)).status).toBe(404);
  const done = await tablet.accept();
  expect(done.data).toMatchObject({ status: 'PENDING_REPAIR', acceptance: 'ACCEPTED_WITH_DEFECTS', fails: 1 });
  const handed = await rowOf(row.id);
  expect(handed).toMatchObject({ status: 'HANDED_OVER', handedOverOn: today, scheduleStatus: 'PENDING_REPAIR' });
  expect(await homeOf(unitId)).toMatchObject({
    handoverStatus: 'HANDED_OVER',
    buildStatus: 'HANDOVER',
    handedOverOn: today,
  });
  const sheet = await tablet.read();
  expect(sheet.lines[0]?.warrantyUntil).toBe(handed.warrantyUntil);
  expect(sheet.lines[2]?.warrantyUntil).toBeNull();
  expect(await mails().countDocuments({ kind: 'handoverMinutes' })).toBe(1);
  expect((await tablet.accept()).status).toBe(409);
  expect((await tablet.send(part('opinion', 'Fine'))).code).toBe('STATUS_NOT_ALLOWED');
  const pdf = await ann.file(`${path}/${id}/minutes?lang=en`);
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
  // The signed document uses the number format of its language, and enough of the identity number to distinguish
  // people.
  const words = (await linesOfPdf((await ann.file(`${path}/${id}/minutes?lang=vi`)).body)).flat().join('\n');
  expect(words).toMatch(/54,2 m²/);
  expect(words).toMatch(/Electricity: 12,345 kWh/);
  expect(words).toContain('0010*****123');
  const english = (await linesOfPdf(pdf.body)).flat().join('\n');
  expect(english).toMatch(/54\.2 m²/);
  expect(english).toMatch(/Electricity: 12\.345 kWh/);
  expect((await dora.get(`${path}/${id}/sheet`)).status).toBe(200);
  expect((await emil.get(`${path}/${id}/minutes`)).status).toBe(404);
});

it('offers the day and the meters of a handover to whoever reads meters or registers services', async () => {
  const { id, unitId } = await begun();
  const tablet = tabletOf(ann, id);
  const handed = async (who = ann) =>
    who.get<{ day: string | null; meters: { name: string; value: number }[] }>(`${path}/handed?unitId=${unitId}`);
  await tablet.fill();
  expect((await handed()).data).toEqual({ day: null, meters: [] });
  await tablet.sign('owner', 'employee');
  await tablet.accept();
  expect((await handed()).data).toMatchObject({ day: today, meters: [{ name: 'Electricity', value: 12.5 }] });
  await site.allow({ USAGE: ['read', 'write'] });
  expect((await handed(site.carl)).status).toBe(200);
  await site.allow({});
  expect((await handed(site.carl)).status).toBe(403);
});

it('tells what the meter of the unit was read at before, of that unit alone', async () => {
  const { id, unitId } = await begun();
  const power = await ann.create(service.path, {
    name: 'Power',
    code: 'KWH',
    group: 'OTHER',
    source: 'METER',
    unitName: 'kwh',
  });
  await ann.create(meter.path, {
    code: 'M-1',
    unitId,
    serviceId: power.id,
    startIndex: 40.5,
    startDate: today,
  });
  const read = async (of: string) => (await tabletOf(ann, of).read()).meters.map(one => ({ ...one }));
  expect(await read(id)).toMatchObject([{ name: 'Electricity', index: 40.5 }]);
  expect(await read((await begun()).id)).toMatchObject([{ index: null }]);
});

it('counts warranty by months of the calendar', async () => {
  const { id } = await begun();
  const tablet = tabletOf(ann, id);
  await change(handoverSchedule, id, { actualAt: new Date('2026-01-31T02:00:00Z') });
  await tablet.fill();
  await tablet.sign('owner', 'employee');
  const done = await tablet.accept({ at: '2026-01-31T03:00:00.000Z' });
  expect(done.data).toMatchObject({ status: 'COMPLETE', acceptance: 'ACCEPTED' });
  expect((await tablet.read()).lines.map(line => line.warrantyUntil)).toEqual(['2028-01-31', '2027-01-31', null]);
});

it('is not accepted with what blocks it, and looked at again in a further round', async () => {
  const { id, row, unitId } = await begun();
  const tablet = tabletOf(ann, id);
  await tablet.fill({ l1: { result: 'FAIL', blocking: true, note: 'No floor' } });
  await tablet.sign('owner', 'employee');
  const held = await tablet.accept();
  expect([held.status, held.code]).toEqual([422, 'HANDOVER_BLOCKING']);
  expect(held.error.data?.defects).toEqual([{ key: 'l1', name: 'Hall · Item A' }]);
  expect(held.error.message).toContain('Hall · Item A');
  // The tablet shows the same before anybody signs.
  expect(defectsAgainst(await tablet.read(), [])).toEqual({ open: ['Hall · Item A'], blocking: ['Hall · Item A'] });
  expect((await tablet.refuse({})).status).toBe(400);
  const refused = await tablet.refuse({ reason: 'The floor is missing' });
  expect(refused.data).toMatchObject({ status: 'NOT_ACCEPTED', reason: 'The floor is missing' });
  // The document of a refusal states no handover, neither in the title nor in the configured text.
  const paper = (await linesOfPdf((await ann.file(`${path}/${id}/minutes?lang=en`)).body)).flat().join('\n');
  expect(paper).toContain(text('en', 'handover-schedule.minutes.titleRefused'));
  for (const word of [text('en', 'handover-schedule.minutes.title'), 'Keys', 'Handed over on'])
    expect(paper).not.toContain(word);
  expect(await rowOf(row.id)).toMatchObject({ status: 'HANDING_OVER', scheduleStatus: 'NOT_ACCEPTED' });
  const again = await ann.put<Row>(`${path}/${id}/re-inspect`, {});
  expect([again.status, again.code]).toEqual([422, 'HANDOVER_BLOCKING']);
  expect((await ann.put(`${path}/${id}/re-inspect`, { reason: 'It is repaired' })).status).toBe(200);
  const open = await ann.put<Row>(`${path}/${id}/re-inspect`, { reason: 'Again' });
  expect([open.status, open.code]).toEqual([409, 'HANDOVER_OPEN']);
  const { data } = await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}&filter[status][]=NOT_SCHEDULED`);
  expect(data[0]).toMatchObject({ round: 2, kind: 'REINSPECTION' });
  await start(String(data[0]?.id));
  const second = await tabletOf(ann, data[0]?.id).read();
  expect(second.lines.map(line => line.result)).toEqual([null, null, null]);
  // The next round shows the findings of the previous one, and the agreed repairs.
  expect(second.earlier).toMatchObject({ round: 1, day: today });
  expect(second.earlier?.lines.map(({ item, result, note }) => [item, result, note])).toEqual([
    ['Item A', 'FAIL', 'No floor'],
    ['Item B', 'PASS', null],
    ['Item C', 'PASS', null],
  ]);
  expect(second.earlier?.promises).toMatchObject([
    { description: 'No floor', status: 'NOT_REPAIRED', blocking: true, dueOn: addDays(today, 30) },
  ]);
  const promises = second.earlier?.promises ?? [];
  expect(defectsAgainst(second, promises).blocking).toEqual(['Hall · Item A']);
  const looked = second.lines.map(line => ({ ...line, result: 'PASS' as const }));
  expect(defectsAgainst({ lines: looked }, promises)).toEqual({ open: [], blocking: [] });
});

it('takes defects only where the building allows that', async () => {
  const { id } = await begun();
  const tablet = tabletOf(ann, id);
  await tablet.fill({ l1: { result: 'FAIL', note: 'Scratch' } });
  await tablet.sign('owner', 'employee');
  await put({ defectsAllowed: false });
  const held = await tablet.accept();
  expect([held.status, held.code]).toEqual([422, 'HANDOVER_NOT_ALLOWED']);
  expect(held.error.message).toContain('Hall · Item A');
  expect(await tablet.read()).toMatchObject({ defectsAllowed: false });
  await put({ defectsAllowed: true, paymentGate: 'ACCEPT' });
  expect((await tablet.accept()).code).toBe('HANDOVER_OBLIGATION');
  await put({ paymentGate: 'NONE' });
  expect((await tablet.accept()).status).toBe(200);
});

it('is put right within a week, beside what was signed', async () => {
  const { id } = await begun();
  const tablet = tabletOf(ann, id);
  await tablet.fill();
  await tablet.sign('owner', 'employee');
  await tablet.accept();
  const parts = [part('meters.m1', { value: 21 })];
  expect((await tablet.correct({ parts })).status).toBe(400);
  expect((await tablet.correct({ parts, reason: 'A digit was wrong' })).status).toBe(200);
  const sheet = await tablet.read();
  expect([sheet.meters[0]?.value, sheet.editions.map(({ reason }) => reason)]).toEqual([
    21,
    [null, 'A digit was wrong'],
  ]);
  await change(handoverSchedule, id, { finishedAt: new Date(Date.now() - 8 * DAY_MS) });
  const late = await tablet.correct({ parts: [part('meters.m1', { value: 22 })], reason: 'Again' });
  expect([late.status, late.code]).toEqual([409, 'STATUS_NOT_ALLOWED']);
  expect(late.error.message).toBe(text('en', 'handover-schedule.state.correctOver'));
});

it('is taken back as it was before, with a further round', async () => {
  const { id, row, unitId } = await begun();
  const home = await stored(unit, unitId);
  await change(unit, unitId, { buildStatus: 'RAW' });
  const tablet = tabletOf(ann, id);
  await tablet.fill({ l1: { result: 'FAIL', note: 'Scratch' } });
  await tablet.sign('owner', 'employee');
  await tablet.accept();
  expect((await homeOf(unitId)).buildStatus).toBe('HANDOVER');
  const reverted = await ann.put<Row>(`${handoverUnit.path}/${row.id}/revert`, { reason: 'The wrong unit' });
  expect(reverted.data).toMatchObject({ status: 'HANDING_OVER', handedOverOn: null, scheduleStatus: 'NOT_SCHEDULED' });
  expect(await homeOf(unitId)).toMatchObject({ handoverStatus: 'NOT_YET', buildStatus: 'RAW', handedOverOn: null });
  const { data } = await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}&sort=createdAt`);
  expect(data.map(({ status, round }) => [status, round])).toEqual([
    ['NOT_ACCEPTED', 1],
    ['NOT_SCHEDULED', 2],
  ]);
  expect(home.handoverStatus).toBe('NOT_YET');
});

it('goes along to where there is no network', async () => {
  const { id } = await begun();
  const days = `from=${addDays(today, -1)}&to=${addDays(today, 1)}`;
  const { data } = await ann.get<{ appointments: { sheet: Row & { lines: unknown[] } }[] }>(`${path}/snapshot?${days}`);
  const own = data.appointments.find(({ sheet }) => sheet.id === id);
  expect(own?.sheet.lines).toHaveLength(3);
  expect(data.appointments.every(({ sheet }) => !['COMPLETE', 'NOT_ACCEPTED'].includes(sheet.status))).toBe(true);
});

it('begins where there is no network, with the lines that the tablet took along', async () => {
  const own = { code: `H-${++n}`, type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId };
  const unitId = (await ann.post<Row>(unit.path, own)).data.id;
  await ann.post<Row>(handoverUnit.path, { unitId });
  const [first] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}`)).data;
  const id = String(first?.id);
  const from = new Date(Date.now() + 3_600_000 + ++n * 60_000).toISOString();
  await ann.put(`${path}/${id}/schedule`, { employeeId: ann.id, scheduledAt: from, anyway: true });
  const tablet = tabletOf(ann, id);
  const ahead = await tablet.read();
  expect(ahead.lines.map(line => [line.key, line.item])).toEqual([
    ['l1', 'Item A'],
    ['l2', 'Item B'],
    ['l3', 'Item C'],
  ]);
  const taken = ahead.lines.map(({ key, roomId, itemId }) => ({ key, roomId, itemId }));
  // The template changes before the tablet transmits.
  const other = await item(`N${n}`, 6);
  const { version } = (await ann.get<Row>(`${handoverTemplate.path}/${template.id}`)).data;
  const changed = [{ roomId, itemId: other }, ...lines.slice(1)];
  await ann.put(`${handoverTemplate.path}/${template.id}`, { version, lines: changed });
  const at = new Date(Date.now() - 1000).toISOString();
  const begun = await ann.put<Row>(`${path}/${id}/begin`, { at, lines: taken });
  expect(begun.data).toMatchObject({ status: 'PENDING_ACCEPTANCE', actualAt: at });
  const sent = await tablet.send(
    part('lines.l2', { result: 'FAIL', note: 'Scratch' }),
    part('lines.l3', { result: 'PASS' }),
  );
  expect(sent.data.parts.map(({ state }) => state)).toEqual(['done', 'done']);
  const { lines: now } = await tablet.read();
  expect(now.map(one => [one.key, one.item, one.result])).toEqual([
    ['l4', `Item N${n}`, null],
    ['l2', 'Item B', 'FAIL'],
    ['l3', 'Item C', 'PASS'],
  ]);
  const again = await ann.put(`${path}/${id}/begin`, { at, lines: taken });
  expect([again.status, again.code]).toEqual([409, 'STATUS_CHANGED']);
  const after = (await ann.get<Row>(`${handoverTemplate.path}/${template.id}`)).data;
  await ann.put(`${handoverTemplate.path}/${template.id}`, { version: after.version, lines });
});
