import { createHash } from 'node:crypto';
import { addMonths, dayOf } from '@lobby/shared/kit/dates.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import {
  missingIn,
  type SheetLine,
  type SheetParts,
  SIGNERS,
  type Signer,
  sayDefects,
  signedText,
} from '@lobby/shared/modules/handover-sheet.ts';
import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { isDrawn } from '../../../kit/files/drawn.ts';
import { type EffectOf, perform } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { handoverConfig } from '../config.ts';
import { type Found, foundBy } from '../defects/defect-sheet.ts';
import { passGate } from '../payment-gate.ts';
import { loadProgramme, mirrorSchedule, notifyOfVisit } from '../schedule/schedule.ts';
import { sendMinutes } from './minutes-mail.ts';
import { keepIfUnchanged, loadSheet, type StoredSheet } from './sheet.ts';

type Visit = Doc<typeof handoverSchedule>;
type Row = Doc<typeof handoverUnit>;
/** What the tablet says of an end. */
interface Ended {
  version?: number | undefined;
  at?: string | undefined;
}
interface Accepted extends Ended {
  withoutObligation?: boolean | null;
  reason?: string | null;
}
interface NotAccepted extends Ended {
  reason: string;
}

/** Build statuses of a unit before the keys are handed over. */
const BEFORE = ['HAVE_NOT_YET_HANDOVER', 'COMPLETE', 'RAW', 'HANDOVER_KEY'];

/** Hash of the content that a signature covers. */
export const hashOf = (parts: SheetParts, opinion: string | null): string =>
  createHash('sha256').update(signedText(parts, opinion)).digest('hex');

/** Throws unless all signers have signed the current content of the sheet. */
async function assertSigned(ctx: Ctx, doc: Visit, sheet: StoredSheet, signers: readonly Signer[]): Promise<void> {
  const hash = hashOf(sheet, doc.opinion);
  const missing: Signer[] = [];
  for (const signer of signers) {
    const [file] = doc[`${signer}Signature`];
    const stands = sheet.signatures[signer]?.hash === hash;
    if (!file || !stands || !(await isDrawn(ctx, file))) missing.push(signer);
  }
  if (missing.length > 0) fail('SIGNATURE_REQUIRED', { signatures: missing });
}

/** Throws if lines, meters or items are incomplete, or the person present or the identity check is missing. */
function assertComplete(doc: Visit, sheet: StoredSheet): void {
  const missing = { ...missingIn(sheet), present: !doc.presentName, identity: doc.identityChecked !== true };
  const some = Object.values(missing).some(value => (Array.isArray(value) ? value.length > 0 : value));
  if (some) fail('SHEET_INCOMPLETE', missing);
}

/** Defects and their names for a refusal. */
const named = (defects: Found['left']) => ({
  defects: defects.map(({ key, name }) => ({ key, name })),
  names: sayDefects(defects.map(({ name }) => name)),
});

/** Time of the act as reported by the device, if it lies between the start and now; else now. */
function doneAt(ctx: Ctx, doc: Visit, time: string | undefined): Date {
  const at = time ? new Date(time) : ctx.now;
  const from = doc.actualAt ?? ctx.now;
  return at >= from && at <= ctx.now ? at : ctx.now;
}

/** Adds the end of warranty to the lines. */
const warranted = (lines: readonly SheetLine[], day: string): SheetLine[] =>
  lines.map(line =>
    line.warrantyMonths && (line.result === 'PASS' || line.result === 'FAIL')
      ? { ...line, warrantyUntil: addMonths(day, line.warrantyMonths) }
      : line,
  );

export const loadHome = (ctx: Ctx, unitId: string): Promise<Doc<typeof unit> | null> => records(unit).get(ctx, unitId);

/** Changes to the unit, and its row in the programme, on handover. */
async function handedOver(
  ctx: Ctx,
  row: Row,
  day: string,
  until: string | null,
  status: Row['scheduleStatus'],
  inc: Record<string, number>,
) {
  const home = await loadHome(ctx, row.unitId);
  const moves = home && BEFORE.includes(home.buildStatus);
  const ofRow: Partial<Row> = {
    status: 'HANDED_OVER',
    handedOverOn: day,
    warrantyUntil: until,
    late: false,
    dueSoon: false,
    ...(row.status === 'HANDED_OVER' ? {} : { buildStatusBefore: home?.buildStatus ?? null }),
  };
  const ofUnit: Partial<Doc<typeof unit>> = {
    handoverStatus: 'HANDED_OVER',
    handedOverOn: day,
    ...(moves && { buildStatus: 'HANDOVER' }),
  };
  const changes: Change[] = [{ ...mirrorSchedule(row, { scheduleStatus: status }, ofRow, inc), action: 'finish' }];
  if (home) changes.push({ definition: unit, action: 'standing', update: { doc: home, set: ofUnit } });
  return changes;
}

/** Completes a handover: the sheet must be complete and signed, without blocking defects. Updates unit, row and warranty. */
async function accepting(ctx: Ctx, doc: Visit, input: Accepted): Promise<EffectOf<typeof handoverSchedule>> {
  const sheet = await loadSheet(ctx, doc);
  assertComplete(doc, sheet);
  await assertSigned(ctx, doc, sheet, SIGNERS);
  const finishedAt = doneAt(ctx, doc, input.at);
  const day = dayOf(finishedAt, ctx.project.timeZone);
  sheet.lines = warranted(sheet.lines, day);
  const outcome = await foundBy(ctx, doc, sheet, day);
  const blocking = outcome.left.filter(defect => defect.blocking);
  if (blocking.length > 0) fail('HANDOVER_BLOCKING', named(blocking));
  const { defectsAllowed } = await handoverConfig(ctx.projectId);
  if (outcome.left.length > 0 && !defectsAllowed) fail('HANDOVER_NOT_ALLOWED', named(outcome.left));
  const row = await loadProgramme(ctx, doc);
  const passed = await passGate(ctx, row, input, 'ACCEPT');
  const until =
    sheet.lines
      .map(line => line.warrantyUntil)
      .filter(item => item !== null)
      .toSorted()
      .at(-1) ?? null;
  const open = outcome.left.length > 0;
  const status = open ? 'PENDING_REPAIR' : 'COMPLETE';
  const acceptance = open ? 'ACCEPTED_WITH_DEFECTS' : 'ACCEPTED';
  const { lines, meters, things } = sheet;
  const edition = { at: finishedAt, by: ctx.employeeId ?? null, reason: null, result: acceptance, day };
  sheet.editions.push({ ...edition, parts: structuredClone({ lines, meters, things }) });
  return {
    status,
    set: { finishedAt, acceptance, openDefects: outcome.left.length, ...passed },
    first: keepIfUnchanged(ctx, doc, sheet),
    with: [...outcome.changes, ...(await handedOver(ctx, row, day, until, status, outcome.inc))],
    async also(session) {
      await notifyOfVisit(ctx, doc, 'HANDOVER_ACCEPTED', session);
      await sendMinutes(ctx, doc, session);
    },
  };
}

/** Records the owner's refusal with its reason, signed by the employee. */
async function refusing(ctx: Ctx, doc: Visit, input: NotAccepted): Promise<EffectOf<typeof handoverSchedule>> {
  const { reason } = input;
  if (reason.trim() === '') failFields({ reason: { code: 'REQUIRED' } });
  const sheet = await loadSheet(ctx, doc);
  await assertSigned(ctx, doc, sheet, ['employee']);
  const row = await loadProgramme(ctx, doc);
  const finishedAt = doneAt(ctx, doc, input.at);
  const day = dayOf(finishedAt, ctx.project.timeZone);
  const outcome = await foundBy(ctx, doc, sheet, day);
  const { lines, meters, things } = sheet;
  const edition = { at: finishedAt, by: ctx.employeeId ?? null, reason, result: 'NOT_ACCEPTED', day };
  sheet.editions.push({ ...edition, parts: structuredClone({ lines, meters, things }) });
  return {
    set: { finishedAt, acceptance: 'NOT_ACCEPTED', openDefects: outcome.left.length },
    first: keepIfUnchanged(ctx, doc, sheet),
    with: [...outcome.changes, mirrorSchedule(row, { scheduleStatus: 'NOT_ACCEPTED' }, {}, outcome.inc)],
    also: session => notifyOfVisit(ctx, doc, 'HANDOVER_NOT_ACCEPTED', session, [doc.employeeId]),
  };
}

export const accept = (ctx: Ctx, id: string, input: Accepted): Promise<Visit> =>
  perform(ctx, { definition: handoverSchedule, name: 'accepted', id, input: { ...input } }, (actCtx, doc) =>
    accepting(actCtx, doc, input),
  );
export const notAccept = (ctx: Ctx, id: string, input: NotAccepted): Promise<Visit> =>
  perform(ctx, { definition: handoverSchedule, name: 'refused', id, input: { ...input } }, (actCtx, doc) =>
    refusing(actCtx, doc, input),
  );
