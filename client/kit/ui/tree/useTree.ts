import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Query, useQuery } from '../../live/useQuery.ts';
import type { Node } from './tree.ts';

/** All records of a tree with what is in them counted, read again after any change of them or of what is in them: they are few. */
export function useTree({ path, code }: Definition): Query<readonly Node[]> {
  return useQuery(`${path}/tree`, { follow: code, delay: 100 });
}
