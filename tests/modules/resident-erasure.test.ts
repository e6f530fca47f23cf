import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { db } from '@lobby/server/kit/database/database.ts';
import { isHeld } from '@lobby/server/kit/privacy/key-ring.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { filesOfZip } from '../setup/files/zips.ts';
import { contractsOf, lastingDay } from '../setup/house/contracts.ts';
import { mailsIn, mailTo, tokenIn } from '../setup/mail/mailbox.ts';
import { rowsIn, stored } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, signIn } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const path = resident.path;
const anybody = callerOf(
  () => server.url,
  () => ({ 'Accept-Language': 'en' }),
);
const PERSON = {
  name: 'Trịnh Quốc Khánh',
  phone: '0977 123 987',
  email: 'khanh.trinh@example.test',
  identifier: '001199004455',
  birthday: '1991-03-07',
  phone2: '0966555444',
  visa: 'VN8877665',
  temporaryNumber: 'TT-778899',
  permanentAddress: '12 Nguyễn Trãi, Hà Nội',
  company: 'Công ty Sao Mai',
  taxCode: '8012345678',
};
/** Search terms of somebody with access to the whole database. */
const VALUES = [
  'Trịnh Quốc Khánh',
  'trinh quoc khanh',
  'khanh trinh quoc',
  '977123987',
  '0977 123 987',
  'khanh.trinh@',
  '001199004455',
  '1991-03-07',
  '966555444',
  'VN8877665',
  'TT-778899',
  '12 Nguyễn Trãi',
  '8012345678',
];

/** Collections of the whole database that contain one of the values. */
async function tracesOf(values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db().listCollections({}, { nameOnly: true }).toArray())
    for await (const doc of db().collection(name).find()) {
      const text = JSON.stringify(doc).toLowerCase();
      for (const value of values) if (text.includes(value.toLowerCase())) found.push(`${name}: ${value}`);
    }
  return [...new Set(found)];
}

/** Data of a resident of every kind: an edited and revealed record, an account, tickets, messages, a picture. */
async function lived() {
  const made = await ann.post(
    path,
    { ...PERSON, unitId: site.unitId, role: 'MEMBER' },
    { 'Idempotency-Key': randomUUID() },
  );
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { id } = made.data;
  await ann.put(`${path}/${id}`, { version: 1, contactAddress: '12 Nguyễn Trãi, Hà Nội' });
  await ann.put(`${path}/${id}/reveal`);
  await ann.put(`${path}/${id}/invite`, {});
  const token = tokenIn(await mailTo(server.dir, PERSON.email));
  await anybody.post('/auth/password/reset', { token, password: 'a-new-password' });
  const { data } = await signIn(server.url, 'resident', PERSON.email, 'a-new-password');
  const own = callerOf(
    () => server.url,
    () => ({ Authorization: `Bearer ${data.accessToken}`, 'X-Unit-Id': site.unitId, 'Accept-Language': 'en' }),
  );
  await own.put('/preferences', { theme: 'dark' });
  const upload = await own.post<Row[]>('/upload', formOf([{ name: 'Trịnh Quốc Khánh.png', body: await png() }]));
  const asked = await own.post(
    ticket.path,
    { title: 'Rò nước', content: `Gọi tôi: Trịnh Quốc Khánh, 0977.123.987`, images: [upload.data[0]?.id] },
    { 'Idempotency-Key': randomUUID() },
  );
  expect([asked.status, asked.text]).toEqual([201, expect.any(String)]);
  await own.post(`${ticket.path}/${asked.data.id}/messages`, { content: 'Email khanh.trinh@example.test nhé' });
  await ann.post(`${ticket.path}/${asked.data.id}/messages`, { content: 'Chào anh Trịnh Quốc Khánh' });
  const chat = await own.post(`${room.path}/create`, {
    roomType: 'ACCOUNTING',
    content: 'Khánh đây, khanh.trinh@example.test',
  });
  await ann.post(`${room.path}/${chat.data.id}/messages`, { content: 'Dạ anh Trịnh Quốc Khánh' });
  await own.put(`${room.path}/${chat.data.id}/messages/readall`);
  await ann.file(`${path}/export?filter[q]=${encodeURIComponent('trinh quoc khanh')}`);
  for (const q of ['Khánh Trịnh', '0977123987', 'khanh.trinh@example.test', 'VN8877665'])
    await ann.file(`${ticket.path}/export?filter[q]=${encodeURIComponent(q)}`);
  return { id, own, ticketId: asked.data.id };
}
const version = async (id: string) => Number((await ann.get(`${path}/${id}`)).data.version);

describe('one person’s data', () => {
  it('goes into one file, with everything that is held, and stays masked elsewhere', async () => {
    const { id, ticketId } = await lived();
    const headers = {
      Authorization: `Bearer ${ann.token}`,
      'X-Project-Id': site.id,
      'Content-Type': 'application/json',
    };
    const ask = (body: object) =>
      fetch(`${server.url}/api${path}/${id}/person-file`, { method: 'PUT', headers, body: JSON.stringify(body) });
    expect((await ask({})).status).toBe(400);
    const answer = await ask({ reason: 'Asked for by mail' });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    const zip = filesOfZip(Buffer.from(await answer.arrayBuffer()));
    const held = JSON.parse(String(zip.get('person.json')));
    expect(held.person[0]).toMatchObject({ name: PERSON.name, email: PERSON.email, phone: '+84977123987' });
    expect(held.homes).toMatchObject([{ unitId: 'AA-12.08', role: 'MEMBER' }]);
    expect(held.tickets).toMatchObject([{ title: 'Rò nước' }]);
    expect(held.messages).toMatchObject([
      { content: 'Email khanh.trinh@example.test nhé' },
      { content: 'Khánh đây, khanh.trinh@example.test' },
    ]);
    expect(held.history.map((one: Row) => one.action)).toEqual(expect.arrayContaining(['create', 'reveal', 'invite']));
    expect(held.account).toMatchObject([{ email: PERSON.email }]);
    expect(held.sessions).toHaveLength(1);
    expect([...zip.keys()].some(name => name.endsWith('.png'))).toBe(true);
    const rows = await rowsOfSheet(zip.get('person.xlsx') ?? Buffer.alloc(0));
    expect(rows.flat()).toEqual(expect.arrayContaining([PERSON.email, 'Rò nước']));
    const [entry] = (await ann.get<Row[]>(`${path}/${id}/activities`)).data;
    expect(entry).toMatchObject({
      action: 'person-file',
      after: { reason: 'Asked for by mail' },
      actor: { id: ann.id },
    });
    expect((await ann.get(`${ticket.path}/${ticketId}`)).data.residentId).toBe(id);
  });

  it('is erased only once the person lives here no more, and then stands nowhere', async () => {
    const doc = await rowsIn('residents').findOne({ projectId: site.id, name: PERSON.name });
    const id = String(doc?._id);
    const account = await rowsIn('users').findOne({ _id: String(doc?.userId) });
    const { data } = await signIn(server.url, 'resident', PERSON.email, 'a-new-password');
    const live = await listen(server.url, data.accessToken);
    await live.ask('subscribe', { unitId: site.unitId, modules: [ticket.code] });
    const own = callerOf(
      () => server.url,
      () => ({ Authorization: `Bearer ${data.accessToken}`, 'X-Unit-Id': site.unitId, 'Accept-Language': 'en' }),
    );
    const reason = `Đề nghị của Trịnh Quốc Khánh`;
    expect((await ann.put(`${path}/${id}/erase`, { reason })).code).toBe('STATUS_NOT_ALLOWED');
    await ann.put(`${path}/${id}/move-out`, { unitId: site.unitId });
    expect((await ann.put(`${path}/${id}/erase`, {})).code).toBe('VALIDATION_FAILED');
    expect((await tracesOf(VALUES)).length).toBeGreaterThan(5);
    expect(mailsIn(server.dir).some(mail => mail.to === PERSON.email)).toBe(true);
    const neighbour = { name: 'Hàng Xóm', unitId: site.unitId, role: 'MEMBER', email: 'neighbour@example.test' };
    await ann.put(`${path}/${(await ann.post(path, neighbour)).data.id}/invite`, {});
    await mailTo(server.dir, neighbour.email);

    const erased = await ann.put(`${path}/${id}/erase`, { reason, version: await version(id) });
    expect([erased.status, erased.data.name, erased.data.phone]).toEqual([200, '', null]);
    expect(await tracesOf(VALUES)).toEqual([]);
    expect(await rowsIn('personKeys').countDocuments({ _id: id })).toBe(0);
    expect(await rowsIn('users').countDocuments({ _id: String(account?._id) })).toBe(0);
    await until(async () => (await own.get('/auth/me')).status === 401);
    await until(() => live.others.some(({ name }) => name === 'signed-out'));
    expect((await signIn(server.url, 'resident', PERSON.email, 'a-new-password')).status).toBe(401);
    const dir = join(server.dir, 'files', site.id);
    await until(() => !existsSync(dir) || readdirSync(dir).length === 0);
    await until(() => mailsIn(server.dir).every(mail => mail.to !== PERSON.email));
    expect(mailsIn(server.dir).map(({ to }) => to)).toContain('neighbour@example.test');

    const [told] = await rowsIn('events').find({ entityId: id, action: 'erase' }).toArray();
    expect(told).toMatchObject({ actor: { id: ann.id, name: 'Ann' }, after: { reason: 'Đề nghị của •••' } });
    const activity = await ann.get<Row[]>('/activity/list?limit=100');
    expect(activity.status).toBe(200);
    expect(activity.data.find(one => one.action === 'erase')).toMatchObject({ entityId: id });
    expect((await ann.get(`${path}/${id}`)).status).toBe(404);
    expect((await ann.get<Row[]>(`${path}?filter[living][]=false`)).data.map(one => one.id)).not.toContain(id);
    const tickets = await ann.get<Row[]>(`${ticket.path}?limit=100`);
    const kept = tickets.data.find(one => one.title === 'Rò nước');
    expect(kept).toMatchObject({ residentId: null, unitId: site.unitId });
    const talk = await ann.get<{ author: { name: string }; content: string }[]>(`${ticket.path}/${kept?.id}/messages`);
    expect(talk.data.map(({ author, content }) => [author.name, content])).toEqual([
      ['–', 'Email ••• nhé'],
      ['Ann', 'Chào anh •••'],
    ]);
    const homes = await rowsIn('residencys').find({ residentId: id }).toArray();
    expect(homes).toMatchObject([{ unitId: site.unitId, living: false }]);
    expect((await ann.post(path, { ...PERSON, unitId: site.unitId, role: 'MEMBER' })).status).toBe(201);
  });

  it('goes with that of the records that were merged into the person', async () => {
    const one = await ann.post(path, {
      name: 'Lưu Bảo Ngọc',
      unitId: site.unitId,
      role: 'MEMBER',
      phone: '0933444111',
    });
    const two = await ann.post(path, {
      name: 'Lưu Bảo Ngọc Anh',
      unitId: site.unitId,
      role: 'MEMBER',
      email: 'ngoc@example.test',
    });
    await ann.put(`${path}/${one.data.id}/merge`, { withId: two.data.id, version: 1 });
    const shown = await ann.put<{ values: Row }>(`${path}/${one.data.id}/reveal`);
    expect(shown.data.values.email).toBe('ngoc@example.test');
    expect(await stored(resident, one.data.id)).toMatchObject({ email: expect.stringContaining(one.data.id) });
    await ann.put(`${path}/${one.data.id}/move-out`, { unitId: site.unitId });
    expect((await ann.put(`${path}/${one.data.id}/erase`, { reason: 'Asked' })).status).toBe(200);
    expect(await tracesOf(['Lưu Bảo Ngọc', 'luu bao ngoc', '933444111', 'ngoc@example.test'])).toEqual([]);
    expect([isHeld(one.data.id), await rowsIn('personKeys').countDocuments({ _id: two.data.id })]).toEqual([true, 0]);
  });

  it('holds rental contracts, of which the books keep number, unit, money and dates without the person', async () => {
    const values = { name: 'Vương Thế Hiển', phone: '0933 777 888', identifier: '001188002299' };
    const { id } = (await ann.post(path, { ...values, unitId: site.unitId, role: 'RENTER' })).data;
    const { made, annexTo, read } = contractsOf(site);
    const own = { residentId: id, deposit: 24_000_000, note: 'Ông Vương Thế Hiển, 0933.777.888, trả mùng 5' };
    const kept = await made(own);
    const numbered = await made({ ...own, code: '001188002299', company: 'Hộ kinh doanh Vương Thế Hiển' });
    const removed = await made(own);
    const others = await made({ residentId: null, company: 'Công ty Sao Mai' });
    const annex = await annexTo(kept.id, { price: 13_000_000, content: 'Vương Thế Hiển đồng ý giá mới' });
    expect((await ann.delete(`${rentalContract.path}/${removed.id}`)).status).toBe(200);

    const headers = { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id, 'Accept-Language': 'en' };
    const answer = await fetch(`${server.url}/api${path}/${id}/person-file`, {
      method: 'PUT',
      body: JSON.stringify({ reason: 'Asked' }),
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    const zip = filesOfZip(Buffer.from(await answer.arrayBuffer()));
    const { contracts } = JSON.parse(String(zip.get('person.json')));
    expect(contracts.map(({ code }: Row) => code)).toEqual([kept.code, numbered.code, removed.code]);
    const { code, price, startDate, expiryDate } = await read(kept.id);
    expect(contracts[0]).toMatchObject({
      code,
      unitId: 'AA-12.08',
      status: 'ACTIVE',
      price,
      deposit: 24_000_000,
      startDate,
      expiryDate,
      note: own.note,
      annexes: [{ code: annex.data.code, price: 13_000_000 }],
    });
    const rows = await rowsOfSheet(zip.get('person.xlsx') ?? Buffer.alloc(0));
    expect(rows.flat()).toEqual(expect.arrayContaining(['Rental contracts', own.note, 'Deposit']));

    await ann.put(`${path}/${id}/move-out`, { unitId: site.unitId });
    expect((await ann.put(`${path}/${id}/erase`, { reason: 'Asked' })).status).toBe(200);
    const traces = ['Vương Thế Hiển', 'vuong the hien', 'hien vuong the', '933777888', '0933.777.888', '001188002299'];
    expect(await tracesOf(traces)).toEqual([]);
    expect(await read(kept.id)).toMatchObject({
      code,
      unitId: site.unitId,
      residentId: null,
      status: 'ACTIVE',
      price,
      deposit: 24_000_000,
      startDate,
      expiryDate,
      annexCount: 1,
      note: 'Ông •••, •••, trả mùng 5',
    });
    expect(await read(numbered.id)).toMatchObject({
      residentId: null,
      company: 'Hộ kinh doanh •••',
      price: numbered.price,
    });
    expect((await ann.get(`${contractAnnex.path}/${annex.data.id}`)).data).toMatchObject({
      contractId: kept.id,
      price: 13_000_000,
      content: '••• đồng ý giá mới',
    });
    expect(await stored(rentalContract, removed.id)).toMatchObject({ residentId: null, deletedAt: expect.any(Date) });
    expect(await read(others.id)).toMatchObject({ company: 'Công ty Sao Mai', version: others.version });
    const [entry] = (await ann.get<Row[]>(`${rentalContract.path}/${kept.id}/activities`)).data;
    expect(entry).toMatchObject({ action: 'update', actor: { name: 'Ann' }, after: { residentId: null } });
    const end = { reason: 'Moved away', endedDate: TODAY };
    expect((await ann.put(`${rentalContract.path}/${kept.id}/liquidate`, end)).data.status).toBe('LIQUIDATED');
  });

  it('is erased as well where the record was removed before, by who may', async () => {
    const values = { name: 'Tạ Hữu Phước', phone: '0933 555 222', email: 'phuoc.ta@example.test' };
    const { id } = (await ann.post(path, { ...values, unitId: site.unitId, role: 'MEMBER' })).data;
    expect((await ann.put(`${path}/${id}/erase-removed`, { reason: 'Asked' })).status).toBe(404);
    await ann.delete(`${path}/${id}`);
    const shown = await ann.get<{ row: Row; removedAt: string }[]>(`${path}/removed`);
    expect(shown.data[0]).toMatchObject({ row: { id, name: values.name }, removedAt: expect.any(String) });
    expect(shown.text).not.toContain('555222');
    await site.allow({ MEMBER: ['read', 'write'] });
    expect((await site.carl.get(`${path}/removed`)).status).toBe(403);
    expect((await site.carl.put(`${path}/${id}/erase-removed`, { reason: 'Asked' })).status).toBe(403);
    expect((await ann.put(`${path}/${id}/erase-removed`, {})).status).toBe(400);
    expect((await ann.put(`${path}/${id}/erase-removed`, { reason: 'Tạ Hữu Phước asks' })).status).toBe(200);
    expect(await tracesOf(['Tạ Hữu Phước', 'ta huu phuoc', '933555222', 'phuoc.ta@'])).toEqual([]);
    expect((await ann.get<{ row: Row }[]>(`${path}/removed`)).data.map(({ row }) => row.id)).not.toContain(id);
    expect((await ann.put(`${path}/${id}/erase-removed`, { reason: 'Again' })).status).toBe(404);
  });
});
