import type { Utility } from '@lobby/shared/modules/utility.ts';

/** An amenity of the demo. */
export type Kind = Partial<Utility> &
  Pick<Utility, 'name' | 'nameEn' | 'code' | 'icon' | 'type'> & {
    group: number;
    hours: readonly (readonly [string, string])[];
    /** The amenity that it is a part of, by its place in the list. */
    whole?: number;
    partner?: number;
  };
