import { mastersIn, writeMasters } from '@lobby/server/env.ts';
import { forgetKeys, freshMaster } from '@lobby/server/kit/privacy/key-ring.ts';
import { resealKeys } from '@lobby/server/kit/privacy/person-keys.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
const path = resident.path;

let n = 0;
/** A resident with personal values of their own. */
async function made(values: Record<string, unknown> = {}) {
  const at = String(++n).padStart(4, '0');
  const body = {
    name: `Đặng Thị ${at}`,
    unitId: site.unitId,
    role: 'MEMBER',
    phone: `091777${at}`,
    email: `p${at}@example.test`,
    identifier: `00119900${at}`,
    ...values,
  };
  const answer = await ann.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { ...body, id: answer.data.id };
}

/** The file of all residents, or of those under a filter, with personal values in plain. */
async function plainFile(filter: Record<string, unknown> = {}, token = ann.token) {
  const headers = { Authorization: `Bearer ${token}`, 'X-Project-Id': site.id, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ filter });
  const answer = await fetch(`${server.url}/api${path}/export-encrypted`, { method: 'PUT', headers, body });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

describe('personal data of chosen residents', () => {
  it('is revealed row by row, each with an entry of its own', async () => {
    const people = [await made(), await made()];
    const { data } = await ann.put<{ id: string; values: Row }[]>(`${path}/reveal-multi`, {
      ids: people.map(({ id }) => id),
    });
    expect(data.map(one => one.values.phone)).toEqual(people.map(person => person.phone.replace(/^0/, '+84')));
    for (const { id } of people) {
      const entries = await ann.get<Row[]>(`${path}/${id}/activities`);
      expect(entries.data.map(one => one.action)).toEqual(['reveal', 'create']);
    }
    expect((await ann.get<Row[]>(`${path}?limit=100`)).text).not.toContain(people[0]?.email);
  });

  it('goes into a file for those who may, which is remembered with the filter and how many', async () => {
    const person = await made();
    const masked = (await rowsOfSheet((await ann.file(`${path}/export`)).body)).flat().join('\n');
    expect(masked).not.toContain(person.email);
    const filter = { role: ['MEMBER'] };
    const { status, body } = await plainFile(filter);
    expect(status).toBe(200);
    const [, ...rows] = await rowsOfSheet(body);
    expect(rows.find(row => row.includes(person.name))).toEqual(
      expect.arrayContaining([person.email, person.identifier]),
    );
    const [entry] = await rowsIn('events').find({ projectId: site.id, action: 'exportEncrypted' }).toArray();
    expect(entry).toMatchObject({ actor: { id: ann.id }, entityId: null, after: { filter, count: rows.length } });
    expect(JSON.stringify(entry)).not.toContain(person.email);
  });

  it('goes into no file for those who may only read and export', async () => {
    await site.allow({ MEMBER: ['read', 'export', 'readEncrypted'] });
    expect((await plainFile({}, carl.token)).status).toBe(403);
  });
});

describe('a resident', () => {
  // A made-up id may hold the digits that are looked for.
  const withoutIds = (text: string) => text.replace(/[0-9a-f]{24}/g, '');
  const ids = async (query: string) => (await ann.get<Row[]>(`${path}?${query}`)).data.map(({ id }) => id);

  it('is found by the end of a phone, in the list and from everywhere, masked as ever', async () => {
    const person = await made({ phone: '0988 222 7351', phone2: '0977333 4862' });
    for (const end of ['7351', '4862']) {
      expect(await ids(`filter[q]=${end}`)).toEqual([person.id]);
      const found = await ann.get<Row[]>(`/search?q=${end}`);
      expect(found.data.map(({ id }) => id)).toEqual([person.id]);
      expect(withoutIds(found.text)).not.toContain('222');
    }
    expect(await ids(`filter[q]=${encodeURIComponent('dang thi 7351')}`)).toEqual([person.id]);
    for (const q of ['0988', '7352', '351', 'nguyen 7351'])
      expect(await ids(`filter[q]=${q}`), q).not.toContain(person.id);
    await ann.put(`${path}/${person.id}`, { version: 1, phone: '0988222 9009' });
    expect(await ids('filter[q]=7351')).toEqual([]);
    expect(await ids('filter[q]=9009')).toEqual([person.id]);
    await ann.put(`${path}/${person.id}`, { version: 2, name: 'Đặng Thị Khác' });
    expect(await ids('filter[q]=khac%204862')).toEqual([person.id]);
    const doc = await rowsIn('residents').findOne({ _id: person.id });
    expect(withoutIds(JSON.stringify(doc))).not.toMatch(/9009|4862/);
  });
});

describe('the key of a person', () => {
  const keys = () => rowsIn('personKeys');

  it('seals what is stored of them, in the history too', async () => {
    const person = await made();
    await ann.put(`${path}/${person.id}`, { version: 1, phone2: '0911222333' });
    const doc = await rowsIn('residents').findOne({ _id: person.id });
    const history = await rowsIn('events').find({ entityId: person.id }).toArray();
    for (const part of [doc, ...history.flatMap(row => [row.before, row.after, row.row])])
      for (const value of ['phone', 'email', 'identifier', 'phone2'].map(name => (part as Row | null)?.[name]))
        if (value) expect(String(value)).toMatch(new RegExp(`^p2\\.${person.id}\\.`));
    expect(await keys().countDocuments({ _id: person.id })).toBe(1);
  });

  it('is sealed itself, and rotated while the product runs', async () => {
    const person = await made();
    const before = await keys().findOne({ _id: person.id });
    writeMasters(server.dir, { ...mastersIn(server.dir), m1: 'A'.repeat(43) });
    expect(await resealKeys(freshMaster())).toBeGreaterThan(0);
    const late = await made();
    expect(await keys().countDocuments({ master: { $ne: 'm1' } })).toBe(0);
    writeMasters(server.dir, { m1: 'A'.repeat(43) });
    const after = await keys().findOne({ _id: person.id });
    expect(after?.key).not.toBe(before?.key);
    forgetKeys();
    for (const { id, email } of [person, late])
      expect((await ann.put<{ values: Row }>(`${path}/${id}/reveal`)).data.values.email).toBe(email);
    const taken = await ann.post(path, { name: 'Trùng', unitId: site.unitId, role: 'MEMBER', email: person.email });
    expect(taken.code).toBe('RESIDENT_EMAIL_EXISTS');
  });
});
