import { choicesLink } from '@lobby/server/platform/accounts/choices.ts';
import { makeLink } from '@lobby/server/platform/accounts/links.ts';
import { unsubscribeLinks } from '@lobby/server/platform/accounts/unsubscribe.ts';
import { loginDigest } from '@lobby/server/platform/auth/sessions.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import type { Caller } from '../caller.ts';
import { mailTo, tokenIn } from '../mail/mailbox.ts';
import { signIn } from '../world.ts';

/** Calls every account route successfully, as a new user. */
export async function callAccounts(url: string, dir: string, nobody: Caller): Promise<void> {
  const [email, password] = ['newcomer@example.test', 'chosen-by-hand'];
  await nobody.post('/auth/register', { name: 'Newcomer', email, password });
  const confirm = { token: tokenIn(await mailTo(dir, email)) };
  await nobody.post('/auth/link', confirm);
  await nobody.post('/auth/register/confirm', { ...confirm, password });
  await nobody.post('/auth/password/forgot', { email });
  const token = tokenIn(await mailTo(dir, email, 2));
  await nobody.post('/auth/password/reset', { token, password });
  const as = async () => ({
    Authorization: `Bearer ${(await signIn(url, 'staff', email, password)).data.accessToken}`,
  });
  const one = await as();
  await as();
  await nobody.put('/auth/me', { name: 'Newcomer' }, one);
  const { data } = await nobody.get<{ id: string; current: boolean }[]>('/auth/sessions', one);
  await nobody.delete(`/auth/sessions/${data.find(row => !row.current)?.id}`, one);
  await nobody.delete('/auth/sessions', one);
  const user = await users().findOne({ email });
  await nobody.post(
    unsubscribeLinks('', { _id: user?._id ?? '', kind: 'staff' }, 'membership').call.replace('/api', ''),
  );
  const link = choicesLink('', user?._id ?? '', 'staff', new Date());
  const choices = { token: link.slice(link.indexOf('=') + 1) };
  await nobody.post('/emails/preferences', choices);
  await nobody.put('/emails/preferences', choices);
  const nextEmail = 'moved-newcomer@example.test';
  await users().updateOne({ email }, { $set: { nextEmail } });
  const moving = { purpose: 'address' as const, userId: user?._id ?? '', wish: null, to: loginDigest(nextEmail) };
  const moves = await makeLink({ id: 'moves', at: new Date() }, moving);
  await nobody.post('/auth/email/confirm', { token: moves, password });
}
