import type { Definition, RowOf } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { dataOf } from '../http/api-error.ts';
import { recordAtom } from './records.ts';

/** A record of a definition as far as a list or detail has loaded it; live. */
export function useHeldRow<const D extends Definition>({ name }: D, id: string): Partial<RowOf<D>> {
  const entry = useAtomValue(useMemo(() => recordAtom(name, id), [name, id]));
  return dataOf<RowOf<D>>(entry?.row);
}
