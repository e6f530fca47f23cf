import { forgetAccess } from '@lobby/server/platform/auth/rights/access.ts';
import { configureSupportDomain } from '@lobby/server/platform/auth/rights/support.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { switchMaintenance } from '@lobby/server/platform/maintenance/maintenance.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { RECORDLESS } from '@lobby/shared/modules/recordless-modules.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { afterEach, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const away = await makeSite(server.url, 'Beta');
const { ann, carl } = site;
const { id } = await deskOf(site).open();
const SYSTEM = { id: 'system', name: 'Lobby' };

/** Makes Ann of another project somebody whose address is of this domain, and asks about a project that is not hers. */
async function become(email: string, more: Record<string, unknown> = {}) {
  await users().updateOne({ _id: away.ann.userId }, { $set: { email, verified: true, admin: false, ...more } });
  // Else it would be known for a minute.
  for (const { id: projectId } of [site, away]) forgetAccess({ entity: 'employee', projectId });
}
const there = { 'X-Project-Id': site.id };

afterEach(async () => {
  configureSupportDomain(undefined);
  await switchMaintenance({ on: false, message: '', until: null }, SYSTEM, new Date());
});

it('lets support view everything everywhere, but no residents, and change nothing', async () => {
  configureSupportDomain('lobby.example');
  await become('ann@Lobby.example');
  expect((await away.ann.get(`${ticket.path}/${id}`, there)).status).toBe(200);
  for (const { code, path } of MODULES.filter(module => module.code !== resident.code))
    expect((await away.ann.get(path, there)).status, code).toBe(200);
  for (const path of ['/activity/list', `/unit-group/${site.id}`])
    expect((await away.ann.get(path, there)).status, path).toBe(200);
  expect((await away.ann.get(resident.path, there)).status).toBe(403);
  expect((await away.ann.put(`${ticket.path}/${id}/claim`, {}, there)).status).toBe(403);
  const { data } = await away.ann.get<Row[]>('/module', there);
  expect(data.find(one => one.code === resident.code)).toMatchObject({ read: false, readDetail: false });
  for (const { code } of RECORDLESS)
    expect(data.find(one => one.code === code)).toMatchObject({ read: true, write: false });
  expect(data.find(one => one.code === ticket.code)).toMatchObject({ read: true, write: false, approve: false });
  const projects = (await away.ann.get<Row[]>('/unit-group')).data.map(one => one.id);
  expect(projects.toSorted()).toEqual([site.id, away.id].toSorted());
  const me = await away.ann.get<{ employees: Row[] }>('/auth/me');
  expect(me.data.employees.map(employee => employee.projectId).toSorted()).toEqual([site.id, away.id].toSorted());
  const listener = await listen(server.url, away.ann.token);
  const joined = await listener.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK', 'MEMBER'] });
  expect(joined).toMatchObject({ ok: true, denied: ['MEMBER'] });
});

it('support cannot view residents in a project of its own, either', async () => {
  configureSupportDomain('lobby.example');
  await become('ann@lobby.example');
  expect((await away.ann.get(resident.path)).status).toBe(403);
  expect((await away.ann.post(ticket.path, { title: 'Own', content: 'Own place', unitId: away.unitId })).status).toBe(
    201,
  );
});

it.each([
  ['another domain that ends alike', 'ann@notlobby.example', {}],
  ['a domain below it', 'ann@x.lobby.example', {}],
  ['the domain within the name', 'ann.lobby.example@gmail.com', {}],
  ['an address that was not verified', 'ann@lobby.example', { verified: false }],
  ['an admin', 'ann@lobby.example', { admin: true }],
])('is not for %s', async (_, email, more) => {
  configureSupportDomain('lobby.example');
  await become(email, more);
  expect((await away.ann.get(ticket.path, there)).status).toBe(403);
  expect((await away.ann.get(resident.path)).status).toBe(200);
});

it('does not exist where no domain is set', async () => {
  await become('ann@lobby.example');
  expect((await away.ann.get(ticket.path, there)).status).toBe(403);
});

it('works on in maintenance, and so do internal admins', async () => {
  const statusOf = async (token: string, projectId: string) =>
    (
      await fetch(`${server.url}/api${ticket.path}`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Project-Id': projectId },
      })
    ).status;
  configureSupportDomain('lobby.example');
  await switchMaintenance({ on: true, message: '', until: null }, SYSTEM, new Date());
  await become('ann@lobby.example');
  expect(await statusOf(away.ann.token, site.id)).toBe(200);
  expect((await away.ann.get('/check-maintenance')).data).toMatchObject({ maintenance: true, passes: true });
  await become('ann@elsewhere.example');
  expect(await statusOf(away.ann.token, away.id)).toBe(503);
  await become('ann@elsewhere.example', { admin: true });
  expect(await statusOf(away.ann.token, away.id)).toBe(200);
  expect(await statusOf(ann.token, site.id)).toBe(503);
  expect(await statusOf(carl.token, site.id)).toBe(503);
});
