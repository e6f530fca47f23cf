import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { assetsOf, itemCategoriesOf } from './assets.ts';
import { hotlinesOf } from './hotlines.ts';
import { plansOf } from './plans-of-upkeep.ts';
import type { Sets } from './prepared.ts';
import type { Site } from './sites.ts';
import { systemGroupsOf, technicalOf } from './technical.ts';

/** What keeps a building going: whom to call, what it owns, its systems and machines. */
export const upkeepOf = (site: Site, now: Date): Sets => {
  const { systems, devices } = technicalOf(site, now);
  return [
    [hotline, hotlinesOf(site)],
    [itemCategory, itemCategoriesOf(site)],
    [asset, assetsOf(site, now)],
    [systemGroup, systemGroupsOf(site)],
    [technicalSystem, systems],
    [device, devices],
    [maintenancePlan, plansOf(site, now)],
  ];
};
