import type { Definition } from '@lobby/shared/kit/definition.ts';
import { z } from 'zod';
import { clockNow } from '../database/clock.ts';
import { newId } from '../database/database.ts';
import type { EventRow } from '../store/events.ts';
import { MODES } from './presence.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);
const modules = z.array(z.string().max(40)).min(1).max(200);
/** What clients may say (api.md, Live). */
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

/** Who reads a module of a project, and the residents of a unit. */
export const staffRoom = (projectId: string, module: string) => `project:${projectId}:${module}`;
export const unitRoom = (unitId: string, module: string) => `unit:${unitId}:${module}`;

/** Who reads no records of a module, but sees their names where others refer to them. */
export const namesRoom = (projectId: string, module: string) => `names:${projectId}:${module}`;

/** What every resident of a project may see of a module. */
export const residentsRoom = (projectId: string, module: string) => `residents:${projectId}:${module}`;

/** The units whose residents an event may concern: its record's, or those of a chunk of bulk work. */
export function unitsOf({ row, units }: Pick<EventRow, 'row' | 'units'>): string[] {
  return units ?? (typeof row?.unitId === 'string' ? [row.unitId] : []);
}

/** Tells somebody who sees other records of a definition from now on to read again what they see. */
export const sightChanged = (projectId: string, { code, name }: Pick<Definition, 'code' | 'name'>) => ({
  ...permissionsChanged(projectId),
  module: code,
  entity: name,
  action: 'sight',
});

/** Tells somebody to read again what they may do: no record, no row. */
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
