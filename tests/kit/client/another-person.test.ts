import { label } from '@lobby/shared/modules/label.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { setAccessToken, transport } from '../../../client/kit/http/token.ts';
import { keepDraft, readDraft } from '../../../client/kit/offline/drafts.ts';
import { loadPermissions } from '../../../client/kit/session/permissions.ts';
import { endSession, scopeAtom, sessionAtom, signIn, takeReturnPath } from '../../../client/kit/session/session.ts';
import { startKit } from '../../../client/kit/start.ts';
import { useReveal } from '../../../client/kit/ui/detail/info/useReveal.ts';
import { until } from '../../setup/server/listener.ts';
import { renderHook, settle } from './render-hook.ts';

const tokenOf = (sub: string) => `.${btoa(JSON.stringify({ sub, iat: 0, exp: 600 }))}.`;
let answers: Record<string, unknown> = {};
transport.fetch = async url => {
  const path = Object.keys(answers).find(one => url.includes(one));
  return new Response(JSON.stringify({ code: 'SUCCESS', data: path ? answers[path] : null }), { status: 200 });
};
const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
vi.stubGlobal('location', { pathname: '/projects/1/members', search: '?id=7' });
afterAll(() => vi.unstubAllGlobals());
startKit([label]);

const user = (id: string) => ({ id, name: id, email: `${id}@example.test` });
const enter = (id: string) => {
  store.set(sessionAtom, { state: 'in', me: { user: user(id), employees: [], units: [] } });
  setAccessToken(tokenOf(id));
};
const key = { projectId: 'p', form: 'label' };
const write = async (values: string) => {
  keepDraft<string>(key).save(values);
  await until(async () => (await readDraft<string>(key))?.values === values);
};
beforeEach(() => {
  answers = {};
  kept.clear();
});

it('what somebody typed is kept when another signs in, and is theirs alone', async () => {
  enter('ann');
  await write('of Ann');
  answers = { '/auth/login': { accessToken: tokenOf('ben'), user: user('ben'), employees: [], units: [] } };
  await signIn('ben@example.test', 'secret');
  expect(await readDraft(key)).toBeNull();
  await write('of Ben');
  // Signing out deletes the user's own drafts only; those of a colleague on the same machine stay.
  endSession('signed-out');
  enter('ben');
  await until(async () => (await readDraft(key)) === null);
  enter('ann');
  expect((await readDraft<string>(key))?.values).toBe('of Ann');
});

it('the path to come back to is its user’s', () => {
  enter('ann');
  endSession('expired');
  enter('ben');
  expect(takeReturnPath()).toBeNull();
  enter('ann');
  endSession('expired');
  enter('ann');
  expect(takeReturnPath()).toBe('/projects/1/members?id=7');
  expect(takeReturnPath()).toBeNull();
});

it('revealed values go with the right to reveal, and do not come back with it', async () => {
  enter('ann');
  const may = (readEncrypted: boolean) => {
    answers = {
      '/module': [{ code: resident.code, read: true, readEncrypted }],
      '/reveal': { values: { phone: '09' } },
    };
    return loadPermissions('p');
  };
  await may(true);
  store.set(scopeAtom, { projectId: 'p' });
  const hook = await renderHook(useReveal, resident, 'r1');
  hook.at[1]?.();
  await until(() => settle().then(() => hook.at[0]?.phone === '09'));
  await may(false);
  await settle();
  expect(hook.at.slice(0, 2)).toEqual([null, null]);
  await may(true);
  await settle();
  expect(hook.at[0]).toBeNull();
  hook.close();
});
