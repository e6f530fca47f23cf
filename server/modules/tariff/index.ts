import type { Version } from '@lobby/shared/billing/version.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { formula, surcharge, tariffVersion, versionFrom } from '@lobby/shared/modules/tariff-version.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { previewRoute } from './preview.ts';
import { tariffBehaviour, tariffRoutesOfOwn } from './tariffs.ts';
import { templateRoutes } from './templates.ts';
import { versionBehaviour } from './versions.ts';

export { ofToday, turnTariffs } from './today.ts';

/** The versions of some tariffs, by tariff. */
export async function versionsBy(projectId: string, ids: readonly unknown[]): Promise<Map<string, Version[]>> {
  const found = await modelOf(tariffVersion)
    .find({ projectId, deletedAt: null, tariffId: { $in: [...ids] } })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const grouped = Map.groupBy(found, ({ tariffId }) => String(tariffId));
  return new Map([...grouped].map(([id, all]) => [id, all.map(versionFrom)]));
}

/** Tariffs, their versions, and what versions copy from. */
export const tariffRoutes = (all: readonly Definition[]): Route[] => [
  ...tariffRoutesOfOwn,
  previewRoute,
  ...templateRoutes,
  // A tariff is made together with its first version, by a call of its own.
  ...serve(tariff, tariffBehaviour, all).filter(({ method, path }) => method !== 'post' || path !== tariff.path),
  ...serve(tariffVersion, versionBehaviour, all),
  ...serve(formula, {}, all),
  ...serve(surcharge, {}, all),
];
