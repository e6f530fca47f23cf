import { employee, position } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { stored } from '../setup/records.ts';
import { ASKING, listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;

const [limited = ''] = (await stored(employee, carl.id)).positionIds as string[];
const path = `${position.path}/${limited}/permissions`;
const read = async () => (await ann.get(path)).data;
const put = async (permissions: Record<string, unknown>, version?: number) =>
  ann.put(path, { version: version ?? (await read()).version, permissions });

it('are told with who holds them, and set for good', async () => {
  const before = await read();
  expect(before).toMatchObject({
    id: limited,
    admin: false,
    permissions: {},
    holders: [{ id: carl.id, name: 'Carl' }],
  });
  const after = await put({ HELP_DESK: ['write', 'read', 'read'], UNIT: [] });
  expect([after.status, after.data.version]).toEqual([200, before.version + 1]);
  expect(after.data.permissions).toEqual({ HELP_DESK: ['read', 'write'] });
  const { data } = await ann.get<Row[]>(`${position.path}/${limited}/activities`);
  expect(data[0]).toMatchObject({
    action: 'permissions',
    before: { permissions: { HELP_DESK: [] } },
    after: { permissions: { HELP_DESK: ['read', 'write'] } },
  });
});

it.each([
  ['a module that there is not', { KITCHEN: ['read'] }],
  ['a flag that there is not', { HELP_DESK: ['cook'] }],
  ['a flag that the module does not declare', { LABEL: ['deduct'] }],
  ['a name that every object has', { constructor: ['read'] }],
  ['no list', { HELP_DESK: 'read' }],
  ['what can be done without being seen', { HELP_DESK: ['write'] }],
  ['the same of residents', { MEMBER: ['export'] }],
])('refuse %s', async (_, permissions) => {
  expect((await put(permissions)).status).toBe(400);
});

it('refuse a stale version with what is stored', async () => {
  const { version } = await read();
  const both = await Promise.all([put({ LABEL: ['read'] }, version), put({ UNIT: ['read'] }, version)]);
  expect(both.map(one => one.status).sort()).toEqual([200, 409]);
  const lost = both.find(one => one.status === 409);
  expect(lost?.code).toBe('DATA_STALE');
  expect(lost?.error.data?.current).toMatchObject({ id: limited, version: version + 1 });
});

it('are shown to those who may read, changed by those who may write', async () => {
  await put({ AUTHORIZATION: ['read'] });
  expect((await carl.get(path)).status).toBe(200);
  expect((await carl.put(path, { version: 1, permissions: {} })).code).toBe('EMPLOYEE_NOT_HAVE_PERMISSION');
  await put({});
  expect((await carl.get(path)).status).toBe(403);
});

it('hold at once on the sockets of every server', async () => {
  await put({ HELP_DESK: ['read'] });
  const ears = [await listen(server.url, carl.token), await listen(second.url, carl.token)];
  const denied = async (ear: (typeof ears)[number]) =>
    (await ear.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] })).denied;
  for (const ear of ears) await until(async () => (await denied(ear)).length === 0, ASKING);
  await put({ UNIT: ['read'] });
  await Promise.all(ears.map(ear => until(async () => (await denied(ear)).includes('HELP_DESK'), ASKING)));
  const { data } = await ann.post(ticket.path, { title: 'After', content: 'Nobody hears', unitId: site.unitId });
  const ear = await listen(second.url, ann.token);
  await ear.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  for (const one of ears) expect(one.events.filter(event => event.entityId === data.id)).toEqual([]);
});

it('open the residents to whoever may reveal what is personal, masked until then', async () => {
  expect((await put({ MEMBER: ['readEncrypted'] })).data.permissions).toEqual({ MEMBER: ['readEncrypted'] });
  const { data } = await carl.get<Row[]>('/member');
  expect(data.find(one => one.id === site.dora.id)?.phone).toMatch(/\*{4}/);
  expect((await carl.get<Row[]>('/module')).data.find(one => one.code === 'MEMBER')).toMatchObject({
    read: true,
    readEncrypted: true,
    write: false,
    export: false,
  });
  expect((await carl.put(`/member/${site.dora.id}/reveal`)).status).toBe(200);
  expect((await carl.get('/search?q=dora')).status).toBe(200);
  const ear = await listen(server.url, carl.token);
  const joined = await ear.ask('subscribe', { projectId: site.id, modules: ['MEMBER', 'HELP_DESK'] });
  expect(joined.denied).toEqual(['HELP_DESK']);
  await put({});
});

it('say at which module something is missing', async () => {
  const answer = await put({ UNIT: ['read'], HELP_DESK: ['approve'] });
  expect(answer.error.data?.fields).toMatchObject({ 'permissions.HELP_DESK': { code: 'PERMISSION_NEEDS_READ' } });
});
