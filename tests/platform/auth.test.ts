import { endSessions } from '@lobby/server/platform/auth/sessions.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident as residentModule } from '@lobby/shared/modules/resident.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { change, rowsIn } from '../setup/records.ts';
import { type Listener, listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD, type Person } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora } = site;

let address = 0;
/** Somebody at an address of their own, so that one test's guesses are not another's. */
const from = (ip: string, url = server.url) =>
  callerOf(
    () => url,
    () => ({ 'X-Forwarded-For': ip, 'Accept-Language': 'en' }),
  );
let here = from('10.0.0.1');
beforeEach(() => {
  here = from(`10.1.0.${++address}`);
});

type SignedIn = { accessToken: string; user: Row; employees: Row[]; units: Row[] };
const signIn = (email: string, password = PASSWORD, who = here) =>
  who.post<SignedIn>('/auth/login', { email, password });
const cookieOf = (answer: { headers: Headers }) => answer.headers.get('Set-Cookie') ?? '';
const refresh = (cookie: string, who = here) =>
  who.post<{ accessToken: string }>('/auth/refresh', {}, { Cookie: cookie.split(';')[0] ?? '' });
const me = (token: string, url = server.url) =>
  from('10.9.9.9', url).get('/auth/me', { Authorization: `Bearer ${token}` });

describe('signing in', () => {
  it('as staff answers who one is and where one works', async () => {
    const answer = await signIn(ann.email.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.data.user).toMatchObject({ id: ann.userId, name: 'Ann', email: ann.email, kind: 'staff' });
    expect(answer.data.employees).toEqual([
      {
        employeeId: ann.id,
        projectId: site.id,
        projectName: 'Alpha',
        positions: [{ name: 'Chief', departmentName: 'Office Alpha' }],
      },
    ]);
    const cookie = cookieOf(answer);
    // By a span: a browser whose clock is ahead by days keeps it too.
    for (const mark of ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth', 'Max-Age=']) expect(cookie).toContain(mark);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.text).not.toMatch(/password|hash/i);
  });

  it('as a resident goes by e-mail or phone, however it is written', async () => {
    const user = await users().findOne({ _id: dora.userId });
    expect(user?.email).not.toContain('@');
    const phone = `09${String(10_000_000 + Number(/\d+/.exec(dora.email)?.[0])).slice(0)}`;
    for (const login of [dora.email, phone, phone.replace(/^0/, '+84'), phone.replace(/(\d{4})(\d{3})/, '$1 $2 ')]) {
      const answer = await here.post<SignedIn>('/resident/auth/login', { login, password: PASSWORD });
      expect(answer.status, login).toBe(200);
      expect(answer.data.units).toEqual([
        {
          unitId: site.unitId,
          unitCode: 'AA-12.08',
          projectId: site.id,
          projectName: 'Alpha',
          residentId: dora.id,
          role: 'HOUSEHOLDER',
          timeZone: 'Asia/Ho_Chi_Minh',
        },
      ]);
    }
  });

  it('says the same of a wrong password, an unknown user, the other kind and a user who may not', async () => {
    await users().updateOne({ _id: site.emil.userId }, { $set: { disabled: true } });
    await users().updateOne({ _id: site.ben.userId }, { $set: { verified: false } });
    const tries = await Promise.all([
      signIn(ann.email, 'wrong-password'),
      signIn('nobody@example.test'),
      signIn(dora.email),
      here.post('/resident/auth/login', { login: ann.email, password: PASSWORD }),
      here.post('/resident/auth/login', { login: site.emil.email, password: 'wrong-password' }),
      signIn(site.ben.email, 'wrong-password'),
    ]);
    const seen = tries.map(({ status, text, headers }) => [
      status,
      text.replace(/"requestId":"[^"]+"/, ''),
      headers.get('Set-Cookie'),
    ]);
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect(seen[0]?.[0]).toBe(401);
    expect(tries[0]?.code).toBe('SIGN_IN_FAILED');
    const known = await Promise.all([
      here.post('/resident/auth/login', { login: site.emil.email, password: PASSWORD }),
      signIn(site.ben.email),
    ]);
    expect(known.map(one => [one.status, one.code, one.headers.get('Set-Cookie')])).toEqual([
      [403, 'USER_NOT_ACTIVE', null],
      [403, 'EMAIL_NOT_VERIFIED', null],
    ]);
    await users().updateOne({ _id: site.emil.userId }, { $set: { disabled: false } });
    await users().updateOne({ _id: site.ben.userId }, { $set: { verified: true } });
  });
});

describe('guessing', () => {
  it('ends after ten, also when all come at once and through two servers; others sign in', async () => {
    const ip = '10.3.0.1';
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(ann.email, `guess ${n}`, from(ip, n % 2 ? second.url : server.url))),
    );
    expect(tries.filter(one => one.status === 401)).toHaveLength(10);
    const stopped = tries.filter(one => one.status === 429);
    expect(stopped).toHaveLength(30);
    const wait = Number(stopped[0]?.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(stopped[0]?.error.message).toMatch(/Wait (\d+ seconds?|1 minute)\.$/);
    expect((await signIn(ann.email, PASSWORD, from(ip))).status).toBe(429);
    expect((await signIn(ann.email, PASSWORD, from('10.3.0.2'))).status).toBe(200);
    expect((await signIn(site.ben.email, PASSWORD, from(ip))).status).toBe(200);
  });

  it('is not counted where the password was right', async () => {
    for (let n = 0; n < 15; n++) expect((await signIn(ann.email)).status).toBe(200);
    for (let n = 0; n < 9; n++) expect((await signIn(ann.email, 'wrong-password')).status).toBe(401);
    expect((await signIn(ann.email)).status).toBe(200);
  });
});

describe('refreshing', () => {
  it('gives the next token, and for a moment the same next to the one before', async () => {
    const first = cookieOf(await signIn(ann.email));
    const second = await refresh(first);
    expect(second.status).toBe(200);
    expect((await me(second.data.accessToken)).status).toBe(200);
    const tabs = await Promise.all([refresh(first), refresh(first)]);
    for (const tab of tabs)
      expect([tab.status, cookieOf(tab).split(';')[0]]).toEqual([200, cookieOf(second).split(';')[0]]);
    expect((await refresh(cookieOf(second))).status).toBe(200);
  });

  it('with a token from before that ends the whole family', async () => {
    const first = await signIn(ann.email);
    const second = await refresh(cookieOf(first));
    const third = await refresh(cookieOf(second));
    const replayed = await refresh(cookieOf(first), from('10.7.7.7'));
    expect([replayed.status, replayed.code]).toEqual([401, 'SESSION_ENDED']);
    expect(cookieOf(replayed)).toMatch(/refresh=;/);
    for (const answer of [second, third]) expect((await refresh(cookieOf(answer))).status).toBe(401);
    for (const { data } of [first, second, third]) expect((await me(data.accessToken)).status).toBe(401);
  });

  it('with one from before that, of a tab of the same browser that is late, is answered for a minute', async () => {
    const first = await signIn(ann.email);
    await refresh(cookieOf(await refresh(cookieOf(await refresh(cookieOf(first))))));
    const late = await refresh(cookieOf(first));
    expect(late.status).toBe(200);
    expect((await me(late.data.accessToken)).status).toBe(200);
    const [sid = ''] = /refresh=([^.]+)/.exec(cookieOf(first))?.slice(1) ?? [];
    await rowsIn('sessions').updateOne({ _id: sid }, { $set: { 'replaced.$[].at': new Date(Date.now() - 61_000) } });
    expect((await refresh(cookieOf(first))).code).toBe('SESSION_ENDED');
  });

  it('with two cookies uses neither, and ends nothing', async () => {
    const first = cookieOf(await signIn(ann.email)).split(';')[0] ?? '';
    expect((await refresh(`refresh=${'f'.repeat(24)}.1.x`)).status).toBe(401);
    const both = await here.post('/auth/refresh', {}, { Cookie: `refresh=other; ${first}` });
    expect([both.status, both.code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await refresh(first)).status).toBe(200);
  });

  it('past the moment of grace does too', async () => {
    const first = await signIn(ann.email);
    await refresh(cookieOf(first));
    const [sid = ''] = /refresh=([^.]+)/.exec(cookieOf(first))?.slice(1) ?? [];
    await rowsIn('sessions').updateOne(
      { _id: sid },
      { $set: { turnedAt: new Date(Date.now() - 61_000), 'replaced.$[].at': new Date(Date.now() - 61_000) } },
    );
    expect((await refresh(cookieOf(first))).code).toBe('SESSION_ENDED');
    expect((await me(first.data.accessToken)).status).toBe(401);
  });

  it.each(['', 'refresh=', 'refresh=a.b.c', 'refresh=a.1.c', `refresh=${'f'.repeat(24)}.1.x`, 'refresh=%E0%A4%A'])(
    'with %j is refused',
    async cookie => {
      expect((await refresh(cookie)).status).toBe(401);
    },
  );

  it('is no way in for a user who was disabled', async () => {
    const cookie = cookieOf(await signIn(site.ben.email));
    await users().updateOne({ _id: site.ben.userId }, { $set: { disabled: true } });
    expect((await refresh(cookie)).status).toBe(401);
    await users().updateOne({ _id: site.ben.userId }, { $set: { disabled: false } });
  });
});

describe('the end of a session', () => {
  /** Sockets of a token at both servers, and the way in. */
  async function everywhere(token: string): Promise<Listener[]> {
    return Promise.all([server.url, second.url].map(url => listen(url, token)));
  }
  async function isOver(token: string, sockets: readonly Listener[], reason: string): Promise<void> {
    for (const socket of sockets) {
      await until(() => socket.socket.disconnected);
      expect(socket.others).toContainEqual({ name: 'signed-out', data: { reason } });
    }
    for (const url of [server.url, second.url]) {
      await until(async () => (await me(token, url)).status === 401);
      await expect(listen(url, token)).rejects.toThrow('UNAUTHORIZED');
    }
  }

  it('by signing out reaches tokens and sockets on every server', async () => {
    const { data } = await signIn(ann.email);
    const sockets = await everywhere(data.accessToken);
    const other = await signIn(ann.email);
    const out = await here.post('/auth/logout', {}, { Authorization: `Bearer ${data.accessToken}` });
    expect([out.status, out.data]).toEqual([200, null]);
    await isOver(data.accessToken, sockets, 'SIGNED_OUT');
    expect((await me(other.data.accessToken)).status).toBe(200);
  });

  it('by a new password reaches all other sessions of the user', async () => {
    const carl: Person = site.carl;
    const [one, two] = [await signIn(carl.email), await signIn(carl.email)];
    const sockets = await everywhere(two.data.accessToken);
    const [own] = await everywhere(one.data.accessToken);
    const as = { Authorization: `Bearer ${one.data.accessToken}` };
    const wrong = await here.put('/auth/password', { current: 'wrong', password: 'another-password' }, as);
    expect([wrong.status, wrong.error.data?.fields?.current?.code]).toEqual([400, 'PASSWORD_INCORRECT']);
    const short = await here.put('/auth/password', { current: PASSWORD, password: 'six666' }, as);
    expect(short.error.data?.fields?.password?.code).toBe('TOO_SHORT');
    expect((await here.put('/auth/password', { current: PASSWORD, password: 'another-password' }, as)).status).toBe(
      200,
    );
    await isOver(two.data.accessToken, sockets, 'PASSWORD');
    expect((await refresh(cookieOf(two))).error).toMatchObject({
      code: 'SESSION_ENDED',
      data: { reason: 'PASSWORD' },
    });
    expect((await me(one.data.accessToken)).status).toBe(200);
    expect((await refresh(cookieOf(one))).status).toBe(200);
    expect(own?.socket.connected).toBe(true);
    expect((await signIn(carl.email)).status).toBe(401);
    expect((await signIn(carl.email, 'another-password')).status).toBe(200);
  });

  it('by the server, as when a user is disabled', async () => {
    const { data } = await signIn(ann.email);
    const sockets = await everywhere(data.accessToken);
    await endSessions({ userId: ann.userId }, new Date(), 'ELSEWHERE');
    await isOver(data.accessToken, sockets, 'ELSEWHERE');
  });
});

it('a home that one has left is closed at once: calls and sockets', async () => {
  const { dora: resident } = site;
  const live = await listen(second.url, resident.token);
  const place = { unitId: site.unitId, modules: ['HELP_DESK'] };
  expect((await live.ask('subscribe', place)).ok).toBe(true);
  expect((await resident.get('/pms/helpdesk')).status).toBe(200);
  await change(residentModule, resident.id, { unitId: site.otherUnitId, unitIds: [site.otherUnitId] });
  expect((await resident.get('/pms/helpdesk')).status).toBe(403);
  await until(async () => (await resident.at(second.url).get('/pms/helpdesk')).status === 403);
  expect(await live.ask('subscribe', place)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  await ann.post('/pms/helpdesk', { title: 'T', content: 'C', unitId: site.unitId });
  await change(residentModule, resident.id, { unitId: site.unitId, unitIds: [site.unitId] });
  await until(async () => (await resident.at(second.url).get('/pms/helpdesk')).status === 200);
  // No event is told but the change of permissions.
  expect(live.events.filter(event => event.action !== 'permissions')).toEqual([]);
});

it('a place that is taken away is gone at once: calls, sockets, projects', async () => {
  const { data } = await signIn(site.ben.email);
  const as = { Authorization: `Bearer ${data.accessToken}`, 'X-Project-Id': site.id };
  const live = await listen(second.url, data.accessToken);
  expect((await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] })).ok).toBe(true);
  expect((await here.get('/pms/helpdesk', as)).status).toBe(200);
  await change(employee, site.ben.id, { status: 'INACTIVE' });
  expect((await here.get('/pms/helpdesk', as)).status).toBe(403);
  const there = from('10.8.8.8', second.url);
  await until(async () => (await there.get('/pms/helpdesk', as)).status === 403);
  expect(await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] })).toMatchObject({ ok: false });
  expect((await here.get<Row[]>('/unit-group', as)).data).toEqual([]);
  await change(employee, site.ben.id, { status: 'ACTIVE' });
});
