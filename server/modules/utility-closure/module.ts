import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { behaviour, holidays, make, openEarlier } from './rules.ts';

export const utilityClosureModule = defineServerModule({
  name: 'utility-closure',
  routes: [holidays, make],
  serves: [serves(utilityClosure, { ...behaviour, actions: { 'open-earlier': openEarlier } })],
});
