import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { log } from '../../../kit/ops/log.ts';
import type { EventRow } from '../../../kit/store/events.ts';
import { records } from '../../../kit/store/records.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { loadSaving, NotAnswering, ProviderRefused } from '../../payment-gateway/index.ts';
import { loadGateway, newRef } from '../orders.ts';
import { savedIn, type Way, ways } from './store.ts';

/** Time during which an unreachable provider is notified again. */
const TOLD_FOR_MS = 3 * DAY_MS;

/** Notifies the provider that a saved method is given up, and removes it. */
async function unbind(way: Way, now: Date): Promise<void> {
  const { _id, projectId, gatewayId } = way;
  const gateway = await loadGateway({ projectId }, gatewayId);
  const by = gateway && (await loadSaving(gateway, now));
  const saved = savedIn(way);
  try {
    if (by && saved) await by.saving.unbind(by.contract, newRef({ projectId, now }), saved);
  } catch (error) {
    // The job retries.
    if (error instanceof NotAnswering) return;
    if (!(error instanceof ProviderRefused)) throw error;
  }
  await ways().deleteOne({ _id });
}

/** Invalidates saved methods and notifies the provider. */
export async function giveUp(all: readonly Way[], now: Date): Promise<void> {
  const until = new Date(now.getTime() + TOLD_FOR_MS);
  const _id = { $in: all.map(way => way._id) };
  await ways().updateMany({ _id }, { $set: { state: 'ENDING', residentId: null, until } });
  await attemptEach(all, way => unbind(way, now));
}

/** Returns those of the methods whose payer no longer lives here. */
async function left(projectId: string, all: readonly Way[]): Promise<Way[]> {
  const residentId = { $in: [...new Set(all.flatMap(way => way.residentId ?? []))] };
  const homes = await records(residency).find({ projectId }, { residentId, living: true }, { only: ['residentId'] });
  const living = new Set(homes.map(home => home.residentId));
  return all.filter(way => way.residentId === null || !living.has(way.residentId));
}

/** Gives up methods of residents who left, and retries notifying providers. */
export const giveUpJob = defineJob({
  name: 'saved ways to pay',
  every: '*/20 * * * *',
  perProject: ctx => attemptEach([giveUpLeft, unbindEnding], step => step(ctx)),
});

async function giveUpLeft({ projectId, now }: Ctx): Promise<number> {
  const saved = await ways().find({ projectId, state: 'SAVED' }).toArray();
  const gone = await left(projectId, saved);
  if (gone.length > 0) await giveUp(gone, now);
  return gone.length;
}

async function unbindEnding({ projectId, now }: Ctx): Promise<number> {
  const ending = await ways().find({ projectId, state: 'ENDING' }).toArray();
  return attemptEach(ending, way => unbind(way, now).then(() => 1));
}

/** Gives up methods of residents who no longer live here. */
async function follow(projectId: string, people: readonly string[]): Promise<void> {
  const saved = await ways()
    .find({ projectId, residentId: { $in: [...people] }, state: 'SAVED' })
    .toArray();
  const gone = saved.length > 0 ? await left(projectId, saved) : [];
  if (gone.length > 0) await giveUp(gone, clockNow());
}

/** Gives up the saved methods of residents who move out, are removed or erased. */
export function onPayerEvents(rows: readonly EventRow[]): void {
  const moved = rows.filter(({ entity, action }) => entity === resident.name && action !== 'create');
  for (const [projectId, ofProject] of Map.groupBy(moved, row => row.projectId))
    void follow(
      projectId,
      ofProject.flatMap(({ entityId }) => entityId ?? []),
    ).catch(error => log.error({ error: String(error) }, 'saved ways could not be given up'));
}
