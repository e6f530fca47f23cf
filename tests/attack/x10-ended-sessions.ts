import { createHmac } from 'node:crypto';
import { readEnv } from '@lobby/server/env.ts';
import { setDisabled } from '@lobby/server/platform/accounts/invitations/invite.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { employee, position } from '@lobby/shared/modules/employee.ts';
import type { Figure } from '../load/figure.ts';
import { startServer } from '../load/product.ts';
import { callerOf } from '../setup/caller.ts';
import { type Listener, openEar, pause } from '../setup/client/socket-client.ts';
import { change, stored } from '../setup/records.ts';
import { makeSite, PASSWORD, type Site, signIn } from '../setup/world.ts';
import { openHome } from './arena.ts';
import { held, newTally, type Tally } from './verdict.ts';

/** How long anything may still be heard. */
const SOON_MS = 1000;

/** Somebody signed in anew, with a socket at each server that listens to the help desk. */
interface Ears {
  token: string;
  ears: Listener[];
}

async function openEars(urls: readonly string[], site: Site, email: string, token?: string): Promise<Ears> {
  const own = token ?? (await signIn(urls[0] ?? '', 'staff', email)).data.accessToken;
  const ears = await Promise.all(urls.map(url => openEar(url, own)));
  for (const ear of ears) await ear.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  return { token: own, ears };
}

/** The same token, good for a few seconds more only: what a client holds shortly before it renews it. */
function shortened(token: string, secret: string, seconds: number): string {
  const [head = '', body = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  const payload = Buffer.from(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds })).toString(
    'base64url',
  );
  return `${head}.${payload}.${createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')}`;
}

/** After an end: nothing is heard of what happens from one second on, and no call is answered. */
async function isDeaf(
  tally: Tally,
  what: string,
  { token, ears }: Ears,
  urls: readonly string[],
  site: Site,
): Promise<void> {
  await pause(SOON_MS);
  for (const ear of ears) ear.events.length = 0;
  await site.ann.post('/pms/helpdesk', { title: 'Nobody else hears', content: 'C', unitId: site.unitId });
  await pause(300);
  for (const [n, url] of urls.entries()) {
    tally.tried += 2;
    const heard = ears[n]?.events.length ?? 0;
    if (heard > 0) tally.fallen.push(`${what}: ${heard} events at server ${n + 1}`);
    const { status } = await callerOf(
      () => url,
      () => ({ Authorization: `Bearer ${token}`, 'X-Project-Id': site.id }),
    ).get('/pms/helpdesk');
    if (status !== 401 && status !== 403) tally.fallen.push(`${what}: a call at server ${n + 1} is answered ${status}`);
  }
  for (const ear of ears) ear.close();
}

/** X10: what is heard on a live socket after the right to it has ended, on two servers of one database. */
export const x10: Figure = {
  id: 'x10',
  title: 'sessions and rights that end, on a live socket',
  async run(stage) {
    const home = await openHome(stage);
    const settings = { TRUST_PROXY: '1', JOBS: '0' };
    const [one, two] = [await startServer(home, settings), await startServer(home, settings)];
    const urls = [one.url, two.url];
    try {
      const site = await makeSite(one.url, 'Alpha');
      const { ben } = site;
      const now = () => new Date();
      const tally = newTally();
      const as = ({ token }: Ears) => ({ Authorization: `Bearer ${token}` });

      const expiring = (await signIn(one.url, 'staff', ben.email)).data.accessToken;
      const short = shortened(expiring, readEnv({ DATA_DIR: home.dir }).secrets.signing, 2);
      const expired = await openEars(urls, site, ben.email, short);
      await pause(2000);
      await isDeaf(tally, 'token expired', expired, urls, site);

      const left = await openEars(urls, site, ben.email);
      await ben.post('/auth/logout', {}, as(left));
      await isDeaf(tally, 'signed out', left, urls, site);

      const changing = await openEars(urls, site, ben.email);
      const other = await openEars(urls, site, ben.email);
      await ben.put('/auth/password', { current: PASSWORD, password: `${PASSWORD}!` }, as(changing));
      await isDeaf(tally, 'password changed', other, urls, site);
      for (const ear of changing.ears) {
        tally.tried++;
        if (ear.socket.disconnected) tally.fallen.push('password changed: its own session has ended too');
        ear.close();
      }

      const back = await signIn(one.url, 'staff', ben.email, `${PASSWORD}!`);
      const disabled = await openEars(urls, site, ben.email, back.data.accessToken);
      await setDisabled(ben.userId, true, now());
      await isDeaf(tally, 'account disabled', disabled, urls, site);
      await setDisabled(ben.userId, false, now());

      const { passwordHash } = (await users().findOne({ _id: site.ann.userId })) ?? { passwordHash: '' };
      await users().updateOne({ _id: ben.userId }, { $set: { passwordHash } });
      const dismissed = await openEars(urls, site, ben.email);
      await change(employee, ben.id, { status: 'INACTIVE' });
      await isDeaf(tally, 'place taken away', dismissed, urls, site);

      await site.allow({ HELP_DESK: ['read'] });
      await pause(500);
      const revoked = await openEars(urls, site, site.carl.email);
      await site.allow({});
      await isDeaf(tally, 'permission revoked', revoked, urls, site);

      const edited = `${position.path}/${(await stored(employee, site.carl.id)).positionIds}/permissions`;
      const edit = async (permissions: Permissions) => {
        const { version } = (await site.ann.get(edited)).data;
        const { status } = await site.ann.put(edited, { version, permissions });
        if (status !== 200) tally.fallen.push(`the editor answers ${status}`);
      };
      await edit({ HELP_DESK: ['read', 'write'] });
      await pause(500);
      const narrowed = await openEars(urls, site, site.carl.email);
      await edit({});
      await isDeaf(tally, 'flags taken away in the editor', narrowed, urls, site);
      return [held(`heard or answered more than ${SOON_MS} ms after the end`, tally)];
    } finally {
      await Promise.all([one.stop(), two.stop()]);
      await home.close();
    }
  },
};
