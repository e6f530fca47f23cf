import { events } from '@lobby/server/kit/store/events.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, unitId, id: projectId } = await makeSite(server.url, 'Parts');

it('goes from the records that name who was erased, and from their history', async () => {
  const person = { name: 'Lý Hải', unitId, role: 'MEMBER', phone: '0977 111 222' };
  const { data: own } = await ann.post<Row>(resident.path, person);
  const picture = async () => {
    const { data } = await ann.post<Row[]>('/upload', formOf([{ name: 'box.png', body: await png() }]));
    return [data[0]?.id];
  };
  const came = {
    unitId,
    residentId: own.id,
    recipientName: 'Lý Hải',
    recipientPhone: '0977 111 222',
    photos: await picture(),
  };
  const made = await ann.post<Row>(parcel.path, came);
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const another = { ...came, residentId: undefined, recipientPhone: '0977 333 444', photos: await picture() };
  const other = await ann.post<Row>(parcel.path, another);
  expect((await stored(parcel, String(made.data.id))).recipientPhone).toEqual(expect.any(String));

  await ann.put(`${resident.path}/${own.id}/move-out`, { unitId });
  const gone = await ann.put(`${resident.path}/${own.id}/erase`, { reason: 'Asked for it' });
  expect([gone.status, gone.text]).toEqual([200, expect.any(String)]);

  expect(await stored(parcel, String(made.data.id))).toMatchObject({ residentId: null, recipientPhone: null });
  expect((await stored(parcel, String(other.data.id))).recipientPhone).toEqual(expect.any(String));
  const told = await events()
    .find({ projectId, entity: parcel.name, entityId: String(made.data.id) })
    .toArray();
  expect(told.length).toBeGreaterThan(0);
  for (const { before, after, row } of told)
    for (const part of [before, after, row]) expect(part?.recipientPhone ?? null).toBeNull();
});

/** These modules decide themselves what is erased with whom, or accounting keeps it. */
const OWN_WAY = ['visitor', 'guest', 'payslip'];

it('is said of every personal value beside a reference to a resident, whose it is', () => {
  const silent = (MODULES as readonly Definition[]).flatMap(({ name, fields }) => {
    const all = Object.entries(fields);
    const named = all.some(([, field]) => field.kind === 'ref' && field.to === resident.name);
    if (!named || OWN_WAY.includes(name)) return [];
    return all.flatMap(([field, { personal, whose }]) => (personal && !whose ? [`${name}.${field}`] : []));
  });
  expect(silent).toEqual([]);
});
