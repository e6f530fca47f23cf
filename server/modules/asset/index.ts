import type { Definition } from '@lobby/shared/kit/definition.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import type { BroughtWorks } from '../repair/index.ts';
import { nextCodeRoute } from './codes.ts';
import { faultRoutes } from './faults.ts';
import { factsRoute, qrRoutes } from './qr.ts';
import { assetActs, completeAsset } from './rules.ts';

export { forgetReports } from './faults.ts';
export { remindOfAssets, turnAssets } from './jobs.ts';
export { qrRoutes } from './qr.ts';
export { assetDue } from './rules.ts';

/** What the building owns; `brought`: what plans bring to a thing. */
export const assetRoutes = (all: readonly Definition[], brought: BroughtWorks): Route[] => [
  nextCodeRoute,
  factsRoute,
  ...faultRoutes,
  ...qrRoutes(asset),
  ...serve(asset, { check: completeAsset, acts: assetActs(brought) }, all),
];
