import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { SentFilter } from '@lobby/shared/kit/filter-schema.ts';
import type { oneProject } from '@lobby/shared/kit/project.contract.ts';
import { type ResidentRow, residency, resident } from '@lobby/shared/modules/resident.ts';
import type { UnitRow } from '@lobby/shared/modules/unit.ts';
import { useEffect, useState } from 'react';
import { request, type Scope } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { can } from '../../../kit/session/permissions.ts';
import type { Sheet, Which } from './path.ts';

/** Unit with the data to print. */
export interface Printed {
  id: string;
  code: string;
  blockId: string;
  floorId: string;
  /** On info sheets only. */
  whole: UnitRow | null;
  residents: readonly ResidentRow[];
}

/** Largest number of units: info sheets are loaded one by one, QR codes by the hundred. */
export const MOST: Record<Sheet, number> = { info: 100, qr: 3000 };
const PAGE = 100;
const AT_ONCE = 4;

/** Name and address of the project on the sheets. */
export type Place = Pick<AnswerOf<typeof oneProject>, 'name' | 'address'>;

type State = { units: readonly Printed[]; project: Place } | 'loading' | 'failed' | 'many';

export function usePrinted(projectId: string, sheet: Sheet, which: Which): State {
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    let wanted = true;
    setState('loading');
    const place = callContract<typeof oneProject>('GET', '/unit-group/:id', { params: { id: projectId } });
    Promise.all([read({ projectId }, sheet, which), place]).then(
      ([units, { data }]) => wanted && setState(units ? { units, project: data } : 'many'),
      () => wanted && setState('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [projectId, sheet, which]);
  return state;
}

type Brief = Omit<Printed, 'whole' | 'residents'>;

async function read(scope: Scope, sheet: Sheet, which: Which): Promise<Printed[] | null> {
  if ('ids' in which && which.ids.length > MOST[sheet]) return null;
  const brief = 'ids' in which ? await byIds(scope, which.ids) : await byFilter(scope, which, MOST[sheet]);
  if (!brief) return null;
  const units = brief.map((flat): Printed => ({ ...flat, whole: null, residents: [] }));
  if (sheet === 'qr') return units;
  for (let at = 0; at < units.length; at += AT_ONCE)
    await Promise.all(units.slice(at, at + AT_ONCE).map(unit => complete(scope, unit)));
  return units;
}

async function byIds(scope: Scope, ids: readonly string[]): Promise<Brief[]> {
  const rows: Brief[] = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    const query = { ids: ids.slice(at, at + PAGE) };
    const { data } = await request<(Brief & { name: string })[]>('GET', '/unit/options', { ...scope, query });
    rows.push(...data.map(({ id, name, blockId, floorId }) => ({ id, code: name, blockId, floorId })));
  }
  return rows;
}

async function byFilter(scope: Scope, { filter }: { filter: SentFilter }, most: number): Promise<Brief[] | null> {
  const rows: Brief[] = [];
  for (let page = 1; ; page++) {
    const query = { page, limit: PAGE, filter };
    const { data, total = 0 } = await request<UnitRow[]>('GET', '/unit', { ...scope, query });
    if (total > most) return null;
    rows.push(...data.map(({ id, code, blockId, floorId }) => ({ id, code, blockId, floorId })));
    if (data.length < PAGE) return rows;
  }
}

async function complete(scope: Scope, flat: Printed): Promise<void> {
  const [whole, residents] = await Promise.all([
    request<UnitRow>('GET', `/unit/${flat.id}`, scope),
    // Without permission to read residents the unit is printed without them.
    can(scope.projectId ?? '', 'MEMBER', 'read') ? residentsOf(scope, flat.id) : [],
  ]);
  Object.assign(flat, { whole: whole.data, residents });
}

/** Residents of a unit with their role there; they may have other roles in other units. */
async function residentsOf(scope: Scope, unitId: string): Promise<ResidentRow[]> {
  const of = (filter: Record<string, string[]>) => ({ ...scope, query: { limit: PAGE, filter } });
  const [people, homes] = await Promise.all([
    request<ResidentRow[]>('GET', resident.path, of({ unitIds: [unitId] })),
    request<(Pick<ResidentRow, 'role'> & { residentId: string })[]>(
      'GET',
      residency.path,
      of({ unitId: [unitId], living: ['true'] }),
    ),
  ]);
  const roles = new Map(homes.data.map(({ residentId, role }) => [residentId, role]));
  return people.data.map(person => ({ ...person, role: roles.get(person.id) ?? person.role }));
}
