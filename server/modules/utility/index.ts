import type { Definition } from '@lobby/shared/kit/definition.ts';
import { utility, utilityGroup } from '@lobby/shared/modules/utility.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { amenityRules, groupRules } from './rules.ts';

export { type Amenity, type Frame, framesOn, isFrame } from './frames.ts';
export { takeTurnAt } from './rules.ts';

/** The amenities of a project and their groups. */
export const utilityRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(utilityGroup, groupRules, all),
  ...serve(utility, amenityRules, all),
];
