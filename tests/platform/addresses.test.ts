import { loginDigest } from '@lobby/server/platform/auth/sessions.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { mailBy, mailsIn, mailTo, tokenIn } from '../setup/mail/mailbox.ts';
import { change, makeRecord, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD, signIn } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, ben } = site;
const NEW = 'a-new-password';
const anybody = callerOf(
  () => server.url,
  () => ({ 'Accept-Language': 'en' }),
);

let n = 0;
const address = () => `moves${++n}@example.test`;
const phone = () => `09870${String(10_000 + ++n)}`;
const set = (token: string, password = NEW) => anybody.post('/auth/password/reset', { token, password });
const confirm = (token: string, password: string) => anybody.post('/auth/email/confirm', { token, password });
const edit = async (path: string, id: string, values: object, who = ben) =>
  who.put(`${path}/${id}`, { version: (await who.get(`${path}/${id}`)).data.version, ...values });

beforeAll(async () => {
  const room = await makeRecord(site.id, department, { name: 'Admin' }, { admin: true });
  const chief = await makeRecord(site.id, position, { name: 'Admin', departmentId: room._id }, { admin: true });
  await change(employee, ann.id, { positionIds: [chief._id] });
});

async function invited(
  kind: 'staff' | 'resident',
  where = site,
  values: object = {},
): Promise<Row & { email: string }> {
  const email = address();
  if (kind === 'staff') {
    const { data } = await where.ben.post(employee.path, { name: 'Người Mới', email, ...values });
    return { ...data, email };
  }
  const body = { name: 'Phạm Văn Mới', unitId: where.unitId, role: 'MEMBER', email, ...values };
  const { data } = await where.ben.post(resident.path, body);
  expect((await where.ben.put(`${resident.path}/${data.id}/invite`, {})).status).toBe(200);
  return { ...data, email };
}
async function inside(kind: 'staff' | 'resident', where = site, values: object = {}) {
  const person = await invited(kind, where, values);
  expect((await set(tokenIn(await mailTo(server.dir, person.email)), PASSWORD)).status).toBe(200);
  expect((await signIn(server.url, kind, person.email)).status).toBe(200);
  return person;
}
const KINDS = [
  ['staff', employee],
  ['resident', resident],
] as const;

describe.each(KINDS)('the e-mail of %s', (kind, { path }) => {
  it('corrected before anybody came in, ends the old link and is invited anew', async () => {
    const person = await invited(kind);
    const old = tokenIn(await mailTo(server.dir, person.email));
    const email = address();
    const answer = await edit(path, person.id, { email });
    expect(answer.status).toBe(200);
    const fresh = tokenIn(await mailTo(server.dir, email));
    expect((await set(old)).code).toBe('LINK_NOT_VALID');
    expect((await ben.put(`${path}/${person.id}/invite`, {})).status).toBe(200);
    expect((await set(old)).code).toBe('LINK_NOT_VALID');
    expect((await anybody.post<Row>('/auth/link', { token: fresh })).data).toMatchObject({ email });
    expect((await set(tokenIn(await mailTo(server.dir, email, 2)))).status).toBe(200);
    expect((await signIn(server.url, kind, email, NEW)).status).toBe(200);
    expect((await signIn(server.url, kind, person.email, NEW)).status).toBe(401);
  });

  it('of somebody active moves once its owner confirms it at the new one', async () => {
    const person = await inside(kind);
    const email = address();
    const asked = await edit(path, person.id, { email });
    expect(asked.status).toBe(200);
    expect(asked.data.newEmail).toBeTruthy();
    const doc = await stored(kind === 'staff' ? employee : resident, person.id);
    expect(doc.newEmail).toEqual(expect.any(String));
    // Until then all is as it was, and the owner knows.
    expect((await mailTo(server.dir, person.email, 2)).text).not.toContain('token=');
    expect((await signIn(server.url, kind, person.email)).status).toBe(200);
    expect((await signIn(server.url, kind, email)).status).toBe(401);
    const token = tokenIn(await mailTo(server.dir, email));
    const reset = tokenIn(
      await mailBy(server.dir, person.email, () => anybody.post('/auth/password/forgot', { email: person.email })),
    );
    expect((await set(token)).code).toBe('LINK_NOT_VALID');
    const wrong = await confirm(token, 'not-the-password');
    expect([wrong.status, wrong.error.data?.fields?.password?.code]).toEqual([400, 'PASSWORD_INCORRECT']);
    expect((await confirm(token, PASSWORD)).status).toBe(200);
    expect((await confirm(token, PASSWORD)).code).toBe('LINK_NOT_VALID');
    // Sign-in, resets and the record are one.
    expect((await set(reset)).code).toBe('LINK_NOT_VALID');
    expect((await signIn(server.url, kind, person.email)).status).toBe(401);
    expect((await signIn(server.url, kind, email)).status).toBe(200);
    const { data } = await ben.get(`${path}/${person.id}`);
    expect(data.newEmail).toBeNull();
    const again = await mailBy(server.dir, email, () => anybody.post('/auth/password/forgot', { email }));
    expect((await set(tokenIn(again))).status).toBe(200);
    expect(mailsIn(server.dir).filter(mail => mail.to === person.email).length).toBeGreaterThanOrEqual(4);
  });

  it('of somebody active moves when an Admin enters it once more, where they have no other place', async () => {
    const person = await inside(kind);
    const email = address();
    for (const _ of [1, 2]) expect((await edit(path, person.id, { email })).data.newEmail).toBeTruthy();
    expect((await edit(path, person.id, { email }, ann)).data.newEmail).toBeNull();
    expect((await signIn(server.url, kind, email)).status).toBe(200);
    expect((await signIn(server.url, kind, person.email)).status).toBe(401);
  });

  it('of who has a place in another project is confirmed by the owner alone, for both', async () => {
    const person = await inside(kind);
    const there =
      kind === 'staff'
        ? await other.ben.post(path, { name: 'Here too', email: person.email })
        : await other.ben.post(path, { name: 'Here too', unitId: other.unitId, role: 'MEMBER', email: person.email });
    if (kind === 'resident') await other.ben.put(`${path}/${there.data.id}/invite`, {});
    const email = address();
    await edit(path, person.id, { email });
    const vouched = await edit(path, person.id, { email }, ann);
    expect([vouched.status, vouched.error?.data?.fields?.email?.code]).toEqual([409, 'EMAIL_CONFIRMED_BY_OWNER']);
    expect((await confirm(tokenIn(await mailTo(server.dir, email)), PASSWORD)).status).toBe(200);
    const found = await Promise.all([ben.get(`${path}/${person.id}`), other.ben.get(`${path}/${there.data.id}`)]);
    const shown = found.map(({ data }) => String(data.email).slice(0, 1));
    expect(shown).toEqual(['m', 'm']);
    expect((await signIn(server.url, kind, email)).status).toBe(200);
  });

  it('is not that of somebody else', async () => {
    const [person, neighbour] = [await inside(kind), await inside(kind, other)];
    const answer = await edit(path, person.id, { email: neighbour.email });
    expect(answer.status).toBe(409);
    expect(Object.keys(answer.error.data?.fields ?? {})).toEqual(['email']);
  });

  it('put back, waits for nothing any more', async () => {
    const person = await inside(kind);
    const email = address();
    await edit(path, person.id, { email });
    const token = tokenIn(await mailTo(server.dir, email));
    expect((await edit(path, person.id, { email: person.email })).data.newEmail).toBeNull();
    expect((await confirm(token, PASSWORD)).code).toBe('LINK_NOT_VALID');
  });
});

describe('the phone of a resident', () => {
  it('signs in as the record has it, and is its next owner’s after that', async () => {
    const [first, second] = [phone(), phone()];
    const person = await inside('resident', site, { phone: first });
    expect((await signIn(server.url, 'resident', first)).status).toBe(200);
    expect((await edit(resident.path, person.id, { phone: second })).status).toBe(200);
    expect((await signIn(server.url, 'resident', first)).status).toBe(401);
    expect((await signIn(server.url, 'resident', second)).status).toBe(200);
    const next = await inside('resident', site, { phone: first });
    const { data } = await signIn(server.url, 'resident', first);
    expect(data.units).toMatchObject([{ residentId: next.id }]);
  });

  it('that an account still has from before is given to whose record has it', async () => {
    const number = phone();
    const gone = await inside('resident', site, { phone: number });
    await change(resident, gone.id, { deletedAt: new Date(), 'blind.phone': null });
    const next = await inside('resident', site, { phone: number });
    expect((await signIn(server.url, 'resident', number)).data.units).toMatchObject([{ residentId: next.id }]);
    expect(await users().countDocuments({ logins: loginDigest(`+84${number.slice(1)}`) })).toBe(1);
  });
});

it('an e-mail taken away from who is invited takes the account along; from who is in it is refused', async () => {
  const waiting = await invited('resident');
  const token = tokenIn(await mailTo(server.dir, waiting.email));
  expect((await edit(resident.path, waiting.id, { email: null })).data.appState).toBe('NONE');
  expect((await set(token)).code).toBe('LINK_NOT_VALID');
  const person = await inside('resident');
  const answer = await edit(resident.path, person.id, { email: null });
  expect([answer.status, answer.error.data?.fields?.email?.code]).toEqual([422, 'RESIDENT_EMAIL_NEEDED']);
});
