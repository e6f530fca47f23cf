import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben, dora, unitId } = site;
const staff = (kind: string, ...people: { id: string }[]) => ({
  kind,
  unitId: null,
  employeeIds: people.map(person => person.id).toSorted(),
});
const unit = (kind: string) => ({ kind, unitId, employeeIds: [] });
const told = async (id: string) =>
  (await desk.told(id)).map(row => ({ ...row, employeeIds: row.employeeIds.toSorted() }));

it('a new request of a resident is told to the staff who do requests', async () => {
  await site.allow({});
  expect(await told((await desk.open({}, dora)).id)).toEqual([staff('HELP_DESK_NEW', ann, ben)]);
  await site.allow({ HELP_DESK: ['read'] });
  const { id } = await desk.open({ title: 'Rò nước' }, dora);
  expect(await told(id)).toEqual([staff('HELP_DESK_NEW', ann, ben)]);
  // Target of the notification and push message.
  const row = await rowsIn('notifications').findOne({ 'subject.id': id });
  expect(row).toMatchObject({
    projectId: site.id,
    topic: 'new',
    subject: { module: 'HELP_DESK', title: 'Rò nước' },
  });
  await site.allow({});
});

it('one made at the desk is told to its unit, and to the others of the staff', async () => {
  const { id } = await desk.open();
  expect(await told(id)).toEqual([staff('HELP_DESK_NEW', ben), unit('HELP_DESK_CREATED')]);
});

it('one with a default assignee is told to them as their work', async () => {
  const type = await desk.type({ assigneeId: ben.id });
  expect(await told((await desk.open({ typeId: type.id }, dora)).id)).toEqual([
    staff('HELP_DESK_ASSIGNED_BY_RULE', ben),
    staff('HELP_DESK_NEW', ann),
  ]);
  // Creators get no notification of their own tickets.
  const own = await ben.post(desk.path, { title: 'Own', content: 'Own', unitId, typeId: type.id });
  expect(await told(own.data.id)).toEqual([staff('HELP_DESK_NEW', ann), unit('HELP_DESK_CREATED')]);
});

it('a rating is told to whoever had the request; a poor one to the staff who do requests too', async () => {
  const rated = async (employeeId: string | null, rating = 4) => {
    const { id } = await desk.open({}, dora);
    await desk.act(id, 'approve', { employeeId });
    await desk.act(id, 'complete');
    await desk.act(id, 'rate', { rating }, dora);
    return (await told(id)).filter(one => one.kind === 'HELP_DESK_RATED');
  };
  expect(await rated(ben.id)).toEqual([staff('HELP_DESK_RATED', ben)]);
  expect(await rated(null)).toEqual([]);
  expect(await rated(null, 2)).toEqual([staff('HELP_DESK_RATED', ann, ben)]);
});

it('whoever turned new requests off is not told of them, but of the work given to them', async () => {
  await ben.put('/auth/me', { appOff: ['new'] });
  const { id } = await desk.open({}, dora);
  await desk.act(id, 'approve', { employeeId: ben.id });
  expect((await told(id)).filter(one => one.unitId === null)).toEqual([
    staff('HELP_DESK_NEW', ann),
    staff('HELP_DESK_ASSIGNED', ben),
  ]);
  await ben.put('/auth/me', { appOff: [] });
});

it('what was completed is opened again within the days of the project, and told', async () => {
  const { id } = await desk.open();
  const put = (act: string) => ann.put(`${desk.path}/${id}/${act}`, act === 'reopen' ? { reason: 'Again' } : {});
  for (const act of ['approve', 'complete']) expect((await put(act)).status).toBe(200);
  const again = await put('reopen');
  expect(again.data).toMatchObject({ status: 'PROCESSING', completedAt: null });
  expect((await put('complete')).status).toBe(200);
  expect(await told(id)).toContainEqual(unit('HELP_DESK_REOPENED'));
  await change(ticket, id, { completedAt: new Date(Date.now() - 8 * DAY_MS) });
  const late = await put('reopen');
  expect([late.status, late.code]).toEqual([422, 'HELP_DESK_REOPEN_TOO_LATE']);
});
