import { addDays } from '@lobby/shared/kit/dates.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverStatistic } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { comesNow, type Flat, flatsOf, newestVisit, ruleHandovers } from '../setup/house/handover-flats.ts';
import { drawing, tabletOf } from '../setup/house/handover-sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
/** Ann plans, Ben inspects, Carl may only read, Dora owns a unit. */
const { ann, ben, carl, dora } = site;
/** Number of units; forty with PROVE=1. */
const FLATS = process.env.PROVE ? 40 : 8;
const visits = handoverSchedule.path;
const act = (who: typeof ann, of: { path: string }, id: unknown, name: string, body: object = {}) =>
  who.put<Row>(`${of.path}/${id}/${name}`, body);

it('hands over the last flats of a block, from the plan to the last repaired defect', async () => {
  // Setup by the engineer: checklist and rules.
  const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
  const lines: { roomId: string; itemId: string }[] = [];
  for (const code of ['FLOOR', 'DOOR', 'LAMP'])
    lines.push({
      roomId,
      itemId: (await ann.post<Row>(propertyItem.path, { name: code, code, category: 'FLOOR' })).data.id,
    });
  await ann.post(handoverTemplate.path, { name: 'Flats', unitTypes: [{ type: 'APARTMENT' }], lines });
  await ruleHandovers(ann, {
    paymentGate: 'SCHEDULE',
    slotsAtOnce: 2,
    slotMinutes: 60,
    inspectorIds: [ann.id, ben.id],
    meters: [{ name: 'Water', unitName: 'm³' }],
    things: [{ name: 'Keys', number: 3 }],
  });
  const contractor = (await ann.post<Row>(partner.path, { name: 'An Phat', code: 'AP', type: 'CONTRACTOR' })).data.id;
  const flats = await flatsOf(site, FLATS, 'C');
  const rows = flats.map(({ rowId }) => rowId);

  // Office: no invitation or planning before the last instalment is paid.
  const early = await ann.put(`${handoverUnit.path}/${rows[0]}/invite`, { channels: [{ channel: 'APP' }] });
  expect([early.status, early.code]).toEqual([422, 'HANDOVER_OBLIGATION']);
  const from = addDays(today(), 1);
  const plan = { from, employeeIds: [ann.id, ben.id], make: true };
  const before = await ann.post<{ plan: unknown[]; refused: { code: string }[] }>(`${visits}/auto`, plan);
  expect([before.data.plan.length, before.data.refused.length]).toEqual([0, FLATS]);
  expect((await ann.put(`${handoverUnit.path}/confirm-obligation-multi`, { ids: rows })).status).toBe(200);
  await ann.put(`${handoverUnit.path}/invite-multi`, { ids: rows, channels: [{ channel: 'PRINT' }] });
  const made = await ann.post<{ plan: { scheduledAt: string }[] }>(`${visits}/auto`, plan);
  expect(made.data.plan).toHaveLength(FLATS);
  // Two parallel appointments of an hour each.
  expect(new Set(made.data.plan.map(({ scheduledAt }) => scheduledAt)).size).toBe(FLATS / 2);

  // Inspections: of four units one is refused for a blocking defect, one accepted with two minor ones, two are
  // faultless.
  const kinds = { blocked: [] as Flat[], faulty: [] as Flat[], right: [] as Flat[] };
  for (const [n, flat] of flats.entries()) {
    await comesNow(flat.visitId);
    expect((await act(ben, handoverSchedule, flat.visitId, 'start')).status).toBe(200);
    const tablet = tabletOf(ben, flat.visitId);
    const kind = n % 4 === 0 ? 'blocked' : n % 4 === 1 ? 'faulty' : 'right';
    kinds[kind].push(flat);
    const faults = {
      blocked: { l1: { result: 'FAIL', blocking: true, note: 'No floor' } },
      faulty: { l2: { result: 'FAIL', note: 'The door sticks' }, l3: { result: 'FAIL', note: 'No light' } },
      right: {},
    };
    await tablet.fill(faults[kind]);
    await tablet.sign('owner', 'employee');
    const ended = kind === 'blocked' ? await tablet.refuse({ reason: 'The floor is missing' }) : await tablet.accept();
    expect(ended.data.status).toBe({ blocked: 'NOT_ACCEPTED', faulty: 'PENDING_REPAIR', right: 'COMPLETE' }[kind]);
  }

  // The contractor repairs; minor defects are confirmed by the office, blocking ones inspected in a second round.
  const defectsOf = async (flat: Flat) =>
    (await ann.get<Row[]>(`${handoverDefect.path}?filter[unitId][]=${flat.unitId}&sort=createdAt`)).data;
  for (const flat of [...kinds.blocked, ...kinds.faulty])
    for (const defect of await defectsOf(flat)) {
      await act(ann, handoverDefect, defect.id, 'assign', { partnerId: contractor });
      const imagesAfter = [await drawing(ben)];
      expect((await act(ben, handoverDefect, defect.id, 'repair', { imagesAfter })).data.status).toBe('REPAIRED');
    }
  for (const flat of kinds.faulty) {
    const [first, last] = await defectsOf(flat);
    await act(ann, handoverDefect, first?.id, 'confirm', { rating: 5 });
    // One repair is insufficient: it is returned, and repaired again.
    await act(ann, handoverDefect, last?.id, 'return', { reason: 'Still dark' });
    expect((await ann.get<Row>(`${visits}/${flat.visitId}`)).data.status).toBe('PENDING_REPAIR');
    await act(ben, handoverDefect, last?.id, 'repair');
    await act(ann, handoverDefect, last?.id, 'confirm');
    expect((await ann.get<Row>(`${visits}/${flat.visitId}`)).data.status).toBe('COMPLETE');
  }
  for (const flat of kinds.blocked) {
    expect((await act(ann, handoverSchedule, flat.visitId, 're-inspect')).status).toBe(200);
    const second = await newestVisit(ann, flat.unitId);
    const at = new Date(Date.now() + 7_200_000).toISOString();
    const planned = await act(ann, handoverSchedule, second, 'schedule', {
      scheduledAt: at,
      employeeId: ben.id,
      anyway: true,
    });
    expect(planned.status, planned.text).toBe(200);
    await comesNow(second);
    await act(ben, handoverSchedule, second, 'start');
    const tablet = tabletOf(ben, second);
    // The agreed repair is shown beside the line.
    expect((await tablet.read()).earlier?.promises).toMatchObject([{ description: 'No floor', status: 'REPAIRED' }]);
    await tablet.fill();
    await tablet.sign('owner', 'employee');
    expect((await tablet.accept()).data).toMatchObject({ status: 'COMPLETE', acceptance: 'ACCEPTED' });
  }

  // Expected figures: a quarter with two rounds, two defects in another quarter, all closed.
  const quarter = FLATS / 4;
  const { data: tiles } = await ann.get<Record<string, number>>(`${handoverStatistic.path}/summary`);
  expect(tiles).toMatchObject({
    total: FLATS,
    handedOver: FLATS,
    percent: 100,
    waiting: 0,
    openDefects: 0,
    firstTime: 75,
  });
  const { data: rounds } = await ann.get<{ lines: { values: object }[] }>(`${handoverStatistic.path}?figure=rounds`);
  expect(rounds.lines[0]?.values).toEqual({ units: FLATS, rounds: FLATS + quarter, mean: 1.25 });
  const found = await ann.get<Row[]>(`${handoverDefect.path}?limit=1`);
  expect(Number(found.headers.get('Content-Range')?.split('/')[1])).toBe(3 * quarter);
  expect((await ann.get<Row>(`${partner.path}/${contractor}`)).data).toMatchObject({ openWorks: 0 });
  for (const { unitId, rowId } of flats) {
    expect((await ann.get<Row>(`${unit.path}/${unitId}`)).data).toMatchObject({
      handoverStatus: 'HANDED_OVER',
      handedOverOn: today(),
      buildStatus: 'HANDOVER',
    });
    expect((await ann.get<Row>(`${handoverUnit.path}/${rowId}`)).data).toMatchObject({
      status: 'HANDED_OVER',
      scheduleStatus: 'COMPLETE',
      openDefects: 0,
      blockingDefects: 0,
    });
  }
  const paper = await ann.file(`${handoverUnit.path}/${rows[0]}/file?lang=en`);
  expect(paper.body.subarray(0, 5).toString()).toBe('%PDF-');
  // Users with read permission cannot act, and residents of other units have no access.
  await site.allow({ HANDOVER: ['read'] });
  expect((await act(carl, handoverSchedule, flats[0]?.visitId, 'start')).status).toBe(403);
  expect((await dora.get(`${handoverUnit.path}/${rows[0]}`)).status).toBe(404);
});
