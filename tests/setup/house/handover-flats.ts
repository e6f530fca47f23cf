import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Caller, Row } from '../caller.ts';
import { change } from '../records.ts';
import type { Site } from '../world.ts';

/** All days of the week, as tests run at any time. */
const EVERY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => ({ day }));

/** Changes the handover settings of a building. */
export async function ruleHandovers(who: Caller, body: object): Promise<void> {
  const { version } = (await who.get<Row>('/handover/config')).data;
  const answer = await who.put('/handover/config', { version, days: EVERY, hours: '00:00-24:00', ...body });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** A unit in the handover programme. */
export interface Flat {
  unitId: string;
  rowId: string;
  /** Its latest appointment. */
  visitId: string;
}

/** New units in the programme, each with its first appointment. */
export async function flatsOf(site: Site, count: number, prefix: string, own: object = {}): Promise<Flat[]> {
  const { ann, blockId, floorId } = site;
  const unitIds: string[] = [];
  for (let n = 0; n < count; n++)
    unitIds.push(
      (await ann.post<Row>(unit.path, { code: `${prefix}-${n + 1}`, type: 'APARTMENT', blockId, floorId, ...own })).data
        .id,
    );
  const added = await ann.post<{ created: number }>(`${handoverUnit.path}/add`, { unitIds });
  if (added.data.created !== count) throw new Error(added.text);
  const flats: Flat[] = [];
  for (const unitId of unitIds) {
    const [row] = (await ann.get<Row[]>(`${handoverUnit.path}?filter[unitId][]=${unitId}`)).data;
    flats.push({ unitId, rowId: String(row?.id), visitId: await newestVisit(ann, unitId) });
  }
  return flats;
}

/** The latest appointment of a unit. */
export async function newestVisit(who: Caller, unitId: string): Promise<string> {
  const rounds = (await who.get<Row[]>(`${handoverSchedule.path}?filter[unitId][]=${unitId}`)).data;
  return String(rounds.toSorted((a, b) => Number(b.round) - Number(a.round))[0]?.id);
}

/** Moves an appointment to now. */
export async function comesNow(visitId: string): Promise<void> {
  await change(handoverSchedule, visitId, { scheduledAt: new Date(), endAt: new Date(Date.now() + 3_600_000) });
}
