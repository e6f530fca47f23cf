import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Query, useQuery } from '../../live/useQuery.ts';
import type { Node } from './tree.ts';

/** All records of a tree with counts, read again after any change; there are few. */
export function useTree({ path, code }: Definition): Query<readonly Node[]> {
  return useQuery(`${path}/tree`, { follow: code, delay: 100 });
}
