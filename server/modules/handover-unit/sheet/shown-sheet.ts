import { dayOf } from '@lobby/shared/kit/dates.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import type { earlierAnswer, sheetAnswer } from '@lobby/shared/modules/handover-schedule.contract.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { missingIn, type SheetImage, SIGNERS, type Signer } from '@lobby/shared/modules/handover-sheet.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { loadFiles } from '../../../kit/files/files.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { handoverConfig } from '../config.ts';
import { knownIndexes } from '../indexes.ts';
import { expectedAt, loadProgramme } from '../schedule/schedule.ts';
import { hashOf } from './accept.ts';
import { roundBefore, type StoredSheet, sheets } from './sheet.ts';

/** Maximum defects of a unit on a sheet. */
const MOST_PROMISES = 500;

type Files = Awaited<ReturnType<typeof loadFiles>>;
const shownImages = (files: Files, images: readonly SheetImage[]) =>
  images.flatMap(({ key, file }) => {
    const info = files.get(file);
    return info ? [{ key, file, name: info.name, url: info.url, thumbUrl: info.thumbUrl }] : [];
  });
/** Pictures of the repair if there are any, else of the defect. */
const filesIn = ({ imagesAfter, imagesBefore }: Doc<typeof handoverDefect>): string[] =>
  imagesAfter.length > 0 ? imagesAfter : imagesBefore;

/** Results of the previous round and what became of its defects. */
async function loadEarlier(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
): Promise<z.output<typeof earlierAnswer> | null> {
  const round = await roundBefore(ctx, doc);
  const sheet = round && (await sheets().findOne({ scheduleId: round._id, projectId: ctx.projectId }));
  if (!round || !sheet) return null;
  const defects = await records(handoverDefect).find(
    ctx,
    { handoverId: doc.handoverId, rejectedAt: null },
    { sort: { dueOn: 1, _id: 1 }, limit: MOST_PROMISES, patience: 2000 },
  );
  // Excludes defects created in this round; those carried over are older.
  const before = defects.filter(defect => !doc.actualAt || defect.createdAt < doc.actualAt);
  const looked = sheet.lines.filter(line => line.result !== null);
  const files = await loadFiles(ctx, [
    ...looked.flatMap(({ images }) => images.map(({ file }) => file)),
    ...before.flatMap(filesIn),
  ]);
  return {
    round: round.round,
    code: round.code ?? '',
    day: round.finishedAt && dayOf(round.finishedAt, ctx.project.timeZone),
    lines: looked.flatMap(({ key, roomId, itemId, room, item, result, note, blocking, images }) =>
      result ? [{ key, roomId, itemId, room, item, result, note, blocking, images: shownImages(files, images) }] : [],
    ),
    promises: before.map(defect => ({
      id: defect._id,
      code: defect.code ?? '',
      roomId: defect.roomId ?? null,
      itemId: defect.itemId ?? null,
      name: defect.roomText ?? defect.code ?? '',
      description: defect.description,
      status: defect.status,
      closed: defect.closed,
      blocking: defect.blocking,
      dueOn: defect.dueOn ?? null,
      repairedOn: defect.repairedOn ?? null,
      images: shownImages(
        files,
        filesIn(defect).map(file => ({ key: file, file })),
      ),
    })),
  };
}

/** A sheet as its reader may see it: residents without the authors, signatures only with the permission for personal data. */
export async function shownSheet(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  sheet: StoredSheet,
): Promise<z.output<typeof sheetAnswer>> {
  const staff = ctx.kind !== 'resident';
  const signatureOf = (signer: Signer) => doc[`${signer}Signature`][0];
  const ids = [...sheet.lines, ...sheet.meters].flatMap(({ images }) => images.map(({ file }) => file));
  const open = staff && can(ctx, HANDOVER, 'readEncrypted');
  const signatures = open ? SIGNERS.flatMap(signer => signatureOf(signer) ?? []) : [];
  const files = await loadFiles(ctx, [...ids, ...signatures]);
  const imagesOf = ({ images }: { images: SheetImage[] }) => shownImages(files, images);
  const [unitId, ownerId] = [doc.unitId ?? '', doc.ownerId ?? ''];
  const [homes, owners] = await Promise.all([
    loadRefs(ctx.projectId, unit, [unitId]),
    loadRefs(ctx.projectId, resident, [ownerId]),
  ]);
  const hash = hashOf(sheet, doc.opinion);
  const indexOf = staff ? await knownIndexes(ctx, unitId) : (_unitName: string | null) => null;
  const signedBy = (signer: Signer) => {
    const held = sheet.signatures[signer];
    const file = signatureOf(signer);
    return (
      held && {
        ...held,
        name: held.name ?? null,
        by: staff ? held.by : '',
        valid: held.hash === hash,
        file: (file && files.get(file)) || null,
      }
    );
  };
  const wrote = <T extends { by: string | null }>(part: T): T => (staff ? part : { ...part, by: null });
  return {
    id: doc._id,
    code: doc.code ?? '',
    version: doc.version,
    revision: sheet.revision,
    status: doc.status,
    round: doc.round,
    unitId,
    unit: homes.get(unitId)?.code ?? '',
    owner: owners.get(ownerId)?.name ?? null,
    scheduledAt: doc.scheduledAt?.toISOString() ?? null,
    finishedAt: doc.finishedAt?.toISOString() ?? null,
    acceptance: doc.acceptance ?? null,
    lines: sheet.lines.map(line => ({ ...wrote(line), images: imagesOf(line), other: staff ? line.other : null })),
    meters: sheet.meters.map(meter => ({
      ...wrote(meter),
      index: indexOf(meter.unitName),
      images: imagesOf(meter),
    })),
    things: sheet.things.map(wrote),
    presentName: doc.presentName ?? (doc.actualAt ? null : await expectedAt(ctx, await loadProgramme(ctx, doc))),
    presentRelation: doc.presentRelation ?? null,
    identityChecked: doc.identityChecked,
    defectsAllowed: (await handoverConfig(ctx.projectId)).defectsAllowed,
    opinion: doc.opinion ?? null,
    signatures: { owner: signedBy('owner'), employee: signedBy('employee') },
    editions: sheet.editions.map(({ at, reason, result }, n) => ({
      number: n + 1,
      at: at.toISOString(),
      reason: staff ? reason : null,
      result,
    })),
    missing: missingIn(sheet),
    earlier: await loadEarlier(ctx, doc),
  };
}
