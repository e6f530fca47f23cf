import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Caller, Row } from '../caller.ts';
import { makeRecord } from '../records.ts';
import type { Site } from '../world.ts';

const NAMES = ['Alba', 'Bruno', 'Clara'];
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

let n = 0;
/** Three handed-over units of 50, 70.5 and 80.25 m² in a block of their own, each with its owner, and helpers for meetings. */
export async function meetingsOf(site: Site) {
  const { ann } = site;
  const blockId = (await makeRecord(site.id, block, { name: `Block M${++n}` }))._id;
  const floorId = (await makeRecord(site.id, floor, { name: '1', blockId, order: 1 }))._id;
  const areas = [50, 70.5, 80.25];
  const units: Row[] = [];
  const owners: Row[] = [];
  for (const [at, useArea] of areas.entries()) {
    const values = { code: `M${n}-0${at + 1}`, type: 'APARTMENT', blockId, floorId, area: 90, useArea };
    const home = (await ann.post<Row>(unit.path, { ...values, handoverStatus: 'HANDED_OVER' })).data;
    units.push(home);
    const person = { name: `${NAMES[at]} Owner`, unitId: home.id, role: 'HOUSEHOLDER', owner: true };
    const identifier = `0010880${String(10_000 + n * 10 + at)}`;
    owners.push((await ann.post<Row>(resident.path, { ...person, identifier })).data);
  }
  const make = async (values: object = {}) => {
    const own = { name: 'Annual meeting', startAt: inHours(1), blockIds: [blockId], venue: 'The hall' };
    const answer = await ann.post<Row>(conference.path, { ...own, regulations: '<p>One m² is a vote</p>', ...values });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.data;
  };
  const act = (id: unknown, name: string, body: object = {}, who: Caller = ann) =>
    who.put<Row>(`${conference.path}/${id}/${name}`, body);
  const rowsOf = async (id: unknown, who: Caller = ann) =>
    (await who.get<Row[]>(`${conferenceUnit.path}?filter[conferenceId][]=${id}&limit=100`)).data;
  const row = (id: unknown, name: string, body: object = {}, who: Caller = ann) =>
    who.put<Row>(`${conferenceUnit.path}/${id}/${name}`, body);
  const read = async (id: unknown) => (await ann.get<Row>(`${conference.path}/${id}`)).data;
  /** An approved meeting with its rows, ordered by area. */
  const approved = async (values: object = {}) => {
    const meeting = await make(values);
    const answer = await act(meeting.id, 'approve');
    if (answer.status !== 200) throw new Error(answer.text);
    const rows = await rowsOf(meeting.id);
    return { id: meeting.id, doc: answer.data, rows: rows as [Row, Row, Row] };
  };
  return { site, blockId, floorId, units, owners, make, act, rowsOf, row, read, approved };
}
