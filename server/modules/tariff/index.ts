import type { Version } from '@lobby/shared/billing/version.ts';
import { tariffVersion, versionFrom } from '@lobby/shared/modules/tariff-version.ts';
import { records } from '../../kit/store/records.ts';

export { ofToday } from './current-price.ts';

/** Versions of tariffs, by tariff. */
export async function versionsBy(projectId: string, ids: readonly (string | null)[]): Promise<Map<string, Version[]>> {
  const tariffIds = ids.filter(id => id !== null);
  const versions = await records(tariffVersion).find({ projectId }, { tariffId: { $in: tariffIds } });
  const grouped = Map.groupBy(versions, ({ tariffId }) => tariffId);
  return new Map([...grouped].map(([id, all]) => [id, all.map(versionFrom)]));
}
