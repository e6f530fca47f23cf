import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { rowsOfSheet } from '../setup/sheets.ts';
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
    ...{
      name: `Đặng Thị ${at}`,
      unitId: site.unitId,
      role: 'MEMBER',
      phone: `091777${at}`,
      email: `p${at}@example.test`,
    },
    ...{ identifier: `00119900${at}`, ...values },
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
    expect(data.map(one => one.values.phone)).toEqual(people.map(one => one.phone.replace(/^0/, '+84')));
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
