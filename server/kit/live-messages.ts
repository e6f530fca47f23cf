import { z } from 'zod';
import { newId } from './database.ts';
import type { EventRow } from './events.ts';
import { MODES } from './presence.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);
const modules = z.array(z.string().max(40)).min(1).max(60);
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

/** The units whose residents an event may concern: its record's, or those of a chunk of bulk work. */
export function unitsOf({ row, units }: Pick<EventRow, 'row' | 'units'>): string[] {
  return units ?? (typeof row?.unitId === 'string' ? [row.unitId] : []);
}

/** Tells somebody to read again what they may do: no record, no row. */
export const permissionsChanged = (projectId: string) => ({
  id: newId(),
  cursor: '',
  at: new Date().toISOString(),
  projectId,
  module: 'AUTHORIZATION',
  entity: 'position',
  entityId: null,
  action: 'permissions',
  version: 0,
  actor: { id: 'system', name: '' },
  data: null,
});
