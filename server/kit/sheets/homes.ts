import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Imports } from '@lobby/shared/kit/imports.ts';

export type Homes = NonNullable<Imports['homes']>;

/** How rows describe further homes; undefined where records have one home only. */
export const homesOf = ({ imports }: Definition): Homes | undefined =>
  typeof imports === 'object' ? imports.homes : undefined;
