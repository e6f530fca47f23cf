import { opensAt } from '@lobby/shared/modules/menu.ts';
import type { LucideIcon } from 'lucide-react';
import { iconNamed } from '../icons.ts';
import { REGISTRY } from '../registry.ts';

const byName = new Map(REGISTRY.map(one => [one.name, one]));

/** What a record is known by at a glance. */
export const recordIcon = (entity: string): LucideIcon => iconNamed(byName.get(entity)?.icon);

/** Who has no screen of their own for the reader is met in the requests about them. */
const INSTEAD: Readonly<Record<string, string>> = {
  unit: 'help-desk?tab=all&unitId=',
  resident: 'help-desk?tab=all&residentId=',
  employee: 'help-desk?tab=all&assigneeId=',
};

/** Where a record is shown in a project; null where the reader has no screen for it. */
export function pathOf(
  projectId: string,
  entity: string,
  id: string,
  sees: (module: string) => boolean,
): string | null {
  const module = byName.get(entity);
  const own = module && sees(module.code) ? opensAt(module) : null;
  const path = own ?? (sees('HELP_DESK') ? INSTEAD[entity] : undefined);
  return path ? `/projects/${projectId}/${path}${id}` : null;
}

/** Where the list of a definition is shown under a project; null where it has no screen. */
export function listPathOf(entity: string): string | null {
  const module = byName.get(entity);
  return module ? (opensAt(module)?.replace(/[?&]\w+=$/, '') ?? null) : null;
}
