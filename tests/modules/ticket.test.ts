import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, rowsIn } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { FORBIDDEN_WORD, makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const samples = samplesOf(site);
const { ann, ben, dora, emil } = site;

const hours = (from: unknown, to: unknown) => (Date.parse(String(to)) - Date.parse(String(from))) / HOUR_MS;

describe('a new ticket', () => {
  it('is due after the hours of its type, and goes to whom the type says', async () => {
    const type = await desk.type({ slaHours: 6, assigneeId: ben.id });
    const made = await desk.open({ typeId: type.id });
    expect(hours(made.createdAt, made.dueAt)).toBe(6);
    expect(made).toMatchObject({
      assigneeId: ben.id,
      overdue: false,
      status: 'WAITING_APPROVAL',
      blockId: site.blockId,
    });
  });

  it('is due when the desk says so', async () => {
    const type = await desk.type({ slaHours: 6 });
    const dueAt = new Date(Date.now() + 48 * HOUR_MS).toISOString();
    expect((await desk.open({ typeId: type.id, dueAt })).dueAt).toBe(dueAt);
    expect((await desk.open()).dueAt).toBeNull();
  });

  it('cannot be of a type that is out of use, nor for a resident of another unit', async () => {
    const type = await desk.type({ active: false });
    const closed = await ann.post(desk.path, { title: 'T', content: 'C', unitId: site.unitId, typeId: type.id });
    expect([closed.status, closed.error.data?.fields?.typeId?.code]).toEqual([422, 'REFERENCE_NOT_FOUND']);
    const other = await ann.post(desk.path, { title: 'T', content: 'C', unitId: site.unitId, residentId: emil.id });
    expect([other.status, other.error.data?.fields?.residentId?.code]).toEqual([422, 'REFERENCE_NOT_FOUND']);
  });

  it('has a code of its own, also when many are made at once', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, () => desk.open()));
    expect(new Set(many.map(one => one.code)).size).toBe(40);
    for (const one of many) expect(one.code).toMatch(/^YC-\d{4}-\d{5}$/);
  });

  it('has a free code, also where the counter has fallen behind in a crash', async () => {
    const last = await desk.open();
    const _id = `${site.id}:YC:${String(last.code).split('-')[1]}`;
    const counter = await rowsIn('code_counters').findOne({ _id });
    await rowsIn('code_counters').updateOne({ _id }, { $set: { n: Number(counter?.n) - 12 } });
    const many = await Promise.all(Array.from({ length: 6 }, () => desk.open()));
    expect(new Set([last, ...many].map(one => one.code)).size).toBe(7);
  });

  it('of a resident is of the unit they speak for, without what only staff may set', async () => {
    const made = await desk.open({}, dora);
    const seen = await desk.read(made.id);
    expect(seen).toMatchObject({ unitId: site.unitId, residentId: dora.id, awaitsReply: true, priority: 'normal' });
    for (const field of ['unitId', 'residentId', 'priority', 'labelIds', 'dueAt', 'assigneeId']) {
      const value = field === 'labelIds' ? [] : field === 'priority' ? 'high' : site.otherUnitId;
      const answer = await dora.post(desk.path, { title: 'T', content: 'C', [field]: value });
      expect([answer.status, answer.error.data?.fields?.[field]?.code], field).toEqual([400, 'UNKNOWN_FIELD']);
    }
  });
});

describe('a resident', () => {
  it('sees the tickets of the unit and no other, in the form of residents', async () => {
    const [mine, theirs] = [await desk.open({ priority: 'high' }), await desk.open({}, emil)];
    const { data } = await dora.get<Row[]>(`${desk.path}?limit=100`);
    expect(data.map(one => one.id)).toContain(mine.id);
    expect(data.map(one => one.id)).not.toContain(theirs.id);
    expect(new Set(data.map(one => one.unitId))).toEqual(new Set([site.unitId]));
    const detail = await desk.read(mine.id, dora);
    for (const field of ['priority', 'labelIds', 'dueAt', 'overdue', 'awaitsReply', 'messageCount'])
      expect(detail, field).not.toHaveProperty(field);
    expect((await dora.get(`${desk.path}/${theirs.id}`)).status).toBe(404);
  });

  it('cannot learn what staff alone see by filter, order or count', async () => {
    for (const query of [
      'filter[priority][]=high',
      'filter[labelIds][]=none',
      'filter[overdue][]=true',
      'sort=dueAt',
      'sort=-dueAt',
      'filter[dueAt][from]=2026-01-01',
    ])
      expect((await dora.get(`${desk.path}?${query}`)).status, query).toBe(400);
    const counts = await dora.get<{ marks: object; total: number }>(`${desk.path}/count-badges`);
    expect(counts.data.marks).not.toHaveProperty('overdue');
    expect(counts.data.total).toBe((await dora.get<Row[]>(`${desk.path}?limit=100`)).data.length);
    const types = await dora.get<Row[]>('/pms/helpdesk-type');
    expect(types.data.length).toBeGreaterThan(0);
    for (const one of [...types.data, ...(await dora.get<Row[]>('/pms/helpdesk-type/options')).data])
      for (const field of ['departmentId', 'assigneeId']) expect(one).not.toHaveProperty(field);
    expect((await dora.get(`/pms/helpdesk-type/${types.data[0]?.id}`)).status).toBe(200);
  });

  it('rates what was completed, once', async () => {
    const { id } = await desk.after('approve', 'complete');
    expect((await desk.act(id, 'rate', { rating: 6 }, dora)).status).toBe(400);
    expect((await desk.act(id, 'rate', { rating: 4 }, emil)).status).toBe(404);
    const rated = await desk.act(id, 'rate', { rating: 4, comment: 'Quick' }, dora);
    expect(rated.data).toMatchObject({ status: 'RATED', rating: 4, ratingComment: 'Quick' });
    expect(await desk.read(id)).toMatchObject({ rating: 4, ratingComment: 'Quick' });
    expect((await desk.act(id, 'rate', { rating: 1 }, dora)).code).toBe('STATUS_CHANGED');
  });
});

describe('acts', () => {
  it('give an approved ticket to whom they name, and take it back', async () => {
    const { id } = await desk.open();
    expect((await desk.act(id, 'approve', { employeeId: ben.id })).data.assigneeId).toBe(ben.id);
    expect((await desk.act(id, 'assign', { employeeId: null })).data.assigneeId).toBeNull();
    expect((await desk.act(id, 'start')).data.assigneeId).toBe(ann.id);
  });

  it('label it, all labels at once', async () => {
    const { id } = await desk.open();
    const labels = [
      (await samples.record(label, { type: 'HELP_DESK' })).id,
      (await samples.record(label, { type: 'HELP_DESK' })).id,
    ];
    expect((await desk.act(id, 'label', { labelIds: labels })).data.labelIds).toEqual(labels);
    expect((await desk.act(id, 'label', { labelIds: [] })).data.labelIds).toEqual([]);
  });

  it('refuse labels of another type', async () => {
    const { id } = await desk.open();
    const wrong = await desk.act(id, 'label', { labelIds: [(await samples.record(label, { type: 'UNIT' })).id] });
    expect([wrong.status, wrong.error.data?.fields?.labelIds?.code]).toEqual([422, 'REFERENCE_NOT_SUITABLE']);
    const { data } = await ann.get<Row[]>('/label/options?filter[type][]=UNIT');
    expect(data.length).toBeGreaterThan(0);
    expect(data.every(({ type }) => type === 'UNIT')).toBe(true);
  });

  it('tell the resident of each change of status, and a colleague of work given', async () => {
    const { id } = await desk.open();
    await desk.act(id, 'approve', { employeeId: ben.id });
    for (const name of ['start', 'complete']) await desk.act(id, name);
    const rejected = await desk.after('reject');
    const told = [...(await desk.told(id)), ...(await desk.told(rejected.id))];
    expect(told.filter(one => one.unitId === site.unitId).map(one => one.kind)).toEqual([
      'HELP_DESK_CREATED',
      'HELP_DESK_APPROVED',
      'HELP_DESK_PROCESSING',
      'HELP_DESK_COMPLETED',
      'HELP_DESK_CREATED',
      'HELP_DESK_REJECTED',
    ]);
    expect(told.filter(one => one.kind === 'HELP_DESK_ASSIGNED')).toEqual([
      { kind: 'HELP_DESK_ASSIGNED', unitId: null, employeeIds: [ben.id] },
    ]);
  });

  it('stamp when it was completed', async () => {
    const done = await desk.after('approve', 'complete');
    expect(hours(done.completedAt, new Date().toISOString())).toBeLessThan(0.1);
  });
});

describe('the due time', () => {
  const ago = new Date(Date.now() - HOUR_MS).toISOString();
  const ahead = new Date(Date.now() + HOUR_MS).toISOString();

  it('moved makes it overdue or not, at once', async () => {
    const { id } = await desk.open();
    const late = await ann.put(`${desk.path}/${id}?over=meant`, { version: 1, dueAt: ago });
    expect(late.data.overdue).toBe(true);
    expect((await ann.put(`${desk.path}/${id}`, { version: 2, dueAt: ahead })).data.overdue).toBe(false);
    await ann.put(`${desk.path}/${id}?over=meant`, { version: 3, dueAt: ago });
    expect((await ann.put(`${desk.path}/${id}`, { version: 4, dueAt: null })).data.overdue).toBe(false);
  });

  it('that is over is taken only where it is meant, or stood there before', async () => {
    const { id } = await desk.open();
    const over = { dueAt: { code: 'TIME_IS_OVER' } };
    const values = { title: 'T', content: 'C', typeId: (await desk.type()).id, unitId: site.unitId, dueAt: ago };
    expect((await ann.post(desk.path, values)).error.data?.fields).toMatchObject(over);
    expect((await ann.post(task.path, { title: 'T', dueAt: ago })).error.data?.fields).toMatchObject(over);
    expect((await ann.put(`${desk.path}/${id}`, { version: 1, dueAt: ago })).error.data?.fields).toMatchObject(over);
    expect((await ann.put(`${desk.path}/${id}?over=meant`, { version: 1, dueAt: ago })).status).toBe(200);
    expect((await ann.put(`${desk.path}/${id}`, { version: 2, title: 'Other', dueAt: ago })).status).toBe(200);
  });

  it('follows the type, and is no matter once the work is done', async () => {
    const { id, createdAt } = await desk.open();
    const type = await desk.type({ slaHours: 2 });
    const moved = await ann.put(`${desk.path}/${id}`, { version: 1, typeId: type.id });
    expect([hours(createdAt, moved.data.dueAt), moved.data.overdue]).toEqual([2, false]);
    await ann.put(`${desk.path}/${id}?over=meant`, { version: 2, dueAt: ago });
    expect((await desk.act(id, 'approve')).data.overdue).toBe(true);
    expect((await desk.act(id, 'complete')).data.overdue).toBe(false);
  });
});

describe('words that the project forbids', () => {
  it.each(['title', 'content'])('are refused in %s, naming the word', async field => {
    const text = `Này, đồ   NGỐC, sửa đi`;
    const answer = await dora.post(desk.path, { title: 'T', content: 'C', [field]: text });
    expect([answer.status, answer.code]).toEqual([422, 'TEXT_FORBIDDEN']);
    expect(answer.error.data?.fields?.[field]).toMatchObject({
      code: 'TEXT_FORBIDDEN',
      params: { word: FORBIDDEN_WORD },
    });
    expect(answer.error.data?.fields?.[field]?.message).toContain(FORBIDDEN_WORD);
  });

  it('are refused in reasons, notes, comments, replies and edits', async () => {
    const waiting = await desk.open();
    const done = await desk.after('approve', 'complete');
    const tries = [
      desk.act(waiting.id, 'reject', { reason: FORBIDDEN_WORD }),
      desk.act(waiting.id, 'approve', { note: FORBIDDEN_WORD }),
      desk.act(done.id, 'rate', { rating: 1, comment: FORBIDDEN_WORD }, dora),
      desk.say(waiting.id, FORBIDDEN_WORD),
      ann.put(`${desk.path}/${waiting.id}`, { version: 1, title: FORBIDDEN_WORD }),
      ann.put(`${desk.path}/reject-multi`, { ids: [waiting.id], reason: FORBIDDEN_WORD }),
    ];
    for (const answer of await Promise.all(tries))
      expect([answer.status, answer.code]).toEqual([422, 'TEXT_FORBIDDEN']);
  });

  it('may be part of another word', async () => {
    expect((await desk.open({ title: 'Đồ ngốcnghếch' })).id).toBeTruthy();
  });
});

it('a day in a filter is the whole day of the project’s time zone', async () => {
  const { id } = await desk.open();
  // Half past midnight on the 21st in Vietnam.
  await change(ticket, id, { createdAt: new Date('2031-03-20T17:30:00Z') });
  const found = async (from: string, to: string) =>
    (await ann.get<Row[]>(`${desk.path}?filter[createdAt][from]=${from}&filter[createdAt][to]=${to}`)).data.length;
  expect(await found('2031-03-21', '2031-03-21')).toBe(1);
  expect(await found('2031-03-01', '2031-03-20')).toBe(0);
  expect(await found('2031-03-22', '2031-03-30')).toBe(0);
  expect(await found('2031-03-20T17:30:00Z', '2031-03-20T17:30:00Z')).toBe(1);
});

describe('search', () => {
  it('finds by words without accents, by code, unit and resident', async () => {
    const made = await desk.open({ title: 'Thang máy kêu to ở Sảnh Đông', residentId: dora.id });
    const code = String(made.code);
    const number = String(Number(code.split('-').at(-1)));
    const unit = 'AA-12.08';
    const found = async (q: string) =>
      (await ann.get<Row[]>(`${desk.path}?limit=100&filter[q]=${encodeURIComponent(q)}`)).data.map(one => one.id);
    for (const q of [
      'thang may',
      'THANG MÁY',
      'may thang',
      'sanh dong',
      'tha',
      code,
      code.toLowerCase(),
      code.replaceAll('-', ''),
      number,
      unit,
      'aa1208',
      'Dora',
      'thang dora',
    ])
      expect(await found(q), q).toContain(made.id);
    for (const q of ['thang xe', 'hang', `${number}999`, 'zzz']) expect(await found(q), q).not.toContain(made.id);
  });

  it('finds by a new title, no longer by the old one', async () => {
    const made = await desk.open({ title: 'Ổ khoá hỏng' });
    await ann.put(`${desk.path}/${made.id}`, { version: 1, title: 'Bóng đèn cháy' });
    const found = async (q: string) =>
      (await ann.get<Row[]>(`${desk.path}?filter[q]=${q}`)).data.some(one => one.id === made.id);
    expect([await found('bong den'), await found('khoa hong')]).toEqual([true, false]);
  });
});

it('a resident hears of the own unit alone, and not of what staff do among themselves', async () => {
  const live = await listen(server.url, dora.token);
  const subscribed = await live.ask('subscribe', { unitId: site.unitId, modules: ['HELP_DESK', 'LABEL'] });
  expect(subscribed).toMatchObject({ ok: true, denied: ['LABEL'] });
  const [mine, theirs] = [await desk.open(), await desk.open({}, emil)];
  await desk.act(mine.id, 'label', { labelIds: [await samples.ref('label', { type: 'HELP_DESK' })] });
  await ann.put(`${desk.path}/${mine.id}`, { version: 2, priority: 'urgent' });
  await change(ticket, mine.id, { overdue: true });
  await desk.act(mine.id, 'approve', { note: 'A word among staff' });
  const approved = await live.hear(one => one.action === 'approve' && one.entityId === mine.id);
  expect(approved.data).toEqual((await dora.get<Row[]>(desk.path)).data.find(one => one.id === mine.id));
  const ofRecords = live.events.filter(event => event.module !== 'NOTIFICATION');
  expect(ofRecords.map(ofRecord => [ofRecord.entityId, ofRecord.action])).toEqual([
    [mine.id, 'create'],
    [mine.id, 'approve'],
  ]);
  expect(JSON.stringify(live.events)).not.toContain('A word among staff');
  expect(JSON.stringify(live.events)).not.toContain(theirs.id);
});
