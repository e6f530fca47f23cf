import { users } from '@lobby/server/platform/auth/users.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callerOf, type Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { mailsIn, mailTo } from '../setup/mail/mailbox.ts';
import { change, makeRecord, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, signIn } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
/** Ann is the Admin; Carl may only manage employees. */
const { ann, ben, carl } = site;
const staff = employee.path;
const LIST = { EMPLOYEE: ['read', 'write', 'delete', 'updateStatus'] } as const;

const told = (answer: Answer<Row>, field: string) => [answer.status, answer.error?.data?.fields?.[field]?.code];
const versionOf = async (id: string) => (await stored(employee, id)).version;
const edit = async (id: string, values: Record<string, unknown>, who = carl) =>
  who.put(`${staff}/${id}`, { version: await versionOf(id), ...values });

let guard = '';
let accountant = '';
beforeAll(async () => {
  const room = await makeRecord(site.id, department, { name: 'Admin' }, { admin: true });
  const chief = await makeRecord(site.id, position, { name: 'Admin', departmentId: room._id }, { admin: true });
  await change(employee, ann.id, { positionIds: [chief._id] });
  const place = async (name: string, permissions: object) =>
    (await makeRecord(site.id, position, { name, departmentId: site.departmentId }, { permissions }))._id;
  guard = await place('Guard', { EMPLOYEE: ['read'] });
  accountant = await place('Accountant', { BILL: ['read', 'write'] });
  await site.allow(LIST);
});

describe('who keeps the staff list', () => {
  it('does not take over the place of an Admin', async () => {
    const before = await stored(employee, ann.id);
    const mine = await edit(ann.id, { email: 'carls-own@example.test' });
    expect(told(mine, 'email')).toEqual([403, 'ADMIN_KEPT_BY_ADMIN']);
    expect(told(await edit(ann.id, { phone: '0987000111' }), 'phone')).toEqual([403, 'ADMIN_KEPT_BY_ADMIN']);
    for (const name of ['invite', 'ban', 'deactivate', 'disable', 'absent', 'dispatch']) {
      const answer = await carl.put(`${staff}/${ann.id}/${name}`, { reason: 'x' });
      expect([name, answer.status, answer.code]).toEqual([name, 403, 'ADMIN_KEPT_BY_ADMIN']);
    }
    expect((await carl.delete(`${staff}/${ann.id}`)).code).toBe('ADMIN_KEPT_BY_ADMIN');
    expect(await stored(employee, ann.id)).toMatchObject({ version: before.version, userId: ann.userId });
  });

  it('moves no place in use to another account', async () => {
    const thief = 'thief@example.test';
    await change(employee, ben.id, { positionIds: [guard] });
    const asked = await edit(ben.id, { email: thief });
    expect([asked.status, asked.data.email, asked.data.newEmail]).toEqual([200, ben.email, thief]);
    expect((await carl.put(`${staff}/${ben.id}/invite`, {})).status).toBe(200);
    expect((await stored(employee, ben.id)).userId).toBe(ben.userId);
    expect(await users().countDocuments({ email: thief })).toBe(0);
    expect((await signIn(server.url, 'staff', ben.email)).status).toBe(200);
    // The owner is notified at the current address.
    expect((await mailTo(server.dir, ben.email)).text).toContain('Carl');
    expect(mailsIn(server.dir).filter(mail => mail.to === thief && /set-new-password/.test(mail.text))).toEqual([]);
  });

  it('gives nobody a position that may do more, and moves no such place by its e-mail', async () => {
    const own = await stored(employee, carl.id);
    const positionIds = [...(own.positionIds as string[]), accountant];
    expect(told(await edit(carl.id, { positionIds }), 'positionIds')).toEqual([403, 'POSITION_NOT_HELD']);
    const hired = await carl.post(staff, { name: 'Friend', email: 'friend@example.test', positionIds: [accountant] });
    expect(told(hired, 'positionIds')).toEqual([403, 'POSITION_NOT_HELD']);
    expect(hired.error.message).toContain('position');
    expect(hired.error.data?.fields?.positionIds?.message).toContain('Accountant');
    const fine = await carl.post(staff, { name: 'Guard', email: 'guard@example.test', positionIds: [guard] });
    expect(fine.status).toBe(201);
    const waiting = await ann.post(staff, { name: 'New', email: 'new@example.test', positionIds: [accountant] });
    expect(waiting.status).toBe(201);
    expect(told(await edit(waiting.data.id, { email: 'carl2@example.test' }), 'email')).toEqual([
      403,
      'POSITION_NOT_HELD',
    ]);
  });

  it('gives none by a spreadsheet either', async () => {
    await site.allow({ ...LIST, AUTHORIZATION: ['read'] });
    const rows = [{ name: 'From a sheet', email: 'from-a-sheet@example.test', positionIds: [accountant] }];
    const file = async () => formOf([{ name: 'staff.xlsx', body: await bookOf(ann, employee, rows) }]);
    const preview = await carl.post(`${staff}/import/preview`, await file());
    expect(preview.text).toContain('POSITION_NOT_HELD');
    const answer = await carl.post(`${staff}/import`, await file());
    expect([answer.status, answer.code]).toEqual([422, 'IMPORT_HAS_FAULTS']);
    expect((await ann.post(`${staff}/import`, await file())).status).toBe(201);
    await site.allow(LIST);
  });
});

describe('who sets permissions', () => {
  it('grants only rights that they have; an Admin all', async () => {
    await site.allow({ AUTHORIZATION: ['read', 'write'], MEMBER: ['read'] });
    const [own = ''] = (await stored(employee, carl.id)).positionIds as string[];
    const path = `${position.path}/${own}/permissions`;
    const put = async (permissions: object, who = carl) =>
      who.put(path, { version: (await who.get(path)).data.version, permissions });
    const kept = { AUTHORIZATION: ['read', 'write'] };
    const more = await put({ ...kept, MEMBER: ['read', 'exportEncrypted'] });
    expect(told(more, 'permissions.MEMBER.exportEncrypted')).toEqual([403, 'RIGHT_NOT_HELD']);
    expect(told(more, 'permissions.MEMBER.read')).toEqual([403, undefined]);
    expect((await put({ ...kept, MEMBER: ['read'] })).status).toBe(200);
    expect((await put({ ...kept, MEMBER: ['read', 'exportEncrypted'] }, ann)).status).toBe(200);
    // Removing permissions needs write permission only.
    await site.allow({ AUTHORIZATION: ['read', 'write'] });
    const other = `${position.path}/${accountant}/permissions`;
    const { version } = (await carl.get(other)).data;
    expect((await carl.put(other, { version, permissions: { BILL: ['read'] } })).status).toBe(200);
  });
});

it('is refused in the five languages', async () => {
  await site.allow(LIST);
  const words = await Promise.all(
    ['vi', 'en', 'ja', 'zh', 'ko'].map(async language => {
      const caller = callerOf(
        () => server.url,
        () => ({ Authorization: `Bearer ${carl.token}`, 'X-Project-Id': site.id, 'Accept-Language': language }),
      );
      const { code, error } = await caller.put(`${staff}/${ann.id}/ban`, { reason: 'x' });
      expect(code).toBe('ADMIN_KEPT_BY_ADMIN');
      return error.message;
    }),
  );
  expect(new Set(words).size).toBe(5);
});
