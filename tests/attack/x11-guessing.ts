import { boundLine, type Figure } from '../load/figure.ts';
import { median } from '../load/statistics.ts';
import { type Caller, callerOf } from '../setup/caller.ts';
import { pause } from '../setup/client/socket-client.ts';
import { PASSWORD } from '../setup/world.ts';
import { openArena } from './arena.ts';
import { held, newTally } from './verdict.ts';

const GUESSES = 100;
const ALLOWED = 10;
/** A mailbox takes ten mails an hour, two of them to warm up; after that nothing is queued for it. */
const MAILS = 8;
/** Medians of a handful of calls on a shared machine differ by as much where nothing differs. */
const MOST_APART = 1.5;

interface Tokens {
  status: number;
  cookie: string;
  token: string;
}

async function call(who: Caller, path: string, body: object, headers: Record<string, string> = {}): Promise<Tokens> {
  const answer = await who.post<{ accessToken: string } | null>(path, body, headers);
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return { status: answer.status, cookie, token: answer.data?.accessToken ?? '' };
}

/** How far apart the usual times of two calls are, taken in turn so that the machine meets both alike. */
async function apart(rounds: number, one: (n: number) => Promise<unknown>, two: (n: number) => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let n = -2; n < rounds; n++)
    for (const [at, run] of [one, two].entries()) {
      const begun = performance.now();
      await run(n + 2);
      if (n >= 0) times[at === 0 ? 0 : 1].push(performance.now() - begun);
    }
  const [a, b] = [median(times[0]), median(times[1])];
  return Math.max(a, b) / Math.min(a, b);
}

/** X11: guessing and replaying; and that nobody honest is shut out by what stops it. */
export const x11: Figure = {
  id: 'x11',
  title: 'guessed passwords, replayed tokens',
  async run(stage, quick) {
    const { site, url, close } = await openArena(stage, { foreign: false });
    const from = (ip: string) =>
      callerOf(
        () => url,
        () => ({ 'X-Forwarded-For': ip }),
      );
    const signIn = (email: string, password: string, ip: string) => call(from(ip), '/auth/login', { email, password });
    const refresh = (cookie: string, ip = '10.0.0.9') => call(from(ip), '/auth/refresh', {}, { Cookie: cookie });
    const { ann, ben } = site;
    try {
      const guessed = newTally();
      for (let n = 0; n < GUESSES; n++) {
        const { status } = await signIn(ann.email, `guess ${n}`, '10.1.0.1');
        guessed.tried++;
        if (status !== (n < ALLOWED ? 401 : 429)) guessed.fallen.push(`guess ${n + 1} is answered ${status}`);
      }
      if ((await signIn(ann.email, PASSWORD, '10.1.0.1')).status !== 429)
        guessed.fallen.push('the right one was let in');

      const shutOut = newTally();
      const expect = (what: string, { status }: { status: number }, wanted = 200) => {
        shutOut.tried++;
        if (status !== wanted) shutOut.fallen.push(`${what}: ${status}`);
      };
      expect('the owner from elsewhere', await signIn(ann.email, PASSWORD, '10.1.0.2'));
      // The address as a whole is slowed down for a moment, too.
      await pause(3000);
      expect('a colleague from the same address', await signIn(ben.email, PASSWORD, '10.1.0.1'));
      for (let n = 0; n < ALLOWED * 2; n++) expect('somebody often', await signIn(ben.email, PASSWORD, '10.1.0.3'));
      const first = await signIn(ann.email, PASSWORD, '10.1.0.4');
      const lost = await refresh(first.cookie);
      const again = await refresh(first.cookie);
      expect('a lost refresh answer, asked again', again);
      if (again.cookie !== lost.cookie) shutOut.fallen.push('asked again, another successor is given');
      const tabs = await Promise.all(Array.from({ length: 5 }, () => refresh(again.cookie)));
      for (const tab of tabs) expect('one of five tabs', tab);

      const replayed = newTally();
      const last = await refresh(tabs[0]?.cookie ?? '');
      const family = [last.token, again.token];
      replayed.tried++;
      if ((await refresh(first.cookie, '10.0.0.66')).status !== 401)
        replayed.fallen.push('an old refresh token is taken');
      for (const cookie of [last.cookie, again.cookie]) {
        replayed.tried++;
        if ((await refresh(cookie)).status !== 401) replayed.fallen.push('the family lives on');
      }
      for (const token of family) {
        replayed.tried++;
        const { status } = await from('10.0.0.9').get('/auth/me', { Authorization: `Bearer ${token}` });
        if (status !== 401) replayed.fallen.push('an access token of the family lives on');
      }

      const rounds = quick ? 8 : 40;
      const nobody = (n: number) => `nobody${n}@example.test`;
      const somewhere = (part: number) => (n: number) => `10.${part}.${n}.1`;
      const ask = (path: string, email: string, ip: string, more: object = {}) =>
        call(from(ip), path, { email, ...more });
      const [a, b, c] = [somewhere(20), somewhere(21), somewhere(22)];
      const login = await apart(
        rounds,
        n => signIn(ann.email, 'wrong-password', a(n)),
        n => signIn(nobody(n), 'wrong-password', a(n)),
      );
      const forgot = await apart(
        MAILS,
        n => ask('/auth/password/forgot', ann.email, b(n)),
        // One address here too: what differs is whether somebody has it, not whether it was asked for before.
        n => ask('/auth/password/forgot', nobody(0), b(n)),
      );
      const person = { name: 'Somebody', password: 'some-password' };
      const register = await apart(
        MAILS,
        n => ask('/auth/register', ben.email, c(n), person),
        n => ask('/auth/register', nobody(1000 + n), c(n), person),
      );
      const line = (what: string, ratio: number) =>
        boundLine(`${what}: a known e-mail against an unknown one`, ratio, MOST_APART, { unit: 'times as long' });
      return [
        held(`guesses of a password beyond ${ALLOWED} a minute`, guessed),
        held('honest people shut out', shutOut),
        held('replayed refresh tokens', replayed),
        line('sign-in', login),
        line('forgotten password', forgot),
        line('registration', register),
      ];
    } finally {
      await close();
    }
  },
};
