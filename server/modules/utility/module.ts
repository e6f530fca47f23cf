import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { moveRoute } from '../../kit/records/lists/ordered.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { offerOpened } from '../utility-booking/index.ts';
import { utilityCalls } from './calls.ts';
import { closureBehaviour, holidaysRoute, makeClosures, openEarlier } from './closures/rules.ts';
import { amenityActs, amenityRules, groupActs, groupRules } from './rules.ts';

/** `opened`: offers to those on the waiting list when an amenity gets more places. */
export const utilityModule = defineServerModule({
  name: 'utility',
  routes: [holidaysRoute, makeClosures, moveRoute(utilityGroup), moveRoute(utility), ...utilityCalls],
  serves: [
    serves(utilityClosure, { ...closureBehaviour, actions: { 'open-earlier': openEarlier } }),
    serves(utilityGroup, { ...groupRules, actions: groupActs }),
    serves(utility, { ...amenityRules(offerOpened), actions: amenityActs(offerOpened) }),
  ],
});
