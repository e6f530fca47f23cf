import type { Field } from '@lobby/shared/kit/fields.ts';
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { targetOf } from '../records/definitions.ts';
import { permissionsAtom } from '../session/permissions.ts';
import { projectIdAtom } from '../session/session.ts';

/** Whether the reader may see by name what a field refers to. */
export function useMayName(): (field: Field | undefined) => boolean {
  const permissions = useAtomValue(permissionsAtom(useAtomValue(projectIdAtom) ?? ''));
  return useCallback(
    field =>
      !(field && 'readersOnly' in field && field.readersOnly) ||
      permissions?.[targetOf(field.to).code]?.includes('read') === true,
    [permissions],
  );
}
