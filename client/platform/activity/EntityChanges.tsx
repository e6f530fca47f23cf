import { MODULES } from '@lobby/shared/modules/index.ts';
import { SETTINGS } from '@lobby/shared/modules/setting-history.ts';
import type { ComponentProps } from 'react';
import { Changes } from '../../kit/ui/detail/activity/Changes.tsx';

interface EntityChangesProps {
  /** Name of a definition, or entity of settings. */
  entity: string;
  row: ComponentProps<typeof Changes>['row'];
}

/** Changes of a record of any module. Imports all definitions, hence lazy. */
export function EntityChanges({ entity, row }: EntityChangesProps) {
  const setting = Object.hasOwn(SETTINGS, entity) ? SETTINGS[entity] : undefined;
  const definition = MODULES.find(module => module.name === entity) ?? setting;
  return definition ? <Changes definition={definition} row={row} /> : null;
}
