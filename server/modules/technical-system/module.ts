import { device } from '@lobby/shared/modules/device.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { moveRoute } from '../../kit/records/lists/ordered.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { qrRoutes } from '../asset/index.ts';
import { broughtWorks } from '../maintenance/index.ts';
import { applyRoute } from './apply.ts';
import { certificatesRoute } from './certificates.ts';
import { deviceActs, deviceRules } from './devices.ts';
import { dueExport, dueRoute } from './due-list.ts';
import { systemsJob } from './jobs.ts';
import { systemReminderJob, technicalMails } from './reminders.ts';
import { groupStarter } from './starters.ts';
import { groupRules, systemActs, systemRules } from './systems.ts';

/** `broughtWorks`: works that plans make for a device. */
export const technicalSystemModule = defineServerModule({
  name: 'technical-system',
  routes: [certificatesRoute, dueExport, dueRoute, applyRoute, ...qrRoutes(device), moveRoute(systemGroup)],
  serves: [
    serves(systemGroup, groupRules),
    serves(technicalSystem, { ...systemRules, actions: systemActs }),
    serves(device, { ...deviceRules(broughtWorks), actions: deviceActs(broughtWorks) }),
  ],
  jobs: [systemsJob, systemReminderJob],
  mails: technicalMails,
  starters: [groupStarter],
});
