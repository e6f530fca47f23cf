import { asset } from '@lobby/shared/modules/asset.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { broughtWorks } from '../maintenance/index.ts';
import { cardRoute } from './card.ts';
import { nextCodeRoute } from './codes.ts';
import { faultRoutes } from './faults.ts';
import { assetReminderJob, assetsJob } from './jobs.ts';
import { factsRoute, qrRoutes } from './qr.ts';
import { assetActs, completeAsset } from './rules.ts';

/** Assets; `broughtWorks` creates the works of maintenance plans when an asset is put in use. */
export const assetModule = defineServerModule({
  name: 'asset',
  routes: [nextCodeRoute, cardRoute, factsRoute, ...faultRoutes, ...qrRoutes(asset)],
  serves: [serves(asset, { check: completeAsset, actions: assetActs(broughtWorks) })],
  jobs: [assetsJob, assetReminderJob],
});
