import { mails } from '@lobby/server/kit/mail/queue.ts';
import { inviteStaff } from '@lobby/server/platform/accounts/invitations/invite.ts';
import { loginDigest } from '@lobby/server/platform/auth/sessions.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { mailBy, mailsIn, mailTo, tokenIn } from '../setup/mail/mailbox.ts';
import { rowsIn, stored, systemIn } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;
const box = (address: string, count?: number) => mailTo(server.dir, address, count);

let n = 0;
const from = (ip: string, language = 'en') =>
  callerOf(
    () => server.url,
    () => ({
      'X-Forwarded-For': ip,
      'Accept-Language': language,
      'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130',
    }),
  );
let here = from('10.0.0.1');
let email = '';
beforeEach(() => {
  here = from(`10.5.0.${++n}`);
  email = `someone${n}@example.test`;
});
const NEW = 'a-new-password';
const signIn = (login: string, password: string, who = here) =>
  who.post<{ accessToken: string; user: Row; employees: Row[] }>('/auth/login', { email: login, password });
const register = (more: object = {}, who = here) =>
  who.post('/auth/register', { name: 'Nguyễn An', email, password: NEW, ...more });
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('registering', () => {
  it('makes a verified user without a project, once the mailbox has confirmed it', async () => {
    expect(await register({ confirmation: NEW })).toMatchObject({ status: 200, data: null });
    expect(await signIn(email, NEW)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
    const mail = await box(email);
    expect(mail.subject).toBe('Confirm your Lobby account');
    const token = tokenIn(mail);
    expect(mail.text).toContain(`${server.url}/register/confirm#token=${token}`);
    expect((await here.post('/auth/link', { token })).data).toEqual({
      id: expect.any(String),
      purpose: 'confirm',
      name: 'Nguyễn An',
      email,
      kind: 'staff',
    });
    const wrong = await here.post('/auth/register/confirm', { token, password: 'not-that-one' });
    expect([wrong.status, wrong.error.data?.fields?.password?.code]).toEqual([400, 'PASSWORD_INCORRECT']);
    expect((await here.post('/auth/register/confirm', { token, password: NEW })).status).toBe(200);
    const { status, data } = await signIn(email.toUpperCase(), NEW);
    expect([status, data.user.name, data.employees]).toEqual([200, 'Nguyễn An', []]);
    expect((await here.get('/pms/helpdesk', { ...as(data.accessToken), 'X-Project-Id': site.id })).status).toBe(403);
    const again = await here.post('/auth/register/confirm', { token, password: NEW });
    expect([again.status, again.code]).toEqual([422, 'LINK_NOT_VALID']);
  });

  it('answers the same for an e-mail that is known, changes nothing, and tells its owner alone', async () => {
    const { requestId: _, ...unknown } = JSON.parse((await register()).text);
    const taken = await here.post('/auth/register', { name: 'Thief', email: ann.email, password: 'thief-password' });
    const { requestId: __, ...known } = JSON.parse(taken.text);
    expect(known).toEqual(unknown);
    expect((await box(ann.email)).subject).toBe('Bạn đã có tài khoản Lobby');
    expect((await signIn(ann.email, PASSWORD)).data.user.name).toBe('Ann');
  });

  it('by somebody else with one’s address is confirmed by nobody', async () => {
    await register({ name: 'Thief', password: 'thief-password' }, from('10.66.0.1'));
    const first = tokenIn(await box(email));
    await register();
    const second = tokenIn(await box(email, 2));
    // The owner follows the wrong mail first: their password does not fit it.
    expect((await here.post('/auth/register/confirm', { token: first, password: NEW })).status).toBe(400);
    expect((await here.post('/auth/register/confirm', { token: second, password: NEW })).status).toBe(200);
    expect((await signIn(email, 'thief-password')).status).toBe(401);
    expect((await signIn(email, NEW)).data.user.name).toBe('Nguyễn An');
    expect((await here.post('/auth/register/confirm', { token: first, password: 'thief-password' })).code).toBe(
      'LINK_NOT_VALID',
    );
  });

  it.each([
    [{ email: 'no-mail' }, 'email', 'EMAIL_INVALID'],
    [{ password: 'six666' }, 'password', 'TOO_SHORT'],
    [{ name: ' ' }, 'name', 'REQUIRED'],
    [{ confirmation: 'another-one' }, 'confirmation', 'CONFIRMATION_DIFFERS'],
    [{ kind: 'resident' }, 'kind', 'UNKNOWN_FIELD'],
    [{ verified: true }, 'verified', 'UNKNOWN_FIELD'],
  ])('refuses %j', async (more, field, code) => {
    const { status, error } = await register(more);
    expect([status, error.data?.fields?.[field]?.code]).toEqual([400, code]);
  });

  it('is limited by address, and a mailbox is not flooded', async () => {
    const tries = [];
    for (let one = 0; one < 6; one++) tries.push((await register()).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 429]);
    for (let one = 0; one < 8; one++) expect((await register({}, from(`10.67.0.${one}`))).status).toBe(200);
    await box(email, 10);
    // A mail has gone a moment before it is noted.
    await until(async () => (await mails().countDocuments({ state: 'waiting' })) === 0);
    expect(mailsIn(server.dir).filter(mail => mail.to === email)).toHaveLength(10);
  });
});

describe('a forgotten password', () => {
  const forget = (address: string, who = here) => who.post('/auth/password/forgot', { email: address });
  const reset = (token: string, password = NEW, more: object = {}) =>
    here.post('/auth/password/reset', { token, password, ...more });

  it('is set by the link, which ends every session and works once', async () => {
    const { data } = await signIn(ben.email, PASSWORD);
    const live = await listen(server.url, data.accessToken);
    expect((await forget(ben.email)).data).toBeNull();
    const token = tokenIn(await box(ben.email));
    expect((await reset(token, NEW, { confirmation: 'other' })).error.data?.fields?.confirmation?.code).toBe(
      'CONFIRMATION_DIFFERS',
    );
    expect((await reset(token)).status).toBe(200);
    await until(() => live.socket.disconnected);
    expect((await here.get('/auth/me', as(data.accessToken))).status).toBe(401);
    expect((await reset(token, 'third-password')).code).toBe('LINK_NOT_VALID');
    expect((await signIn(ben.email, PASSWORD)).status).toBe(401);
    expect((await signIn(ben.email, NEW)).status).toBe(200);
    expect((await box(ben.email, 2)).subject).toBe('Mật khẩu Lobby đã thay đổi');
  });

  it('of a resident works by the same way', async () => {
    await forget(site.dora.email);
    const token = tokenIn(await box(site.dora.email));
    expect((await here.post('/auth/link', { token })).data).toMatchObject({ kind: 'resident', email: site.dora.email });
    expect((await reset(token)).status).toBe(200);
    const { status } = await here.post('/resident/auth/login', { login: site.dora.email, password: NEW });
    expect(status).toBe(200);
  });

  it('answers the same for whom nobody knows, and for who is disabled; no mail goes out', async () => {
    await users().updateOne({ _id: site.emil.userId }, { $set: { disabled: true } });
    const answers = [await forget(email), await forget(site.emil.email), await forget(ann.email)];
    const seen = answers.map(({ status, text, headers }) => [
      status,
      text,
      [...headers.keys()].filter(name => name !== 'date').sort(),
    ]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    await until(async () => (await mails().countDocuments({ state: 'waiting' })) === 0);
    expect(mailsIn(server.dir).filter(mail => [email, site.emil.email].includes(mail.to))).toEqual([]);
    await users().updateOne({ _id: site.emil.userId }, { $set: { disabled: false } });
  });

  it('keeps its link for an hour, as a hash, and takes back the others that were sent', async () => {
    const first = tokenIn(await mailBy(server.dir, ann.email, () => forget(ann.email)));
    const links = await rowsIn('links').find({ userId: ann.userId, purpose: 'reset' }).toArray();
    expect(JSON.stringify(links)).not.toContain(first);
    const left = Number(links.at(-1)?.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    await rowsIn('links').updateMany({ userId: ann.userId }, { $set: { expiresAt: new Date() } });
    expect((await reset(first)).code).toBe('LINK_NOT_VALID');
    for (const token of ['', 'x'.repeat(43), `${first}x`])
      expect((await reset(token)).status).toBeGreaterThanOrEqual(400);
  });

  it('is set by one of two who use the link at once', async () => {
    await register();
    const confirm = { token: tokenIn(await box(email)), password: NEW };
    await here.post('/auth/register/confirm', confirm);
    await forget(email);
    const token = tokenIn(await box(email, 2));
    const tries = await Promise.all(['first-one', 'second-one', 'third-one'].map(password => reset(token, password)));
    expect(tries.map(one => one.status).sort()).toEqual([200, 422, 422]);
  });
});

describe('an invitation', () => {
  const inviting = async (address = email) => {
    const ctx = await systemIn(site.id);
    const person = { name: 'Mai', email: address, language: 'ja' } as const;
    return inviteStaff({ ...ctx, language: 'en', actor: { id: ann.id, name: 'Ann' } }, person);
  };

  it('to somebody new sets the first password by its link, and lets them in with the first sign-in', async () => {
    const doc = await inviting();
    expect(doc).toMatchObject({ status: 'PENDING', email });
    expect((await signIn(email, '')).status).toBe(400);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    const mail = await box(email);
    expect(mail.subject).toBe('Alpha への招待');
    const token = tokenIn(mail);
    expect((await here.post('/auth/link', { token })).data).toMatchObject({ purpose: 'activate', name: 'Mai' });
    expect((await here.post('/auth/password/reset', { token, password: NEW })).status).toBe(200);
    const { status, data } = await signIn(email, NEW);
    expect([status, data.employees]).toEqual([
      200,
      [expect.objectContaining({ employeeId: doc._id, projectId: site.id })],
    ]);
    expect((await stored(employee, doc._id)).status).toBe('ACTIVE');
    expect((await here.get('/unit-group', as(data.accessToken))).data).toHaveLength(1);
  });

  it('to who registered attaches them at once, and tells them', async () => {
    await register();
    await here.post('/auth/register/confirm', { token: tokenIn(await box(email)), password: NEW });
    const before = await signIn(email, NEW);
    const doc = await inviting(email.toUpperCase());
    expect(doc.status).toBe('ACTIVE');
    expect((await box(email, 2)).text).toContain('Alpha');
    expect((await here.get<Row[]>('/unit-group', as(before.data.accessToken))).data).toHaveLength(1);
  });

  it('is no way in for who registered with somebody else’s address', async () => {
    await register({ password: 'thief-password' });
    const doc = await inviting();
    expect(doc.status).toBe('PENDING');
    const token = tokenIn(await box(email, 2));
    await here.post('/auth/password/reset', { token, password: NEW });
    expect((await signIn(email, 'thief-password')).status).toBe(401);
    expect((await signIn(email, NEW)).status).toBe(200);
  });

  it('is refused for who has a place there, and for a resident’s e-mail', async () => {
    await inviting();
    for (const address of [email, ann.email, site.dora.email])
      await expect(inviting(address)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(await users().countDocuments({ logins: loginDigest(email) })).toBe(1);
  });

  it('of one e-mail at the same moment makes one account and one place', async () => {
    const tries = await Promise.allSettled([inviting(), inviting(), inviting()]);
    expect(tries.filter(one => one.status === 'fulfilled')).toHaveLength(1);
    expect(await rowsIn('employees').countDocuments({ email, projectId: site.id })).toBe(1);
  });
});
