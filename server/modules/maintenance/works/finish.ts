import { addDays } from '@lobby/shared/kit/dates.ts';
import type { InputOf } from '@lobby/shared/kit/fields.ts';
import { CARE, CARE_KINDS } from '@lobby/shared/modules/care.ts';
import { maintenance, REOPEN_DAYS } from '@lobby/shared/modules/maintenance.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { isDrawn } from '../../../kit/files/drawn.ts';
import { addFiles } from '../../../kit/records/acts/add-files.ts';
import type { Action, EffectOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { note } from '../../../kit/thread/messages.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { addTicketWork, workEnded } from '../../task/index.ts';
import { loadDown } from '../../technical-system/index.ts';
import { ticketThread } from '../../ticket/index.ts';
import { type DoneCare, syncWorksOfTarget, targetIn } from '../plans/targets.ts';
import { type CareValues, notifyPartners } from '../repair/index.ts';
import { assertAnswered, repairOfFailed } from './answers.ts';
import { liftChanges } from './lift.ts';
import { costsOf, issueParts, mergeParts } from './parts.ts';
import { assertOnlyOpenWork, failAtField, isLate, loadThing, notifyAssigned, subjectOf } from './rules.ts';

type Work = Doc<typeof maintenance>;
type Finished = InputOf<(typeof maintenance)['actions']['complete']['input']>;
const FILES = ['imagesAfter', 'signatures', 'certificates'] as const;

/** Requires drawn signatures if the work asks for them. */
async function assertSigned(ctx: Ctx, doc: Doc<typeof maintenance>, signatures: readonly string[]): Promise<void> {
  for (const id of signatures) if (!(await isDrawn(ctx, id))) failAtField('signatures', 'SIGNATURE_REQUIRED');
  if (doc.requiresSignature === true && signatures.length + doc.signatures.length === 0)
    failAtField('signatures', 'SIGNATURE_REQUIRED');
}

/** Validated result and validity of an inspection. */
function inspected(
  doc: Work,
  input: Finished & { completedOn: string },
): Partial<Pick<Work, 'inspectionResult' | 'validUntil' | 'certificateNumber'>> {
  if (doc.kind !== 'INSPECTION') return {};
  const { inspectionResult, validUntil, certificateNumber, completedOn } = input;
  if (!inspectionResult) failFields({ inspectionResult: { code: 'REQUIRED' } });
  if (inspectionResult === 'PASSED' && (input.certificates ?? []).length + doc.certificates.length === 0)
    failAtField('certificates', 'CERTIFICATE_REQUIRED');
  if (inspectionResult === 'CONDITIONAL' && !validUntil) failFields({ validUntil: { code: 'REQUIRED' } });
  if (validUntil && validUntil < completedOn)
    failFields({ validUntil: { code: 'LAST_AFTER_NEXT', params: { why: 'maintenance.state.validBefore' } } });
  return { inspectionResult, validUntil: validUntil ?? null, certificateNumber: certificateNumber ?? null };
}

/** Previous date of this kind of care. */
async function loadLast(ctx: Ctx, doc: Doc<typeof maintenance>): Promise<string | null> {
  const kind = CARE_KINDS.find(careKind => careKind === doc.kind);
  const thing = kind && (await loadThing(ctx, doc));
  const dates: CareValues = thing ?? {};
  return kind ? (dates[CARE[kind].last] ?? null) : null;
}

/** Completes a work: checks its requirements, and updates item, partner and ticket. */
export const complete: Action<typeof maintenance, 'complete'> = async (ctx, doc, form) => {
  const today = todayOf(ctx);
  const day = form.completedOn ?? today;
  // An offline phone uses its own clock, which may run ahead.
  const input = { ...form, completedOn: form.offline === true && day > today ? today : day };
  if (input.completedOn > today) failFields({ completedOn: { code: 'DATE_IN_FUTURE' } });
  const result = input.result ?? doc.result ?? null;
  if (doc.kind === 'CORRECTIVE' && !result) failFields({ result: { code: 'REQUIRED' } });
  assertAnswered(doc);
  if (doc.requiresPhoto === true && (input.imagesAfter ?? []).length + doc.imagesAfter.length === 0)
    failAtField('imagesAfter', 'PHOTO_REQUIRED');
  await assertSigned(ctx, doc, input.signatures ?? []);
  const inspection = inspected(doc, input);
  if (input.rating && !doc.contractorId) failFields({ rating: { code: 'INVALID' } });
  const files: EffectOf<typeof maintenance>[] = [];
  for (const name of FILES) files.push(await addFiles(ctx, maintenance, doc, name, input[name]));
  const [laborCost, otherCost] = [input.laborCost ?? doc.laborCost, input.otherCost ?? doc.otherCost];
  const parts = input.parts ? mergeParts(doc.parts, input.parts) : doc.parts;
  const { lines, effect } = await issueParts(ctx, doc, parts, input.offline === true);
  const set: Partial<Work> = {
    ...Object.assign({}, ...files.map(file => file.set)),
    result,
    parts: lines,
    unposted: lines.some(({ posted }) => !posted),
    ...(input.labour && { labour: input.labour }),
    laborCost,
    otherCost,
    ...costsOf(lines, laborCost, otherCost),
    ...inspection,
    completedOn: input.completedOn,
    completedBy: ctx.employeeId,
    lastBefore: await loadLast(ctx, doc),
    holdUntil: null,
    overdue: false,
    touched: true,
    rating: input.rating ?? null,
    ratingComment: input.rating ? (input.ratingComment ?? null) : null,
  };
  const care: DoneCare = {
    on: input.completedOn,
    result: inspection.inspectionResult,
    validUntil: inspection.validUntil,
    certificateNumber: inspection.certificateNumber,
  };
  const up = input.up === true ? await loadDown(ctx, doc, 'up') : {};
  return {
    set,
    ...(effect.first && { first: effect.first }),
    with: [
      ...(await workEnded(ctx, doc)),
      ...(await ticketNote(ctx, doc, result)),
      ...(input.repair === true ? await repairOfFailed(ctx, doc) : []),
      ...(effect.with ?? []),
      ...(await liftChanges(ctx, { ...doc, status: 'COMPLETED' })),
      ...(up.with ?? []),
    ],
    async also(session) {
      await effect.also?.(session);
      for (const file of files) await file.also?.(session);
      await syncWorksOfTarget(ctx, targetIn(doc), doc.kind, session, { done: care, set: up.set });
      await notifyPartners(ctx, [doc.contractorId], session);
      const who = doc.assigneeIds.filter(id => id !== ctx.employeeId);
      await notify(ctx, toStaff(who), 'MAINTENANCE_COMPLETED', subjectOf(doc), session);
    },
  };
};

/** Adds the result to the work's ticket as an internal note. */
async function ticketNote(ctx: Ctx, doc: Doc<typeof maintenance>, result: string | null): Promise<Change[]> {
  const source = doc.ticketId ? await records(ticket).get(ctx, doc.ticketId) : null;
  if (!source || result === null) return [];
  const { inc, extra, also } = note(ctx, ticketThread, source, `${doc.code}: ${result}`);
  const update = { doc: source, set: {}, inc: { ...inc }, keepVersion: true };
  return [{ definition: ticket, action: 'message', update, ...(extra && { extra }), ...(also && { also }) }];
}

/** Issues parts that were used and not booked yet. */
export const postParts: Action<typeof maintenance, 'post-parts'> = async (ctx, doc, input) => {
  const parts = input.parts ? mergeParts(doc.parts, input.parts) : doc.parts;
  const { lines, effect } = await issueParts(ctx, doc, parts, false);
  const costs = costsOf(lines, doc.laborCost, doc.otherCost);
  return { ...effect, set: { parts: lines, unposted: false, ...costs } };
};

/** Reopens a work within a month; its rating is cleared. */
export const reopen: Action<typeof maintenance, 'reopen'> = async (ctx, doc) => {
  const today = todayOf(ctx);
  if (doc.completedOn && addDays(doc.completedOn, REOPEN_DAYS) < today)
    fail('STATUS_NOT_ALLOWED', { status: doc.status, version: doc.version });
  const open: Work = { ...doc, status: 'IN_PROGRESS' };
  const set = { rating: null, ratingComment: null, completedOn: null, completedBy: null, overdue: isLate(ctx, open) };
  return {
    set,
    with: await addTicketWork(ctx, doc),
    async also(session) {
      await assertOnlyOpenWork(ctx, doc, session);
      const undone = { on: doc.completedOn, before: doc.lastBefore };
      await syncWorksOfTarget(ctx, targetIn(doc), doc.kind, session, { undone });
      await notifyPartners(ctx, [doc.contractorId], session);
      await notifyAssigned(ctx, doc, null, session);
    },
  };
};
