import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { FEWEST_WITNESSES, type Resolution, SIGNED_FILES } from '@lobby/shared/modules/conference-minutes.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { takeUploads } from '../../../kit/files/file-routes.ts';
import { checkFiles, claimFiles } from '../../../kit/files/files.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { fileDocument, refileDocument } from '../../document/index.ts';
import { speaksFor } from '../answers/answers.ts';
import { blocksOf, loadRows } from '../desk/electorate.ts';
import { queueTellings } from '../papers/notices.ts';
import { failState } from '../rules.ts';
import { drawMinutes } from './print.ts';
import { loadResolutions, loadSheets } from './result.ts';
import { loadMinutes, type Minutes, type Part, saveMinutes, sentOf } from './store.ts';

const SIGNED = { signedFiles: SIGNED_FILES } as const;

/** Whether there are fewer witnesses than required to sign the minutes. */
const areFew = ({ length }: Minutes['witnesses']): boolean => length < FEWEST_WITNESSES;

const stale = (minutes: Minutes, version: number): void => {
  if (minutes.version !== version) fail('DATA_STALE', { current: sentOf(minutes) });
};

export type Edit = Partial<
  Pick<
    Minutes,
    'number' | 'startedAt' | 'endedAt' | 'witnesses' | 'authorities' | 'discussion' | 'objections' | 'signedFiles'
  >
> & { resolutions?: Pick<Resolution, 'sheetId' | 'question' | 'text'>[] };

/** Edits draft minutes; of final ones only the signed copy can be added, until they are published. */
export async function editMinutes(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  version: number,
  edit: Edit,
): Promise<Minutes> {
  const before = await loadMinutes(ctx, meeting);
  stale(before, version);
  const names = Object.keys(edit);
  const published = before.publishedParts.includes('minutes');
  if (before.status === 'FINAL' && (published || names.some(name => name !== 'signedFiles'))) fail('MINUTES_FINAL');
  const { resolutions, ...rest } = edit;
  // Keeps the time of unchanged objections.
  if (rest.objections)
    rest.objections = rest.objections.map(objection => ({
      ...objection,
      at:
        objection.at ??
        before.objections.find(({ who, text }) => who === objection.who && text === objection.text)?.at ??
        null,
    }));
  if (rest.witnesses && rest.witnesses.length > 0 && areFew(rest.witnesses))
    failFields({ witnesses: { code: 'TOO_FEW', params: { min: FEWEST_WITNESSES } } });
  const whole = { ...before, ...rest };
  if (whole.startedAt && whole.endedAt && whole.startedAt >= whole.endedAt)
    failFields({ endedAt: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
  const fresh = await checkFiles(ctx, SIGNED, rest, { ...before });
  const drafts = (resolutions ?? []).map(resolution => ({ ...resolution, sheet: '', passed: null, leads: [] }));
  const set = { ...rest, ...(resolutions && { resolutions: await loadResolutions(ctx, meeting, drafts) }) };
  return saveMinutes(ctx, meeting, before, set, 'minutes', session =>
    claimFiles(fresh, session, { entity: conference.name, id: meeting._id }),
  );
}

/** Finalises the minutes; requires that the meeting has ended and all votes are counted or cancelled. */
export async function approveMinutes(ctx: Ctx, meeting: Doc<typeof conference>): Promise<Minutes> {
  const before = await loadMinutes(ctx, meeting);
  if (before.status === 'FINAL') fail('MINUTES_FINAL');
  const sheets = await loadSheets(ctx, meeting._id);
  const open = sheets.find(({ status }) => status !== 'COUNTED');
  if (open) failState('voteSheet', open.status === 'DRAFT' ? 'sheetDraft' : 'sheet', { sheet: open.title });
  if (meeting.status !== 'ENDED') failState('status', 'notEnded');
  // A meeting that was not held needs no witnesses.
  if (meeting.outcome === 'HELD' && areFew(before.witnesses)) failState('witnesses', 'witnesses');
  const resolutions = await loadResolutions(ctx, meeting, before.resolutions);
  return saveMinutes(ctx, meeting, before, { status: 'FINAL', resolutions }, 'approve-minutes');
}

export async function reopenMinutes(ctx: Ctx, meeting: Doc<typeof conference>, reason: string): Promise<Minutes> {
  const before = await loadMinutes(ctx, meeting);
  if (before.status !== 'FINAL') failState('minutes', 'minutesDraft');
  if (before.publishedParts.includes('minutes')) failState('minutes', 'minutesOut');
  return saveMinutes(ctx, meeting, before, { status: 'DRAFT', reason }, 'reopen-minutes');
}

/** Stores the minutes as a PDF upload and returns its file id. */
async function loadFile(ctx: Ctx, meeting: Doc<typeof conference>, minutes: Minutes): Promise<string> {
  const out = new PassThrough();
  const whole = buffer(out);
  const project = (await loadProject(ctx.projectId)) ?? fail('NOT_FOUND');
  await drawMinutes(ctx, out, project, meeting, minutes);
  const body = await whole;
  const [file] = await takeUploads(ctx, {
    files: [{ originalname: `${meeting.code}.pdf`, buffer: body, size: body.length }],
  });
  return file?.id ?? fail('SERVER_ERROR');
}

/** Publishes parts of a meeting's result irrevocably. Published minutes are filed as a document of the project. */
export async function publishResult(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  parts: readonly Part[],
  folderId: string | undefined,
): Promise<Minutes> {
  const before = await loadMinutes(ctx, meeting);
  if (meeting.status !== 'ENDED') failState('status', 'notEnded');
  if (before.status !== 'FINAL') failState('minutes', 'minutesDraft');
  const fresh = parts.filter(part => !before.publishedParts.includes(part));
  // Published by somebody else concurrently, or sent twice.
  if (fresh.length === 0) fail('STATUS_CHANGED', await lastChange(conference, meeting, false));
  const blockIds = blocksOf(meeting);
  let documentId = before.documentId;
  if (fresh.includes('minutes')) {
    if (!folderId) return failFields({ folderId: { code: 'REQUIRED' } });
    const audience = blockIds.length > 0 ? ('UNITS' as const) : ('RESIDENTS' as const);
    const values = { name: `${meeting.name} · ${meeting.code}`.slice(0, 150), folderId, audience, blockIds };
    documentId = await fileDocument(ctx, { ...values, file: [await loadFile(ctx, meeting, before)] });
  }
  const rows = meeting.shown === true ? await loadRows(ctx, { conferenceId: meeting._id }) : [];
  const publishedParts = [...before.publishedParts, ...fresh];
  const set = { publishedParts, publishedAt: before.publishedAt ?? ctx.now, documentId };
  return saveMinutes(ctx, meeting, before, set, 'publish-result', session =>
    queueTellings(ctx, rows, { kind: 'RESULT', channels: ['APP', 'EMAIL'], occasion: fresh.join('-') }, session),
  );
}

/** Adds a correction to published minutes as a new version of their document. */
export async function correctMinutes(ctx: Ctx, meeting: Doc<typeof conference>, text: string): Promise<Minutes> {
  const before = await loadMinutes(ctx, meeting);
  if (!before.publishedParts.includes('minutes')) failState('minutes', 'minutesUnpublished');
  const corrections = [...before.corrections, { text, at: ctx.now, by: ctx.actor.name }];
  // Older minutes have no document.
  if (before.documentId)
    await refileDocument(ctx, before.documentId, await loadFile(ctx, meeting, { ...before, corrections }));
  const rows = meeting.shown === true ? await loadRows(ctx, { conferenceId: meeting._id }) : [];
  return saveMinutes(ctx, meeting, before, { corrections }, 'correct', session =>
    queueTellings(ctx, rows, { kind: 'RESULT', occasion: `correction-${corrections.length}`, text }, session),
  );
}

/** Deadline of objections; null if they are not accepted yet or any more. */
export const objectionsUntil = (
  { endedAt, objectionHours }: Doc<typeof conference>,
  { status }: Minutes,
): Date | null =>
  endedAt && status === 'DRAFT' && objectionHours > 0 ? new Date(endedAt.getTime() + objectionHours * HOUR_MS) : null;

/** Adds a household's objection before the deadline. */
export async function objectTo(ctx: Ctx, meeting: Doc<typeof conference>, text: string): Promise<Minutes> {
  if (!(await speaksFor(ctx))) fail('FORBIDDEN');
  const before = await loadMinutes(ctx, meeting);
  const until = objectionsUntil(meeting, before);
  if (!until || ctx.now > until) failState('objectionHours', 'objectionsOver');
  if (before.objections.length >= 50) failFields({ text: { code: 'TOO_MANY', params: { max: 50 } } });
  const objections = [...before.objections, { who: ctx.actor.name, text, at: ctx.now }];
  return saveMinutes(ctx, meeting, before, { objections }, 'object');
}

/** The meeting of a request, within the caller's scope. */
export const meetingBy = async (
  ctx: Ctx,
  id: string,
  scope: Record<string, unknown>,
): Promise<Doc<typeof conference>> =>
  (await records(conference).first(ctx, { _id: id, ...scope })) ?? fail('NOT_FOUND');
