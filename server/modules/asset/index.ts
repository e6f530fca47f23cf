import type { Definition } from '@lobby/shared/kit/definition.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { nextCodeRoute } from './codes.ts';
import { qrRoutes } from './qr.ts';
import { assetActs, completeAsset } from './rules.ts';

export { turnAssets } from './jobs.ts';

/** What the building owns. */
export const assetRoutes = (all: readonly Definition[]): Route[] => [
  nextCodeRoute,
  ...qrRoutes,
  ...serve(asset, { check: completeAsset, acts: assetActs }, all),
];
