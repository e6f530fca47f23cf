import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { comesNow, type Flat, flatsOf, ruleHandovers } from '../setup/house/handover-flats.ts';
import { drawing, type Part, part, tabletOf } from '../setup/house/handover-sheets.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Person } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben } = site;
/** Units per day and number of teams; two hundred and five with PROVE=1. */
const [FLATS, TEAMS, TIMEOUT] = process.env.PROVE ? [200, 5, 600_000] : [10, 5, 60_000];
const visits = handoverSchedule.path;
const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
const lines: { roomId: string; itemId: string }[] = [];
for (const code of ['FLOOR', 'DOOR'])
  lines.push({
    roomId,
    itemId: (await ann.post<Row>(propertyItem.path, { name: code, code, category: 'FLOOR' })).data.id,
  });
await ann.post(handoverTemplate.path, { name: 'Flats', unitTypes: [{ type: 'APARTMENT' }], lines });
await ruleHandovers(ann, { paymentGate: 'NONE', slotsAtOnce: 50, meters: [], things: [] });

interface Sent {
  path: string;
  body: object;
}
/** Offline tablet: actions are queued and sent in order once online, all of them twice, as after lost responses. */
function offlineTablet(who: Person, visitId: string) {
  const queue: Sent[] = [];
  const put = (name: string, body: object) => queue.push({ path: `${visits}/${visitId}/${name}`, body });
  return {
    begin: (known: readonly { key: string; roomId: unknown; itemId: unknown }[]) =>
      put('begin', { at: new Date().toISOString(), lines: known }),
    parts: (...parts: Part[]) => put('sheet', { parts }),
    accept: () => put('accept', { at: new Date().toISOString() }),
    async send() {
      const answers = [];
      for (const { path, body } of queue) answers.push(await who.put<Row>(path, body));
      return answers;
    },
  };
}

async function inspect(who: Person, flat: Flat, own: Record<string, object> = {}) {
  await who.put(`${visits}/${flat.visitId}/start`, {});
  const tablet = tabletOf(who, flat.visitId);
  await tablet.fill(own);
  await tablet.sign('owner', 'employee');
  return tablet.accept();
}

it(
  'hands over a day of flats by five teams, two of them without a network, one flat by two at once',
  async () => {
    const flats = await flatsOf(site, FLATS, 'T');
    for (const { visitId } of flats) {
      await ann.put(`${visits}/${visitId}/schedule`, {
        employeeId: ben.id,
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        anyway: true,
      });
      await comesNow(visitId);
    }
    const teams = Array.from({ length: TEAMS }, (_, team) => flats.filter((_, n) => n % TEAMS === team));
    const office = await listen(server.url, ann.token);
    await office.ask('subscribe', { projectId: site.id, modules: [handoverSchedule.code] });
    const isOffline = (team: number) => team >= TEAMS - 2;
    let expected = 0;
    await Promise.all(
      teams.map(async (own, team) => {
        const who = team % 2 === 0 ? ann : ben;
        for (const [n, flat] of own.entries()) {
          const fails = n % 2 === 0;
          if (fails) expected++;
          if (!isOffline(team)) {
            const done = await inspect(who, flat, fails ? { l1: { result: 'FAIL', note: 'Scratch' } } : {});
            expect(done.status, done.text).toBe(200);
            continue;
          }
          const known = (await tabletOf(who, flat.visitId).read()).lines;
          const tablet = offlineTablet(who, flat.visitId);
          tablet.begin(known.map(({ key, roomId: room, itemId }) => ({ key, roomId: room, itemId })));
          tablet.parts(
            part('lines.l1', fails ? { result: 'FAIL', note: 'Scratch' } : { result: 'PASS' }),
            part('lines.l2', { result: 'PASS' }),
            part('present', { name: 'Trần Thị Dung', relation: null }),
            part('identity', true),
          );
          // The connection drops again before the responses arrive: the same queue is sent twice.
          const first = await tablet.send();
          expect(first.map(({ status }) => status)).toEqual([200, 200]);
          const twice = await tablet.send();
          expect([twice[0]?.code, twice[1]?.status]).toEqual(['STATUS_CHANGED', 200]);
          await tabletOf(who, flat.visitId).sign('owner', 'employee');
          tablet.accept();
          const ended = (await tablet.send()).at(-1);
          expect(ended?.status, ended?.text).toBe(200);
          expect((await tablet.send()).at(-1)?.status).toBe(409);
        }
      }),
    );
    const { data: totals } = await ann.get<{ statuses: Record<string, number>; openDefects: number }>(
      `${handoverUnit.path}/totals`,
    );
    expect([totals.statuses.HANDED_OVER, totals.openDefects]).toEqual([FLATS, expected]);
    const defects = await ann.get(`${handoverDefect.path}?limit=1`);
    expect(Number(defects.headers.get('Content-Range')?.split('/')[1])).toBe(expected);
    // The office received an event for each of them.
    await expect
      .poll(() => new Set(office.events.filter(event => event.action === 'accepted').map(event => event.entityId)).size)
      .toBe(FLATS);
    office.close();
  },
  TIMEOUT,
);

it('lets two tablets work on one flat, and one of them end it', async () => {
  const [flat] = await flatsOf(site, 1, 'D');
  if (!flat) return;
  await ann.put(`${visits}/${flat.visitId}/schedule`, {
    employeeId: ben.id,
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    anyway: true,
  });
  await comesNow(flat.visitId);
  // Two users begin at the same time; the second gets a conflict.
  const begun = await Promise.all([ann, ben].map(who => who.put<Row>(`${visits}/${flat.visitId}/begin`, {})));
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [one, two] = [tabletOf(ann, flat.visitId), tabletOf(ben, flat.visitId)];
  const [photo, other] = [await drawing(ann), await drawing(ben)];
  await Promise.all([
    one.send(part('lines.l1', { result: 'FAIL', note: 'Scratch' }), part('photos.l1.aaaa', { file: photo })),
    two.send(part('lines.l2', { result: 'PASS' }), part('photos.l1.bbbb', { file: other })),
  ]);
  await two.send(part('present', { name: 'Trần Thị Dung', relation: null }), part('identity', true));
  const sheet = await one.read();
  expect(sheet.lines.map(({ result, images }) => [result, images.length])).toEqual([
    ['FAIL', 2],
    ['PASS', 0],
  ]);
  await one.sign('owner', 'employee');
  const ended = await Promise.all([one.accept(), two.accept()]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const defects = await ann.get<Row[]>(`${handoverDefect.path}?filter[unitId][]=${flat.unitId}`);
  expect(defects.data).toHaveLength(1);
});

it('gives a unit, an hour and an employee to one appointment, whoever asks at once', async () => {
  const flats = await flatsOf(site, 6, 'R');
  const at = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const tries = await Promise.all(
    flats.map(({ visitId }) => ann.put<Row>(`${visits}/${visitId}/schedule`, { employeeId: ben.id, scheduledAt: at })),
  );
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const one of tries.filter(({ status }) => status !== 200))
    expect([one.status, one.code]).toEqual([409, 'HANDOVER_EMPLOYEE_BUSY']);
  // Two users schedule the same unit for different hours: one succeeds.
  const [flat] = flats.filter((_, n) => tries[n]?.status !== 200);
  const hours = [7, 9].map(hour => new Date(Date.now() + hour * 3_600_000).toISOString());
  const both = await Promise.all(
    hours.map((scheduledAt, n) =>
      ann.put<Row>(`${visits}/${flat?.visitId}/schedule`, { employeeId: [ann.id, ben.id][n], scheduledAt }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
