import type { FilterIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { readAll } from '../../kit/http/read-all.ts';
import { type Rows, useRows } from '../../kit/live/useRows.ts';

/** All records of a small definition, optionally filtered; reloaded after any change. */
export function useAll<const D extends Definition>(definition: D, filter?: FilterIn<D>): Rows<D> {
  return useRows(definition, { read: readAll, filter, follow: definition.code, delay: 100 });
}
