import type { Utility } from '@lobby/shared/modules/utility.ts';

export type Kind = Partial<Utility> &
  Pick<Utility, 'name' | 'nameEn' | 'code' | 'icon' | 'type'> & {
    group: number;
    hours: readonly (readonly [string, string])[];
    /** Index of the amenity that contains this one. */
    whole?: number;
    partner?: number;
  };
