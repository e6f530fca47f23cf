import { choicesLink } from '@lobby/server/platform/accounts/choices.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora } = site;
const nobody = callerOf(
  () => server.url,
  () => ({}),
);
const PATH = '/emails/preferences';
const tokenOf = (userId: string, kind: 'staff' | 'resident' = 'staff', at = new Date()) =>
  choicesLink('', userId, kind, at).split('#token=')[1] ?? '';

it('leads to the page of staff or of residents', () => {
  expect(choicesLink('https://l.test', 'a', 'staff', new Date())).toMatch(
    /^https:\/\/l\.test\/staff-profile-preferences#token=a\./,
  );
  expect(choicesLink('', 'a', 'resident', new Date())).toMatch(/^\/member-profile-preferences#token=a\./);
});

it('opens for its person alone: not changed, not too old, not for a closed account', async () => {
  const token = tokenOf(ben.userId);
  expect((await nobody.post(PATH, { token })).data).toMatchObject({ name: 'Ben', kind: 'staff', appOff: [] });
  const [, until = '', digest = ''] = token.split('.');
  const days = (n: number) => new Date(Date.now() - n * DAY_MS);
  for (const wrong of [
    'a',
    `${ann.userId}.${until}.${digest}`,
    `${ben.userId}.${until}z.${digest}`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    tokenOf(ben.userId, 'staff', days(182)),
    tokenOf('f'.repeat(24)),
  ]) {
    expect((await nobody.post(PATH, { token: wrong })).code, wrong).toBe('LINK_NOT_VALID');
    expect((await nobody.put(PATH, { token: wrong, appOff: [] })).code, wrong).toBe('LINK_NOT_VALID');
  }
  expect((await nobody.post(PATH, { token: tokenOf(ben.userId, 'staff', days(178)) })).status).toBe(200);
  await users().updateOne({ _id: ben.userId }, { $set: { disabled: true } });
  expect((await nobody.post(PATH, { token })).code).toBe('LINK_NOT_VALID');
  await users().updateOne({ _id: ben.userId }, { $set: { disabled: false } });
});

it.each([
  [{ mailOff: ['assigned'] }, 'mailOff.0'],
  [{ appOff: ['membership'] }, 'appOff.0'],
  [{ appOff: ['mention'] }, 'appOff.0'],
  [{ quiet: { mode: 'PROJECT' } }, 'quiet.mode'],
  [{ quiet: { mode: 'OWN', from: '22:00' } }, 'quiet.to'],
  [{ quiet: { mode: 'OWN', from: '25:00', to: '06:00' } }, 'quiet.from'],
  [{ language: 'xx' }, 'language'],
  [{ name: 'Mallory' }, 'name'],
])('takes what may be chosen only: %j', async (body, field) => {
  const answer = await nobody.put(PATH, { token: tokenOf(ben.userId), ...body });
  expect([answer.status, Object.keys(answer.error.data?.fields ?? {})]).toEqual([400, [field]]);
});

it('quiet hours and the text on devices are chosen too', async () => {
  const token = tokenOf(ben.userId);
  expect((await nobody.post(PATH, { token })).data).toMatchObject({ hideText: false, quiet: { mode: 'SHIFT' } });
  const quiet = { mode: 'OWN', from: '22:00', to: '06:30' };
  expect((await nobody.put(PATH, { token, hideText: true, quiet })).data).toMatchObject({ hideText: true, quiet });
  expect((await ben.get<{ user: unknown }>('/auth/me')).data.user).toMatchObject({ hideText: true, quiet });
});

it('what is chosen holds: in the profile, and for who is told', async () => {
  const token = tokenOf(ben.userId);
  const saved = await nobody.put(PATH, { token, language: 'ja', appOff: ['assigned'], mailOff: ['membership'] });
  expect(saved.data).toMatchObject({ language: 'ja', appOff: ['assigned'], mailOff: ['membership'] });
  const me = await ben.get<{ user: unknown }>('/auth/me');
  expect(me.data.user).toMatchObject({ language: 'ja', appOff: ['assigned'], mailOff: ['membership'] });
  const told = async (to: typeof ann) => {
    const { data } = await dora.post('/pms/helpdesk', { title: 'Đèn hỏng', content: 'Đèn hành lang hỏng' });
    expect((await ann.put(`/pms/helpdesk/${data.id}/approve`, {})).status).toBe(200);
    expect((await site.ann.put(`/pms/helpdesk/${data.id}/assign`, { employeeId: to.id })).status).toBe(200);
    return rowsIn('notifications').countDocuments({ 'subject.id': data.id, kind: 'HELP_DESK_ASSIGNED' });
  };
  expect(await told(ben)).toBe(0);
  await nobody.put(PATH, { token, appOff: [] });
  expect(await told(ben)).toBe(1);
});
