import { expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { mailBy, tokenIn } from '../setup/mail/mailbox.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD, signIn } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const anybody = callerOf(
  () => server.url,
  () => ({ 'Accept-Language': 'en' }),
);
const NEW = 'a-new-password';
const forgotten = async (email: string) =>
  tokenIn(
    await mailBy(
      server.dir,
      email,
      () => anybody.post('/auth/password/forgot', { email }),
      mail => tokenIn(mail) !== '',
    ),
  );
const reset = (token: string) => anybody.post('/auth/password/reset', { token, password: 'somebody-elses' });

it('a link asked for before a change of password sets no other', async () => {
  const { ann } = site;
  const token = await forgotten(ann.email);
  expect((await ann.put('/auth/password', { current: PASSWORD, password: NEW })).status).toBe(200);
  expect((await anybody.post('/auth/link', { token })).code).toBe('LINK_NOT_VALID');
  expect((await reset(token)).code).toBe('LINK_NOT_VALID');
  expect((await signIn(server.url, 'staff', ann.email, NEW)).status).toBe(200);
  // One asked for since then is good.
  expect((await reset(await forgotten(ann.email))).status).toBe(200);
});

it('a link asked for before signing out everywhere sets no password', async () => {
  const { ben } = site;
  const token = await forgotten(ben.email);
  expect((await ben.delete('/auth/sessions')).status).toBe(200);
  expect((await reset(token)).code).toBe('LINK_NOT_VALID');
  expect((await signIn(server.url, 'staff', ben.email)).status).toBe(200);
});

it('a resident’s link ends with a change of password as well', async () => {
  const { dora } = site;
  const token = await forgotten(dora.email);
  expect((await dora.put('/auth/password', { current: PASSWORD, password: NEW })).status).toBe(200);
  expect((await reset(token)).code).toBe('LINK_NOT_VALID');
});
