import type { Definition } from '@lobby/shared/kit/definition.ts';
import { z } from 'zod';
import { clockNow } from '../../database/clock.ts';
import { newId } from '../../database/database.ts';
import type { EventRow } from '../../store/events.ts';
import { MODES } from '../presence/presence.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);
const modules = z.array(z.string().max(40)).min(1).max(200);
/** Messages that clients may send (api.md, Live). */
export const SUBSCRIBE = z.union([
  z.strictObject({ projectId: id, modules, since: z.string().max(500).optional() }),
  z.strictObject({ unitId: id, modules, since: z.string().max(500).optional() }),
]);
export const UNSUBSCRIBE = z.union([
  z.strictObject({ projectId: id, modules: modules.optional() }),
  z.strictObject({ unitId: id, modules: modules.optional() }),
]);
export const PRESENCE = z.strictObject({
  projectId: id,
  module: z.string().max(40),
  entityId: id,
  mode: z.enum([...MODES, 'left']),
});
export const AUTH = z.strictObject({ token: z.string().max(4000) });

/** Staff who read a module of a project. */
export const staffRoom = (projectId: string, module: string) => `project:${projectId}:${module}`;
export const unitRoom = (unitId: string, module: string) => `unit:${unitId}:${module}`;

/** Staff who do not read a module but see its record names where others refer to them. */
export const namesRoom = (projectId: string, module: string) => `names:${projectId}:${module}`;

/** All residents of a project, for what everybody may see of a module. */
export const residentsRoom = (projectId: string, module: string) => `residents:${projectId}:${module}`;

/** Units whose residents an event may concern: the record's unit, or all units of a bulk change. */
export function unitsOf({ row, units }: Pick<EventRow, 'row' | 'units'>): string[] {
  return units ?? (typeof row?.unitId === 'string' ? [row.unitId] : []);
}

/** The event that tells a person to read a definition again, because they now see other records of it. */
export const sightChanged = (projectId: string, { code, name }: Pick<Definition, 'code' | 'name'>) => ({
  ...permissionsChanged(projectId),
  module: code,
  entity: name,
  action: 'sight',
});

/** The event that tells a person to read their permissions again. It names no record. */
export const permissionsChanged = (projectId: string) => ({
  id: newId(),
  cursor: '',
  at: clockNow().toISOString(),
  projectId,
  module: 'AUTHORIZATION',
  entity: 'position',
  entityId: null,
  action: 'permissions',
  version: 0,
  actor: { id: 'system', name: '' },
  data: null,
});
