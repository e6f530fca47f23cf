import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { defineServerModule } from '../../platform/server-module.ts';
import { behaviour, holidays, make, openEarlier } from './rules.ts';

/** When amenities are closed, and what lies within. */
export const utilityClosureModule = defineServerModule({
  name: 'utility-closure',
  routes: [holidays, make],
  serves: [{ definition: utilityClosure, behaviour: { ...behaviour, acts: { 'open-earlier': openEarlier } } }],
});
