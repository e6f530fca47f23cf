import type { Definition } from '@lobby/shared/kit/definition.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import type { Route } from '../../kit/http/route.ts';
import { moveRoute } from '../../kit/records/ordered.ts';
import { serve } from '../../kit/serve.ts';
import { utilityCalls } from './calls.ts';
import { amenityActs, amenityRules, groupActs, groupRules, type OpenedOf } from './rules.ts';

export { type ChangedClosure, type Closed, type Closure, closedAt, closedIn, timesOf } from './closed.ts';
export { type Amenity, type Frame, framesOn, hoursOn, isFrame } from './frames.ts';
export { feeLines, priceOfFrame, sumOf, surchargeLines, taxed } from './price.ts';
export { takeTurnAt } from './rules.ts';

/** The amenities of a project and their groups; `opened`: what goes to who waits for them as they have more to give. */
export const utilityRoutes = (all: readonly Definition[], opened: OpenedOf): Route[] => [
  moveRoute(utilityGroup),
  moveRoute(utility),
  ...utilityCalls,
  ...serve(utilityGroup, { ...groupRules, acts: groupActs }, all),
  ...serve(utility, { ...amenityRules(opened), acts: amenityActs(opened) }, all),
];
