import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { deviceReading } from '@lobby/shared/modules/device-reading.ts';
import { downtime } from '@lobby/shared/modules/downtime.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { assetsOf, itemCategoriesOf } from './assets.ts';
import { caredFor } from './care-of-upkeep.ts';
import { checklistsOf } from './checklists.ts';
import { hotlinesOf } from './hotlines.ts';
import { downtimesOf, readingsOf } from './machines.ts';
import { plansOf } from './plans-of-upkeep.ts';
import type { Sets } from './prepared.ts';
import type { Site } from './sites.ts';
import { systemGroupsOf, technicalOf } from './technical.ts';
import { worksOf } from './works-of-upkeep.ts';

/** Hotlines, assets, technical systems, machines and maintenance of a building. */
export const upkeepOf = (site: Site, now: Date): Sets => {
  const [made, plans, works] = [technicalOf(site, now), plansOf(site, now), worksOf(site, now)];
  const { systems, devices } = caredFor(made.systems, made.devices, { plans, works }, now);
  return [
    [hotline, hotlinesOf(site)],
    [itemCategory, itemCategoriesOf(site)],
    [asset, assetsOf(site, now)],
    [systemGroup, systemGroupsOf(site)],
    [technicalSystem, systems],
    [device, devices],
    [deviceReading, readingsOf(site, devices, now)],
    [downtime, downtimesOf(site, devices, now)],
    [maintenanceChecklist, checklistsOf(site)],
    [maintenancePlan, plans],
    [maintenance, works],
  ];
};
