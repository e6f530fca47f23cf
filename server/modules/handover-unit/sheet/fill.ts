import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { progressOf } from '@lobby/shared/modules/handover-sheet.ts';
import { type Merged, type Part, type PartResult, takePart } from '@lobby/shared/modules/handover-sheet-parts.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { files } from '../../../kit/files/file-store.ts';
import { claimFiles } from '../../../kit/files/files.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../../kit/store/save.ts';
import { syncDefectsOfLines } from '../defects/defect-sheet.ts';
import { loadProgramme, mirrorSchedule } from '../schedule/schedule.ts';
import { keepIfUnchanged, loadSheet, type StoredSheet } from './sheet.ts';

/** Photos belong to the sheet; signatures belong to the appointment, whose personal data is protected. */
const SHEET = 'handover-sheet';

/** Ids among the parts' files that the caller uploaded and that are unused images. */
export async function ownUploads(ctx: Ctx, parts: readonly Part[]): Promise<ReadonlySet<string>> {
  const named = parts.flatMap(({ value }) =>
    typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string' ? value.file : [],
  );
  if (named.length === 0) return new Set();
  const rows = await files()
    .find({ _id: { $in: named }, projectId: ctx.projectId, userId: ctx.userId, used: false, type: /^image\// })
    .toArray();
  return new Set(rows.map(({ _id }) => _id));
}

/** Merges parts into the sheet within the transaction; changes of the appointment are added to `set`. */
export function takeParts(
  sheet: StoredSheet,
  parts: readonly Part[],
  by: string,
  uploads: ReadonlySet<string>,
  set: Record<string, unknown>,
): Merged[] {
  return parts.map(part => {
    const merged = takePart(sheet, part, by, file => uploads.has(file));
    Object.assign(set, merged.set);
    return merged;
  });
}

/** Marks the uploaded pictures of parts as used, with their owner. */
export async function markPartsUsed(id: string, merged: readonly Merged[], session: Session): Promise<void> {
  const ids = (signed: boolean) =>
    merged.flatMap(({ file }) => (file && (file.of !== 'photo') === signed ? [file.id] : []));
  await claimFiles(ids(false), session, { entity: SHEET, id });
  await claimFiles(ids(true), session, { entity: handoverSchedule.name, id });
}

/** Stores parts of a sheet sent by a tablet, each accepted or refused separately; parts sent before are ignored. */
export async function fillSheet(
  ctx: Ctx,
  id: string,
  parts: readonly Part[],
): Promise<{ doc: Doc<typeof handoverSchedule>; parts: PartResult[] }> {
  return retryOnConflict(async () => {
    const doc = await load(ctx, handoverSchedule, id);
    if (doc.status !== 'PENDING_ACCEPTANCE') fail('STATUS_NOT_ALLOWED', await lastChange(handoverSchedule, doc, true));
    const sheet = await loadSheet(ctx, doc);
    if (parts.every(({ key }) => sheet.seen.includes(key)))
      return { doc, parts: parts.map(({ key }) => ({ key, state: 'done' as const })) };
    const uploads = await ownUploads(ctx, parts);
    const set: Partial<Doc<typeof handoverSchedule>> = {};
    const merged = takeParts(sheet, parts, ctx.employeeId ?? '', uploads, set);
    Object.assign(set, progressOf(sheet));
    const defects = await syncDefectsOfLines(ctx, doc, sheet);
    const counts = Object.keys(defects.inc).length > 0;
    const change = {
      definition: handoverSchedule,
      action: 'filled',
      update: {
        doc,
        set,
        inc: { openDefects: defects.inc.openDefects ?? 0 },
        keepVersion: true,
        while: { status: doc.status },
      },
      first: keepIfUnchanged(ctx, doc, sheet),
      also: session => markPartsUsed(doc._id, merged, session),
    } satisfies Change;
    const row = counts ? [mirrorSchedule(await loadProgramme(ctx, doc), {}, {}, defects.inc)] : [];
    const [saved] = await save(ctx, [change, ...defects.changes, ...row]);
    return { doc: saved, parts: merged.map(({ told }) => told) };
  });
}
