import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { comesNow, type Flat, flatsOf, newestVisit, ruleHandovers } from '../setup/house/handover-flats.ts';
import { tabletOf } from '../setup/house/handover-sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
/** Number of random actions and units; a thousand actions with PROVE=1. */
const [STEPS, FLATS, TIMEOUT] = process.env.PROVE ? [1000, 6, 900_000] : [70, 2, 90_000];
const SEED = Number(process.env.SEED ?? 20_261_127);
const ITEMS = ['FLOOR', 'DOOR', 'LAMP'];
const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
const lines: { roomId: string; itemId: string }[] = [];
for (const code of ITEMS)
  lines.push({
    roomId,
    itemId: (await ann.post<Row>(propertyItem.path, { name: code, code, category: 'FLOOR' })).data.id,
  });
await ann.post(handoverTemplate.path, { name: 'Flats', unitTypes: [{ type: 'APARTMENT' }], lines });
await ruleHandovers(ann, { paymentGate: 'NONE', slotsAtOnce: 50, meters: [], things: [] });

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Fault {
  id: string | null;
  /** Index of the line that found it; null if added by hand. */
  line: number | null;
  status: 'NOT_REPAIRED' | 'REPAIRED';
  closed: boolean;
  blocking: boolean;
  /** Round that it holds up; null under warranty. */
  round: number | null;
}
interface Visit {
  round: number;
  status: string;
}
type Said = { result: 'PASS' } | { result: 'FAIL'; blocking: boolean };

/** Plain model of a unit by the rules, without database. */
class FlatModel {
  status = 'WAITING_HANDOVER';
  visits: Visit[] = [{ round: 1, status: 'NOT_SCHEDULED' }];
  faults: Fault[] = [];
  get last(): Visit {
    return this.visits.at(-1) ?? { round: 0, status: '' };
  }
  get open(): Fault[] {
    return this.faults.filter(fault => !fault.closed);
  }
  get blocking(): Fault[] {
    return this.open.filter(one => one.blocking && one.status === 'NOT_REPAIRED');
  }
  begin(): void {
    this.last.status = 'PENDING_ACCEPTANCE';
    if (this.status === 'WAITING_HANDOVER') this.status = 'HANDING_OVER';
  }
  /** Defects after an inspection: found again, resolved or new; open ones belong to this round. */
  private looked(said: readonly Said[]): Fault[] {
    const after = this.faults.map(fault => ({ ...fault }));
    for (const one of after.filter(fault => !fault.closed)) {
      one.round = this.last.round;
      const line = one.line === null ? null : said[one.line];
      if (line?.result === 'FAIL') Object.assign(one, { blocking: line.blocking, status: 'NOT_REPAIRED' });
      if (line?.result === 'PASS') Object.assign(one, { status: 'REPAIRED', closed: true });
    }
    for (const [line, one] of said.entries())
      if (one.result === 'FAIL' && !after.some(fault => !fault.closed && fault.line === line))
        after.push({
          id: null,
          line,
          status: 'NOT_REPAIRED',
          closed: false,
          blocking: one.blocking,
          round: this.last.round,
        });
    return after;
  }
  /** Whether the owner accepts with these findings. */
  accept(said: readonly Said[]): boolean {
    const after = this.looked(said);
    const open = after.filter(one => !one.closed);
    if (open.some(one => one.blocking && one.status === 'NOT_REPAIRED')) return false;
    this.faults = after;
    this.last.status = open.length > 0 ? 'PENDING_REPAIR' : 'COMPLETE';
    this.status = 'HANDED_OVER';
    return true;
  }
  refuse(said: readonly Said[]): void {
    this.faults = this.looked(said);
    this.last.status = 'NOT_ACCEPTED';
  }
  next(): void {
    this.visits.push({ round: this.last.round + 1, status: 'NOT_SCHEDULED' });
  }
  /** A round pending repair completes with its last open defect. */
  settle(): void {
    for (const visit of this.visits)
      if (visit.status === 'PENDING_REPAIR' && !this.open.some(one => one.round === visit.round))
        visit.status = 'COMPLETE';
  }
  revert(): void {
    this.status = 'HANDING_OVER';
    for (const visit of this.visits) if (visit.status === 'PENDING_REPAIR') visit.status = 'NOT_ACCEPTED';
    this.next();
  }
}

const visits = handoverSchedule.path;
const defects = handoverDefect.path;
/** All records of a unit, page by page. */
async function rowsOf(path: string, unitId: string): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const { data } = await ann.get<Row[]>(`${path}?limit=100&page=${page}&sort=createdAt&filter[unitId][]=${unitId}`);
    all.push(...data);
    if (data.length < 100) return all;
  }
}
const put = (path: string, body: object = {}) => ann.put<Row>(path, body);

it(
  'is what the rules say after any order of rounds, repairs and returns',
  async () => {
    const random = randomOf(SEED);
    const chance = (share: number) => random() < share;
    const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
    const flats = await flatsOf(site, FLATS, 'M');
    const models = new Map(flats.map(flat => [flat, new FlatModel()]));
    const told: string[] = [];

    const saidOf = (): Said[] =>
      ITEMS.map(() => (chance(0.35) ? { result: 'FAIL', blocking: chance(0.3) } : { result: 'PASS' }));
    async function inspect(flat: Flat, model: FlatModel, takes: boolean) {
      const said = saidOf();
      const tablet = tabletOf(ann, flat.visitId);
      const own = said.map((one, n) => [`l${n + 1}`, one.result === 'FAIL' ? { ...one, note: 'Wrong' } : one] as const);
      await tablet.fill(Object.fromEntries(own));
      await tablet.sign('owner', 'employee');
      const refuse = async () => {
        model.refuse(said);
        expect((await tablet.refuse({ reason: 'Not like this' })).status).toBe(200);
      };
      if (!takes) return refuse();
      const answer = await tablet.accept();
      if (model.accept(said)) return expect(answer.status, answer.text).toBe(200);
      expect([answer.status, answer.code]).toEqual([422, 'HANDOVER_BLOCKING']);
      // The findings are already stored; an owner who cannot accept refuses.
      await refuse();
    }
    /** Assigns the ids of defects created by a sheet. */
    async function named(flat: Flat, model: FlatModel) {
      const all = await rowsOf(defects, flat.unitId);
      const known = new Set(model.faults.map(({ id }) => id));
      const fresh = all.filter(({ id }) => !known.has(id));
      for (const fault of model.faults.filter(({ id }) => id === null)) {
        const at = fresh.findIndex(one => lines.findIndex(({ itemId }) => itemId === one.itemId) === fault.line);
        fault.id = String(fresh.splice(at, 1)[0]?.id);
      }
      expect(fresh).toEqual([]);
      return all;
    }

    for (let step = 0; step < STEPS; step++) {
      const flat = pick(flats);
      const model = flat && models.get(flat);
      if (!flat || !model) return;
      const { last } = model;
      const fault = pick(model.faults);
      const roll = random();
      const say = (what: string) => told.push(`${step} ${flats.indexOf(flat)} ${what}`);
      if (roll < 0.45) {
        // The next step depends on the status of the round.
        if (last.status === 'NOT_SCHEDULED') {
          say('begin');
          // Within a working day: an appointment must not cross midnight.
          const at = new Date(Date.now() + 3_600_000 + (step % 480) * 60_000).toISOString();
          const set = await put(`${visits}/${flat.visitId}/schedule`, {
            employeeId: ann.id,
            scheduledAt: at,
            anyway: true,
          });
          expect(set.status, set.text).toBe(200);
          await comesNow(flat.visitId);
          const started = await put(`${visits}/${flat.visitId}/start`);
          expect(started.status, started.text).toBe(200);
          model.begin();
        } else if (last.status === 'PENDING_ACCEPTANCE') {
          const takes = chance(0.6);
          say(takes ? 'accept' : 'refuse');
          await inspect(flat, model, takes);
        } else if (last.status === 'NOT_ACCEPTED') {
          const reason = chance(0.5) ? { reason: 'It is repaired' } : {};
          say('re-inspect');
          const answer = await put(`${visits}/${flat.visitId}/re-inspect`, reason);
          if (model.blocking.length > 0 && !('reason' in reason))
            expect([answer.status, answer.code]).toEqual([422, 'HANDOVER_BLOCKING']);
          else {
            expect(answer.status, answer.text).toBe(200);
            model.next();
            flat.visitId = await newestVisit(ann, flat.unitId);
          }
        } else if (chance(0.3)) {
          say('revert');
          const answer = await put(`${handoverUnit.path}/${flat.rowId}/revert`, { reason: 'A mistake' });
          expect(answer.status, answer.text).toBe(200);
          model.revert();
          flat.visitId = await newestVisit(ann, flat.unitId);
        }
      } else if (roll < 0.55) {
        say('add');
        const made = await ann.post<Row>(defects, {
          unitId: flat.unitId,
          roomText: 'Kitchen',
          description: 'Found by hand',
        });
        expect(made.status, made.text).toBe(201);
        const warranty = model.status === 'HANDED_OVER';
        const begun = model.visits.filter(({ status }) => status !== 'NOT_SCHEDULED').at(-1);
        model.faults.push({
          id: made.data.id,
          line: null,
          status: 'NOT_REPAIRED',
          closed: false,
          blocking: false,
          round: warranty ? null : (begun?.round ?? null),
        });
      } else if (fault) {
        const name = pick(['repair', 'repair', 'confirm', 'return', 'reject'] as const) ?? 'repair';
        say(`${name} ${fault.status} ${fault.closed}`);
        const fits =
          !fault.closed && fault.status === (name === 'repair' || name === 'reject' ? 'NOT_REPAIRED' : 'REPAIRED');
        const body = name === 'return' || name === 'reject' ? { reason: 'Looked at again' } : {};
        const answer = await put(`${defects}/${fault.id}/${name}`, body);
        if (!fits) expect(answer.status, told.slice(-5).join('\n')).toBe(409);
        else {
          expect(answer.status, answer.text).toBe(200);
          if (name === 'repair') fault.status = 'REPAIRED';
          if (name === 'return') fault.status = 'NOT_REPAIRED';
          if (name === 'confirm' || name === 'reject') fault.closed = true;
          model.settle();
        }
      }
      const why = `seed ${SEED}\n${told.slice(-12).join('\n')}`;
      const all = await named(flat, model);
      expect(all.map(({ id, status, closed }) => `${id} ${status} ${closed}`).toSorted(), why).toEqual(
        model.faults.map(one => `${one.id} ${one.status} ${one.closed}`).toSorted(),
      );
      expect((await ann.get<Row>(`${handoverUnit.path}/${flat.rowId}`)).data, why).toMatchObject({
        status: model.status,
        openDefects: model.open.length,
        blockingDefects: model.blocking.length,
        repairedDefects: model.open.filter(one => one.status === 'REPAIRED').length,
        scheduleStatus: model.last.status,
      });
      const rounds = await rowsOf(visits, flat.unitId);
      expect(rounds.map(({ round, status }) => `${round} ${status}`).toSorted(), why).toEqual(
        model.visits.map(({ round, status }) => `${round} ${status}`).toSorted(),
      );
    }
  },
  TIMEOUT,
);
