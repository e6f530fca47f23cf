import { expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const server = await startServer();
const { ann, dora } = await makeSite(server.url, 'Alpha');
const here = callerOf(
  () => server.url,
  () => ({}),
);
type SignedIn = { accessToken: string; user: Row };
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('Set-Cookie')?.split(';')[0] ?? '';
const asStaff = () => here.post<SignedIn>('/auth/login', { email: ann.email, password: PASSWORD });
const asResident = () => here.post<SignedIn>('/resident/auth/login', { login: dora.email, password: PASSWORD });

/** Whose session the cookies go on with. */
async function goesOn(cookies: string, as = '') {
  const answer = await here.post<SignedIn>(`/auth/refresh${as}`, {}, { Cookie: cookies });
  if (answer.status !== 200) return answer.code;
  const { data } = await here.get<SignedIn>('/auth/me', { Authorization: `Bearer ${answer.data.accessToken}` });
  return data.user.kind;
}

it('staff and residents are signed in beside each other in one browser, and signed out each by themselves', async () => {
  const resident = await asResident();
  const both = [await asStaff(), resident].map(cookieOf).join('; ');
  expect(await goesOn(both, '?as=staff')).toBe('staff');
  expect(await goesOn(both, '?as=resident')).toBe('resident');
  expect(await goesOn(cookieOf(await asResident()))).toBe('resident');
  expect(await goesOn(cookieOf(await asResident()), '?as=staff')).toBe('UNAUTHORIZED');
  const out = await here.post('/auth/logout', {}, { Authorization: `Bearer ${resident.data.accessToken}` });
  expect(out.headers.get('Set-Cookie')).toMatch(/^resident-refresh=;/);
});
