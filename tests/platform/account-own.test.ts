import { mails } from '@lobby/server/kit/mail/queue.ts';
import { inviteStaff } from '@lobby/server/platform/accounts/invitations/invite.ts';
import { loginDigest } from '@lobby/server/platform/auth/sessions.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { describe, expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { mailBy, mailsIn, tokenIn } from '../setup/mail/mailbox.ts';
import { rowsIn, systemIn } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startAlone, startBeside, startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const email = 'someone@example.test';
const here = callerOf(
  () => server.url,
  () => ({
    'X-Forwarded-For': '10.6.0.1',
    'Accept-Language': 'en',
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130',
  }),
);
const signIn = (login: string, password: string) =>
  here.post<{ accessToken: string }>('/auth/login', { email: login, password });
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('the own account', () => {
  it('lists where one is signed in, signs out of one place and of all others, and tells the rest live', async () => {
    const second = await startBeside(server);
    const [one, two, three] = [
      await signIn(ann.email, PASSWORD),
      await signIn(ann.email, PASSWORD),
      await signIn(ann.email, PASSWORD),
    ];
    const mine = as(one.data.accessToken);
    const live = await listen(second.url, one.data.accessToken);
    const list = async () => (await here.get<Row[]>('/auth/sessions', mine)).data;
    const rows = await list();
    expect(rows.filter(row => row.current)).toHaveLength(1);
    expect(rows[0]).toMatchObject({ browser: 'Chrome', system: 'Windows', address: expect.stringMatching(/^10\./) });
    const other = rows.find(row => !row.current);
    expect((await here.delete(`/auth/sessions/${other?.id}`, mine)).status).toBe(200);
    await live.other('account', data => data.what === 'session');
    expect((await list()).map(row => row.id)).not.toContain(other?.id);
    const foreign = await here.get<Row[]>('/auth/sessions', as(site.carl.token));
    expect((await here.delete(`/auth/sessions/${rows[0]?.id}`, as(site.carl.token))).status).toBe(404);
    expect(foreign.data.map(row => row.id)).not.toContain(rows[0]?.id);
    expect((await here.delete('/auth/sessions', mine)).status).toBe(200);
    expect(await list()).toHaveLength(1);
    for (const gone of [two, three]) expect((await here.get('/auth/me', as(gone.data.accessToken))).status).toBe(401);
    expect((await here.get('/auth/me', mine)).status).toBe(200);
    live.others.length = 0;
    await signIn(ann.email, PASSWORD);
    await live.other('account', data => data.what === 'session');
  });

  it('changes its name and the language of its mails', async () => {
    const { data } = await signIn(ann.email, PASSWORD);
    const mine = as(data.accessToken);
    const changed = await here.put<{ user: Row }>('/auth/me', { name: '  Ann   Trần ', language: 'ko' }, mine);
    expect(changed.data.user).toMatchObject({ name: 'Ann Trần', language: 'ko' });
    expect((await here.get<{ user: Row }>('/auth/me', mine)).data.user.name).toBe('Ann Trần');
    const mail = await mailBy(server.dir, ann.email, () => here.post('/auth/password/forgot', { email: ann.email }));
    expect(mail.subject).toMatch(/비밀번호/);
    const wrong = await here.put('/auth/me', { language: 'xx', email: 'new@example.test' }, mine);
    expect(Object.keys(wrong.error.data?.fields ?? {}).sort()).toEqual(['email', 'language']);
  });

  it('turns off mails that may be, by the link in them', async () => {
    const register = { name: 'Mai', email, password: PASSWORD };
    const token = tokenIn(await mailBy(server.dir, email, () => here.post('/auth/register', register)));
    await here.post('/auth/register/confirm', { token, password: PASSWORD });
    const ctx = await systemIn(site.id);
    const attached = await mailBy(server.dir, email, () => inviteStaff(ctx, { name: 'Mai', email }));
    const call = attached.unsubscribeCall ?? '';
    const path = call.slice(call.indexOf('/emails'));
    expect((await here.post(path.slice(0, -1))).status).toBe(422);
    expect((await here.post(path)).data).toEqual({ topic: 'membership' });
    const user = await users().findOne({ logins: loginDigest(email) });
    expect(user?.mailOff).toEqual(['membership']);
    const other = await makeSite(server.url, 'Gamma');
    await inviteStaff(await systemIn(other.id), { name: 'Mai', email });
    await until(async () => (await mails().countDocuments({ state: 'waiting' })) === 0);
    expect(mailsIn(server.dir).filter(mail => mail.to === email)).toHaveLength(2);
  });
});

describe('the outbox', () => {
  it('is closed where the server is neither a demo nor its machine’s own', async () => {
    expect((await fetch(`${server.url}/api/outbox`)).status).toBe(404);
  });

  it('opens in a demo, and to the machine itself', async () => {
    const own = await startAlone(server, 'error', { TRUST_PROXY: '0' });
    const [mail] = mailsIn(server.dir);
    const page = await fetch(`${own.url}/api/outbox`);
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toContain(`/api/outbox/${mail?.id}`);
    expect(await (await fetch(`${own.url}/api/outbox/${mail?.id}`)).text()).toContain('<h1');
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])
      expect((await fetch(`${own.url}/api/outbox`, { headers: { [name]: '1.2.3.4' } })).status).toBe(404);
    for (const id of ['..%2fsecrets', 'f'.repeat(24), '%00'])
      expect((await fetch(`${own.url}/api/outbox/${id}`)).status).toBeGreaterThanOrEqual(400);
    await rowsIn('installation').insertOne({ _id: 'demo', state: 'loaded' });
    expect((await fetch(`${server.url}/api/outbox`)).status).toBe(200);
    await rowsIn('installation').deleteOne({ _id: 'demo' });
  });
});
