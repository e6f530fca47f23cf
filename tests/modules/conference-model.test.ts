import { recount } from '@lobby/server/modules/conference/answers/counts.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { inHours } from '../setup/house/meetings.ts';
import { makeRecord, stored, systemIn } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const UNITS = 8;
const PERSONS = 3;
const LIMIT = 3;
const [RUNS, STEPS] = process.env.PROVE ? [25, 120] : [2, 40];
if (process.env.PROVE) vi.setConfig({ testTimeout: 900_000 });

const server = await startServer();
const other = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const blockId = (await makeRecord(site.id, block, { name: 'Tower' }))._id;
const floorId = (await makeRecord(site.id, floor, { name: '1', blockId, order: 1 }))._id;
for (let n = 0; n < UNITS; n++)
  await makeRecord(site.id, unit, {
    code: `T-${n + 1}`,
    blockId,
    floorId,
    type: 'APARTMENT',
    useArea: (5000 + n * 13) / 100,
    handoverStatus: 'HANDED_OVER',
  });

/** State of a unit in the model, independent of the product. */
interface Known {
  weight: number;
  attendance: 'NOT_ANSWERED' | 'ATTEND' | 'NOT_ATTEND' | 'AUTHORIZED';
  proxy: number | null;
  in: boolean;
  left: boolean;
}
const ACTS = ['register', 'decline', 'authorize', 'revoke', 'check-in', 'undo-check-in', 'leave', 'come-back'] as const;
type Act = (typeof ACTS)[number];

/** Applies an action to the model; returns whether the rules allow it. */
function allowed(all: readonly Known[], n: number, act: Act, person: number): boolean {
  const own = all[n] as Known;
  const party = () => all.filter(one => one === own || (own.proxy !== null && one.proxy === own.proxy));
  switch (act) {
    case 'register':
      if (own.in || own.attendance === 'ATTEND') return false;
      Object.assign(own, { attendance: 'ATTEND', proxy: null });
      return true;
    case 'decline':
      if (own.in) return false;
      Object.assign(own, { attendance: 'NOT_ATTEND', proxy: null });
      return true;
    case 'authorize':
      if (own.in || all.filter(one => one !== own && one.proxy === person).length >= LIMIT) return false;
      Object.assign(own, { attendance: 'AUTHORIZED', proxy: person });
      return true;
    case 'revoke':
      if (own.in || own.attendance !== 'AUTHORIZED') return false;
      Object.assign(own, { attendance: 'NOT_ANSWERED', proxy: null });
      return true;
    case 'check-in':
      if (own.in) return false;
      if (own.attendance !== 'AUTHORIZED') own.attendance = 'ATTEND';
      Object.assign(own, { in: true, left: false });
      return true;
    case 'undo-check-in':
      if (!own.in) return false;
      Object.assign(own, { in: false, left: false });
      return true;
    default: {
      const left = act === 'leave';
      if (!own.in || own.left === left) return false;
      for (const one of party()) if (one.in && one.left !== left) one.left = left;
      return true;
    }
  }
}

const bodyOf = (act: Act, person: number): object => {
  if (act === 'authorize')
    return {
      representativeKind: 'OTHER',
      representativeName: `Person ${person}`,
      representativeIdentifier: `00108801234${person}`,
    };
  return act === 'revoke' || act === 'undo-check-in' ? { reason: 'A mistake' } : {};
};

it('counts whoever comes, stands for others, goes and comes back as a plain list would, whatever they do in whatever order', async () => {
  const step = fc.tuple(fc.nat(UNITS - 1), fc.constantFrom(...ACTS), fc.nat(PERSONS - 1), fc.boolean());
  const runs = fc.array(step, { minLength: STEPS, maxLength: STEPS });
  await fc.assert(
    fc.asyncProperty(runs, async steps => {
      const made = await ann.post<Row>(conference.path, {
        name: 'The owners',
        startAt: inHours(1),
        blockIds: [blockId],
        venue: 'The hall',
        regulations: '<p>One m² is a vote</p>',
        proxyLimit: LIMIT,
      });
      const { id } = made.data;
      expect((await ann.put(`${conference.path}/${id}/approve`, {})).status).toBe(200);
      const rows = (await ann.get<Row[]>(`${conferenceUnit.path}?filter[conferenceId][]=${id}&limit=100`)).data;
      const known: Known[] = rows.map(row => ({
        weight: Math.round(Number(row.weight) * 100),
        attendance: 'NOT_ANSWERED',
        proxy: null,
        in: false,
        left: false,
      }));
      for (const [n, act, person, elsewhere] of steps) {
        const who = elsewhere ? ann.at(other.url) : ann;
        const answer = await who.put(`${conferenceUnit.path}/${rows[n]?.id}/${act}`, bodyOf(act, person));
        const may = allowed(known, n, act, person);
        expect([n, act, person, answer.status < 300], answer.text).toEqual([n, act, person, may]);
        const present = known.filter(one => one.in && !one.left);
        expect(await stored(conference, id)).toMatchObject({
          presentUnits: present.length,
          presentHundredths: present.reduce((sum, one) => sum + one.weight, 0),
          checkedIn: known.filter(one => one.in).length,
          registered: known.filter(one => one.attendance === 'ATTEND' || one.attendance === 'AUTHORIZED').length,
        });
      }
      expect(await stored(conference, id)).toMatchObject(await recount(await systemIn(site.id), id));
    }),
    { numRuns: RUNS },
  );
});
