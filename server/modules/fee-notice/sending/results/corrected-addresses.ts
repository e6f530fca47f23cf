import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { noticeDelivery, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import type { NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { systemCtx } from '../../../../kit/base/context.ts';
import { clockNow } from '../../../../kit/database/clock.ts';
import { newId } from '../../../../kit/database/database.ts';
import { soon } from '../../../../kit/ops/soon.ts';
import { saveNew } from '../../../../kit/store/bulk-insert.ts';
import type { EventRow } from '../../../../kit/store/events.ts';
import { records } from '../../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../../kit/store/save.ts';
import { loadProject, settingsOf } from '../../../../platform/projects/projects.ts';

/** Age limit of deliveries that are flagged. */
const BACK_MS = 30 * DAY_MS;
const MOST = 200;
const CHANNELS = { email: ['EMAIL'], phone: ['SMS', 'ZALO'] } as const;

interface Mended {
  projectId: string;
  unitIds: readonly string[];
  channels: readonly NoticeChannel[];
}
let mended: Mended[] = [];

/** Flags failed deliveries of a household whose address was corrected, so that they can be resent. */
async function mark({ projectId, unitIds, channels }: Mended): Promise<void> {
  const project = await loadProject(projectId);
  if (!project) return;
  const now = clockNow();
  const lost = await records(noticeDelivery).find(
    { projectId },
    {
      unitId: { $in: [...unitIds] },
      channel: { $in: [...channels] },
      status: { $in: [...UNREACHED] },
      corrected: { $ne: true },
      handled: { $ne: true },
      createdAt: { $gte: new Date(now.getTime() - BACK_MS) },
    },
    { limit: MOST },
  );
  const changes = lost.map(
    (doc): Change => ({ definition: noticeDelivery, action: 'progress', update: { doc, set: { corrected: true } } }),
  );
  if (changes.length === 0) return;
  const ctx = systemCtx(settingsOf(project), now);
  await saveNew(ctx, newId(), { batches: [], beside: async () => changes, answer: null }).catch(error => {
    // Resent or handled concurrently.
    if (!(error instanceof VersionConflict)) throw error;
  });
}

const marking = soon(
  'addresses that were mended',
  () => 100,
  async () => {
    const all = mended;
    mended = [];
    for (const row of all) await mark(row);
  },
);
export const endMarking = marking.end;

/** Collects residents whose mail address or phone number changed. */
export function onResidentEvents(rows: readonly EventRow[]): void {
  for (const { entity, projectId, row, after } of rows) {
    if (entity !== resident.name || !Array.isArray(row?.unitIds)) continue;
    // A new address counts only once its owner has confirmed it.
    const moved = { email: after?.email && !after.newEmail, phone: after?.phone };
    const channels = (['email', 'phone'] as const).flatMap(name => (moved[name] ? CHANNELS[name] : []));
    if (channels.length === 0) continue;
    mended.push({ projectId, unitIds: row.unitIds.map(String), channels });
    marking.ask();
  }
}
