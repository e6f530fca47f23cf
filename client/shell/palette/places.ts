import { opensAt } from '@lobby/shared/modules/menu.ts';
import type { LucideIcon } from 'lucide-react';
import { iconNamed } from '../menu/icons.ts';
import { REGISTRY } from '../registry.ts';

const byName = new Map(REGISTRY.map(definition => [definition.name, definition]));

/** Icon of a record. */
export const recordIcon = (entity: string): LucideIcon => iconNamed(byName.get(entity)?.icon);

/** Records whose screen the reader may not open lead to the requests about them. */
const INSTEAD: Readonly<Record<string, string>> = {
  unit: 'help-desk?tab=all&unitId=',
  resident: 'help-desk?tab=all&residentId=',
  employee: 'help-desk?tab=all&assigneeId=',
};

/** Path of a record in a project; null if there is no screen for the reader. */
export function pathOf(
  projectId: string,
  entity: string,
  id: string,
  sees: (module: string) => boolean,
): string | null {
  const module = byName.get(entity);
  const listPath = module && sees(module.code) ? opensAt(module) : null;
  const path = listPath ?? (sees('HELP_DESK') ? INSTEAD[entity] : undefined);
  return path ? `/projects/${projectId}/${path}${id}` : null;
}

/** Path of a definition's list in a project; null if it has no screen. */
export function listPathOf(entity: string): string | null {
  const module = byName.get(entity);
  return module ? (opensAt(module)?.replace(/[?&]\w+=$/, '') ?? null) : null;
}
