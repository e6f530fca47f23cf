import { asset } from '@lobby/shared/modules/asset.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { assetsOf, itemCategoriesOf } from './assets.ts';
import { hotlinesOf } from './hotlines.ts';
import type { Sets } from './prepared.ts';
import type { Site } from './sites.ts';

/** What keeps a building going: whom to call, what it owns. */
export const upkeepOf = (site: Site, now: Date): Sets => [
  [hotline, hotlinesOf(site)],
  [itemCategory, itemCategoriesOf(site)],
  [asset, assetsOf(site, now)],
];
