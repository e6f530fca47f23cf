import { text } from '@lobby/server/kit/base/messages.ts';
import { mails } from '@lobby/server/kit/mail/queue.ts';
import { handoversJob } from '@lobby/server/modules/handover-unit/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora } = site;
const { path } = handoverUnit;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
let n = 0;
const home = async (values: object = {}) => {
  const own = { code: `H-${++n}`, type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId, bedrooms: 2 };
  return (await ann.post<Row>(unit.path, { ...own, ...values })).data;
};
const add = (body: object) =>
  ann.post<{ created: number; refused: { id: string; code: string; reason?: string }[] }>(`${path}/add`, body);
const make = async (values: object = {}) => {
  const answer = await ann.post<Row>(path, { unitId: (await home()).id, ...values });
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
};
const act = (id: unknown, name: string, body: object = {}, who = ann) => who.put<Row>(`${path}/${id}/${name}`, body);
const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
const itemId = (await ann.post<Row>(propertyItem.path, { name: 'Floor', code: 'F', category: 'FLOOR' })).data.id;
const template = async (values: object) =>
  (await ann.post<Row>(handoverTemplate.path, { name: `T ${++n}`, lines: [{ roomId, itemId }], ...values })).data;

it('takes units in once, and none that is handed over', async () => {
  const homes = await Promise.all(Array.from({ length: 12 }, () => home()));
  const done = await home({ handoverStatus: 'HANDED_OVER' });
  const unitIds = homes.map(({ id }) => id);
  expect((await add({ unitIds })).data).toEqual({ created: 12, refused: [] });
  const again = (await add({ unitIds: [...unitIds, done.id] })).data;
  expect(again.created).toBe(0);
  expect(again.refused.filter(({ code }) => code === 'UNIT_IN_HANDOVER')).toHaveLength(12);
  expect(again.refused.find(({ id }) => id === done.id)).toMatchObject({ reason: 'UNIT_HANDED_OVER' });
  const one = await ann.post(path, { unitId: done.id });
  expect([one.status, one.code, one.error.data?.reason]).toEqual([422, 'HANDOVER_INVALID', 'UNIT_HANDED_OVER']);
  expect(await ann.post(path, { unitId: homes[0]?.id })).toMatchObject({ status: 409, code: 'UNIT_IN_HANDOVER' });
  const later = await home({ type: 'VILLA' });
  expect((await add({ isAll: true, filter: { type: ['VILLA'] } })).data).toMatchObject({ created: 1 });
  const [row] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${later.id}`)).data;
  expect(row).toMatchObject({ unitType: 'VILLA', blockId: site.blockId, obligation: 'INCOMPLETE' });
});

it('begins with its owner and the template that says most of it', async () => {
  const all = await template({});
  const two = await template({ bedrooms: 2 });
  const typed = await template({ unitTypes: [{ type: 'STUDIO' }] });
  expect((await make()).templateId).toBe(two.id);
  expect((await make({ unitId: (await home({ type: 'STUDIO' })).id })).templateId).toBe(typed.id);
  expect((await make({ unitId: (await home({ bedrooms: 7 })).id })).templateId).toBe(all.id);
  const row = await make();
  const unsuited = await act(row.id, 'set-template', { templateId: typed.id });
  expect([unsuited.status, unsuited.error.data?.reason]).toEqual([422, 'TEMPLATE_UNSUITED']);
  const applied = await ann.put<Row>(`${handoverTemplate.path}/${all.id}/apply`, { unitIds: [row.unitId] });
  expect(applied.data.done).toEqual([row.unitId]);
  expect((await ann.get<Row>(`${path}/${row.id}`)).data.templateId).toBe(all.id);
  const own = await make({ unitId: site.unitId });
  expect(own.ownerId).toBe(dora.id);
});

it('invites who has paid; past the gate only who approves, with a reason', async () => {
  const { id } = await make({ ownerId: dora.id });
  const channels = [{ channel: 'EMAIL' }, { channel: 'PRINT' }];
  const held = await act(id, 'invite', { channels });
  expect([held.status, held.code, held.error.data?.obligation]).toEqual([422, 'HANDOVER_OBLIGATION', 'INCOMPLETE']);
  const past = { channels, withoutObligation: true };
  expect((await act(id, 'invite', past)).error.data?.fields?.reason?.code).toBe('REQUIRED');
  await ann.put(`${resident.path}/${dora.id}`, {
    version: (await ann.get<Row>(`${resident.path}/${dora.id}`)).data.version,
    email: 'owner@example.test',
  });
  const invited = await act(id, 'invite', { ...past, reason: 'Paid by a bank letter' });
  expect(invited.data).toMatchObject({ invitedBy: 'EMAIL', reason: 'Paid by a bank letter' });
  expect(invited.data.invitedAt).not.toBeNull();
  expect(await mails().countDocuments({ kind: 'handoverInvite' })).toBe(1);
  const told = (await ann.get<Row[]>(`${path}/${id}/activities`)).data;
  expect(told.some(({ action }) => action === 'invite')).toBe(true);
  const paid = await act(id, 'confirm-obligation', { note: 'By transfer' });
  expect(paid.data).toMatchObject({ obligation: 'COMPLETE', obligationNote: 'By transfer', obligationBy: ann.id });
  expect(await act(id, 'confirm-obligation')).toMatchObject({ status: 409, code: 'STATUS_CHANGED' });
  expect((await act(id, 'invite', { channels: [{ channel: 'PRINT' }] })).status).toBe(200);
  const letter = await ann.file(`${path}/letters?ids[]=${id}&lang=en`);
  expect(letter.body.subarray(0, 5).toString()).toBe('%PDF-');
});

it('invites nobody who would not hear of it, and says so at the channel', async () => {
  const { id } = await make();
  await act(id, 'confirm-obligation');
  for (const [channel, code] of [
    ['APP', 'NOBODY_IN_APP'],
    ['EMAIL', 'NO_EMAIL'],
    ['SMS', 'INVITE_NOT_POSSIBLE'],
  ]) {
    const nobody = await act(id, 'invite', { channels: [{ channel }] });
    expect([nobody.status, nobody.code, nobody.error.data?.fields?.channels?.code]).toEqual([422, code, code]);
  }
  // Dora lives in her unit and has an account.
  const [own] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${site.unitId}`)).data;
  await act(String(own?.id), 'confirm-obligation');
  const heard = await act(String(own?.id), 'invite', { channels: [{ channel: 'APP' }] });
  expect(heard.data).toMatchObject({ invitedBy: 'APP' });
  expect(await notifications().countDocuments({ unitId: site.unitId, kind: 'HANDOVER_INVITED' })).toBe(1);
});

it('is late the day after its time is over, and due soon two weeks before', async () => {
  const { id, late } = await make({ dueFrom: today, dueTo: addDays(today, 15) });
  expect(late).toBe(false);
  const standsIn = async (days: number) => {
    await handoversJob.run(new Date(Date.now() + days * DAY_MS));
    const { data } = await ann.get<Row>(`${path}/${id}`);
    return [data.dueSoon, data.late];
  };
  expect([await standsIn(0), await standsIn(1), await standsIn(15), await standsIn(16)]).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [false, true],
  ]);
  await handoversJob.run(new Date());
  const reversed = await ann.post(path, { unitId: (await home()).id, dueFrom: today, dueTo: addDays(today, -1) });
  expect(reversed.error.data?.fields?.dueTo?.code).toBe('DATES_REVERSED');
});

it('goes by the books where the building says so', async () => {
  const { id } = await make();
  const put = async (body: object) => {
    const { version } = (await ann.get<Row>('/handover/config')).data;
    return ann.put('/handover/config', { version, ...body });
  };
  await put({ obligationSource: 'LEDGER' });
  const byHand = await act(id, 'confirm-obligation');
  expect([byHand.status, byHand.error.data?.reason]).toEqual([422, 'OBLIGATION_BY_LEDGER']);
  // Also if it is already confirmed: the error is not the one for a concurrent change.
  const paid = await make();
  await put({ obligationSource: 'MANUAL' });
  expect((await act(paid.id, 'confirm-obligation')).status).toBe(200);
  await put({ obligationSource: 'LEDGER' });
  const again = await act(paid.id, 'confirm-obligation');
  expect([again.status, again.error.data?.reason]).toEqual([422, 'OBLIGATION_BY_LEDGER']);
  // The unit owes nothing.
  expect((await act(id, 'invite', { channels: [{ channel: 'PRINT' }] })).status).toBe(200);
  await handoversJob.run(new Date());
  expect((await ann.get<Row>(`${path}/${id}`)).data.obligation).toBe('COMPLETE');
  await put({ obligationSource: 'MANUAL' });
});

it('shows a household its own row alone, and nobody the papers of who comes instead', async () => {
  const { data: rows } = await dora.get<Row[]>(path);
  expect(rows.map(({ unitId }) => unitId)).toEqual([site.unitId]);
  expect(rows[0]).not.toHaveProperty('note');
  const other = await make({ receiverName: 'An', receiverIdentifier: '001085012123', receiverPhone: '0912345678' });
  expect((await dora.get(`${path}/${other.id}`)).status).toBe(404);
  expect(other.receiverIdentifier).toMatch(/\*/);
  expect((await ann.put<{ values: Row }>(`${path}/${other.id}/reveal`, {})).data.values.receiverIdentifier).toBe(
    '001085012123',
  );
});

it('comes from a sheet, and says the same the second time', async () => {
  const homes = await Promise.all(Array.from({ length: 5 }, () => home()));
  await add({ unitIds: homes.map(({ id }) => id) });
  const head = ['Căn', 'Số hợp đồng mua bán', 'Bàn giao từ', 'Bàn giao đến'];
  const rows = homes.map(({ code }, at) => [String(code), `HD-${at}`, '01/11/2026', '31/12/2026']);
  const form = async (all: string[][]) => formOf([{ name: 'rows.xlsx', body: await sheetOf([head, ...all]) }]);
  const send = async (all: string[][]) =>
    (await ann.post<{ updated: number; created: number }>(`${path}/import?existing=update`, await form(all))).data;
  expect(await send(rows)).toMatchObject({ created: 0, updated: 5 });
  expect(await send(rows)).toMatchObject({ created: 0, updated: 0 });
  const [columns] = await rowsOfSheet((await ann.file(`${path}/import/template`)).body);
  expect(columns).toContain(text('en', 'handover-unit.fields.obligation'));
  // Payments from a file of the seller: existing units are updated, once.
  const head2 = ['Căn', 'Nghĩa vụ thanh toán'];
  const paidOf = async (said: string) =>
    formOf([{ name: 'paid.xlsx', body: await sheetOf([head2, ...homes.map(({ code }) => [String(code), said])]) }]);
  const sendPaid = async (said: string) =>
    (await ann.post<{ updated: number }>(`${path}/import?existing=update`, await paidOf(said))).data;
  expect(await sendPaid('Hoàn thành')).toMatchObject({ updated: 5 });
  expect(await sendPaid('Hoàn thành')).toMatchObject({ updated: 0 });
  const [settled] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${homes[0]?.id}`)).data;
  expect((await ann.get<Row>(`${path}/${settled?.id}`)).data).toMatchObject({
    obligation: 'COMPLETE',
    obligationBy: ann.id,
  });
  // The owner by phone number in any format, for users who may see phone numbers.
  const shown = (await ann.put<{ values: Row }>(`${resident.path}/${dora.id}/reveal`, {})).data.values;
  const owned = formOf([
    {
      name: 'rows.xlsx',
      body: await sheetOf([
        ['Căn', 'Người nhận'],
        [String(homes[0]?.code), String(shown.phone).replace('+84', '0')],
      ]),
    },
  ]);
  expect((await ann.post<Row>(`${path}/import?existing=update`, owned)).data).toMatchObject({ updated: 1 });
  const [first] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${homes[0]?.id}`)).data;
  expect(first?.ownerId).toBe(dora.id);
  const wrong = await ann.post<{ faults: Row[] }>(
    `${path}/import/preview?existing=update`,
    await form([...rows, ['NOWHERE', 'HD-9', '', '']]),
  );
  expect(wrong.data.faults).toContainEqual(expect.objectContaining({ row: 7, field: 'unitId' }));
});
