import type { Definition } from '@lobby/shared/kit/definition.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { Route } from '../../kit/http/route.ts';
import { moveRoute } from '../../kit/records/ordered.ts';
import { serve } from '../../kit/serve.ts';
import { qrRoutes } from '../asset/index.ts';
import { applyRoute } from './apply.ts';
import { deviceActs, deviceRules } from './devices.ts';
import { dueRoute } from './due.ts';
import { groupRules, systemActs, systemRules } from './systems.ts';

export { careDues } from './care.ts';
export { downOf } from './down.ts';
export { turnSystems } from './jobs.ts';
export { remindOfSystems, technicalMails } from './reminders.ts';
export { groupStarter } from './starters.ts';
export { tellSystem } from './systems.ts';

/** The engineering systems of a building, their groups and machines, and what is due of them. */
export const technicalRoutes = (all: readonly Definition[]): Route[] => [
  dueRoute,
  applyRoute,
  ...qrRoutes(device),
  moveRoute(systemGroup),
  ...serve(systemGroup, groupRules, all),
  ...serve(technicalSystem, { ...systemRules, acts: systemActs }, all),
  ...serve(device, { ...deviceRules, acts: deviceActs }, all),
];
