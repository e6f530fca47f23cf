import { DAY_MS, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { CORRECT_DAYS, progressOf } from '@lobby/shared/modules/handover-sheet.ts';
import type { Merged, Part } from '@lobby/shared/modules/handover-sheet-parts.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import { type EffectOf, perform } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { markPartsUsed, ownUploads, takeParts } from './fill.ts';
import { sendMinutes } from './minutes-mail.ts';
import { keepSheet, loadSheet } from './sheet.ts';

/** Parts of a sheet that a correction may change. */
const CORRECTED = ['lines', 'photos', 'meters', 'things', 'present', 'opinion'];

/** Refuses to change a meter reading on which a bill is based. */
async function assertNotBilled(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  parts: readonly Part[],
  month: string,
): Promise<void> {
  if (!parts.some(({ path }) => path.startsWith('meters.'))) return;
  const isBilled = await records(bill).exists(ctx, {
    unitId: doc.unitId,
    status: 'ACTIVE',
    month: { $gte: month },
    $or: [{ oldIndex: { $type: 'number' } }, { 'readings.0': { $exists: true } }],
  });
  if (isBilled) fail('HANDOVER_METER_BILLED');
}

/** Corrects minutes within a week; adds a further edition beside the first. */
async function correcting(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  reason: string,
  parts: readonly Part[],
): Promise<EffectOf<typeof handoverSchedule>> {
  const ended = doc.finishedAt?.getTime() ?? 0;
  if (ctx.now.getTime() - ended > CORRECT_DAYS * DAY_MS)
    fail('STATUS_NOT_ALLOWED', {
      ...(await lastChange(handoverSchedule, doc, true)),
      why: 'handover-schedule.state.correctOver',
    });
  const sheet = await loadSheet(ctx, doc);
  const last = sheet.editions.at(-1);
  if (!last) return fail('NOT_FOUND');
  await assertNotBilled(ctx, doc, parts, monthOf(last.day));
  const uploads = await ownUploads(ctx, parts);
  const set: Partial<Doc<typeof handoverSchedule>> = {};
  let merged: Merged[] = [];
  return {
    set,
    async first(session, whole) {
      const now = await loadSheet(ctx, doc, session);
      // A correction is based on the current values.
      const based = parts.map(part => ({ ...part, base: baseOf(now, part.path) }));
      merged = takeParts(now, based, ctx.employeeId ?? '', uploads, whole);
      const wrong = merged.findIndex(({ told: result }) => result.state === 'refused');
      if (wrong >= 0) failFields({ [`parts.${wrong}.value`]: { code: 'INVALID' } });
      const { lines, meters, things } = now;
      now.editions.push({
        at: ctx.now,
        by: ctx.employeeId ?? null,
        reason,
        result: last.result,
        day: last.day,
        parts: structuredClone({ lines, meters, things }),
      });
      Object.assign(whole, progressOf(now));
      await keepSheet(now, session);
    },
    async also(session) {
      await markPartsUsed(doc._id, merged, session);
      await sendMinutes(ctx, doc, session);
    },
  };
}

function baseOf({ lines, meters, things }: Awaited<ReturnType<typeof loadSheet>>, path: string): string | null {
  const key = path.split('.')[1];
  return [...lines, ...meters, ...things].find(item => item.key === key)?.part ?? null;
}

/** Refuses corrections of signatures and inspection results. */
function assertParts(parts: readonly Part[]): void {
  const path = parts.findIndex(part => !CORRECTED.includes(part.path.split('.')[0] ?? ''));
  if (path >= 0) failFields({ [`parts.${path}.path`]: { code: 'INVALID' } });
  const wrong = parts.findIndex(({ value }) => typeof value === 'object' && value !== null && 'result' in value);
  if (wrong >= 0) failFields({ [`parts.${wrong}.value`]: { code: 'INVALID' } });
}

export const correct = (ctx: Ctx, id: string, { parts, ...input }: { parts: readonly Part[]; reason: string }) =>
  perform(ctx, { definition: handoverSchedule, name: 'corrected', id, input }, (actCtx, doc) => {
    assertParts(parts);
    return correcting(actCtx, doc, input.reason, parts);
  });
