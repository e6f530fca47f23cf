import { loginDigest } from '@lobby/server/platform/auth/sessions.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { mailTo, tokenIn } from '../setup/mail/mailbox.ts';
import { change } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD, signIn } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann } = site;
const path = resident.path;
const NEW = 'a-new-password';
const anybody = callerOf(
  () => server.url,
  () => ({ 'Accept-Language': 'en' }),
);

let n = 0;
async function made(values: Record<string, unknown> = {}, where = site) {
  const email = `tenant${++n}@example.test`;
  const body = { name: `Phạm Văn ${n}`, unitId: where.unitId, role: 'MEMBER', email, ...values };
  const answer = await where.ann.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { id: answer.data.id, email };
}
const act = (id: string, name: string, who = ann) => who.put(`${path}/${id}/${name}`, {});
const stateOf = async (id: string, who = ann) => (await who.get(`${path}/${id}`)).data.appState;

/** Invited resident with a password, set through the mailed link. */
async function inside(values: Record<string, unknown> = {}) {
  const person = await made(values);
  await act(person.id, 'invite');
  const token = tokenIn(await mailTo(server.dir, person.email));
  expect((await anybody.post('/auth/password/reset', { token, password: NEW })).status).toBe(200);
  return person;
}

describe('the account of a resident', () => {
  it('is made by an invitation, and active once its owner has come', async () => {
    const person = await made({ phone: '0987111222' });
    expect(await stateOf(person.id)).toBe('NONE');
    expect((await act(person.id, 'invite')).data.appState).toBe('INVITED');
    const mail = await mailTo(server.dir, person.email);
    expect(mail.subject).toBe('Lời mời dùng ứng dụng của Alpha');
    const token = tokenIn(mail);
    expect((await anybody.post('/auth/link', { token })).data).toMatchObject({ purpose: 'activate', kind: 'resident' });
    expect((await signIn(server.url, 'resident', person.email, NEW)).status).toBe(401);
    expect((await anybody.post('/auth/password/reset', { token, password: NEW })).status).toBe(200);
    const come = await signIn(server.url, 'resident', '0987 111 222', NEW);
    expect(come.data.units).toMatchObject([{ unitId: site.unitId, residentId: person.id }]);
    expect(await stateOf(person.id)).toBe('ACTIVE');
    const { data } = await ann.get<{ action: string }[]>(`${path}/${person.id}/activities`);
    expect(data.map(one => one.action)).toEqual(['update', 'invite', 'create']);
  });

  it.each([
    [{ language: 'ko', nationality: 'FR' }, 'ko'],
    [{ nationality: 'JP' }, 'ja'],
    [{ nationality: 'FR' }, 'en'],
    [{}, 'vi'],
  ] as const)('is asked for in the language of who is invited, not of who invites: %o', async (values, language) => {
    const person = await made(values);
    await act(person.id, 'invite');
    expect((await mailTo(server.dir, person.email)).html).toContain(`<html lang="${language}">`);
  });

  it('is the same for a home in another project, and open at once', async () => {
    const person = await inside();
    const there = await made({ email: person.email }, other);
    expect((await act(there.id, 'invite', other.ann)).data.appState).toBe('ACTIVE');
    expect((await mailTo(server.dir, person.email, 2)).subject).toContain('Beta');
    const { data } = await signIn(server.url, 'resident', person.email, NEW);
    expect(data.units.map(unit => unit.unitId).sort()).toEqual([site.unitId, other.unitId].sort());
  });

  it.each([
    ['without an e-mail', async () => made({ email: null }), 422, 'RESIDENT_EMAIL_NEEDED'],
    ['with the e-mail of staff', async () => made({ email: site.ben.email }), 409, 'RESIDENT_ACCOUNT_TAKEN'],
    [
      'with the e-mail of another’s account here',
      async () => {
        const first = await inside();
        await change(resident, first.id, { blind: {} });
        return made({ email: first.email });
      },
      409,
      'RESIDENT_ACCOUNT_TAKEN',
    ],
  ])('is made for nobody %s', async (_, who, status, code) => {
    const { id } = await who();
    const answer = await act(id, 'invite');
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(await stateOf(id)).toBe('NONE');
  });

  it('is sent a link to a new password, which ends its sessions', async () => {
    const person = await inside();
    expect((await act(person.id, 'reset-password')).status).toBe(200);
    const token = tokenIn(await mailTo(server.dir, person.email, 2));
    const before = await signIn(server.url, 'resident', person.email, NEW);
    expect((await anybody.post('/auth/password/reset', { token, password: PASSWORD })).status).toBe(200);
    const me = () => anybody.get('/auth/me', { Authorization: `Bearer ${before.data.accessToken}` });
    await until(async () => (await me()).status === 401);
    expect((await signIn(server.url, 'resident', person.email, PASSWORD)).status).toBe(200);
  });

  it('blocked, is out at once and stays out, until it is let in again', async () => {
    const person = await inside();
    const { data } = await signIn(server.url, 'resident', person.email, NEW);
    const me = () => anybody.get('/auth/me', { Authorization: `Bearer ${data.accessToken}` });
    expect((await me()).status).toBe(200);
    expect((await act(person.id, 'block-app')).data.appState).toBe('BLOCKED');
    await until(async () => (await me()).status === 401);
    expect((await signIn(server.url, 'resident', person.email, NEW)).code).toBe('USER_NOT_ACTIVE');
    expect((await act(person.id, 'allow-app')).data.appState).toBe('ACTIVE');
    expect((await signIn(server.url, 'resident', person.email, NEW)).status).toBe(200);
  });

  it('blocked in one project, keeps its homes in others', async () => {
    const person = await inside();
    const there = await made({ email: person.email }, other);
    await act(there.id, 'invite', other.ann);
    await act(person.id, 'block-app');
    const { data } = await signIn(server.url, 'resident', person.email, NEW);
    expect(data.units.map(unit => unit.unitId)).toEqual([other.unitId]);
    const closed = { Authorization: `Bearer ${data.accessToken}`, 'X-Unit-Id': site.unitId };
    expect((await anybody.get('/pms/helpdesk', closed)).status).toBe(403);
    await act(there.id, 'block-app', other.ann);
    expect((await signIn(server.url, 'resident', person.email, NEW)).code).toBe('USER_NOT_ACTIVE');
  });

  it('takes no link while it is blocked', async () => {
    const person = await made();
    await act(person.id, 'invite');
    const token = tokenIn(await mailTo(server.dir, person.email));
    await act(person.id, 'block-app');
    expect((await anybody.post('/auth/password/reset', { token, password: NEW })).code).toBe('LINK_NOT_VALID');
    expect((await act(person.id, 'allow-app')).data.appState).toBe('INVITED');
    expect((await anybody.post('/auth/password/reset', { token, password: NEW })).status).toBe(200);
  });

  it.each([
    ['NONE', ['invite']],
    ['INVITED', ['invite', 'reset-password', 'block-app']],
    ['ACTIVE', ['reset-password', 'block-app']],
    ['BLOCKED', ['allow-app']],
  ])('that is %s allows %j and nothing else', async (appState, allowed) => {
    for (const name of ['invite', 'reset-password', 'block-app', 'allow-app']) {
      const { id } = await made();
      await change(resident, id, { appState });
      const answer = await act(id, name);
      expect([name, answer.code]).toEqual([name, allowed.includes(name) ? 'SUCCESS' : 'STATUS_NOT_ALLOWED']);
    }
  });

  it('follows a corrected e-mail, as long as nobody has come', async () => {
    const person = await made();
    const { data } = await act(person.id, 'invite');
    const email = `corrected${++n}@example.test`;
    await ann.put(`${path}/${person.id}`, { version: data.version, email });
    await act(person.id, 'invite');
    await mailTo(server.dir, email);
    expect(await users().countDocuments({ logins: loginDigest(person.email) })).toBe(0);
    expect(await users().countDocuments({ logins: loginDigest(email) })).toBe(1);
  });
});
