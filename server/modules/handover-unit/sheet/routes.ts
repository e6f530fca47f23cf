import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { addDays, daysBetween, instantAt } from '@lobby/shared/kit/dates.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { HANDOVER, MOST_LINES } from '@lobby/shared/modules/handover-data.ts';
import { handoverSheet, handoverSnapshot, visitChecklist } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { handoverConfig } from '../config.ts';
import { loadProgramme, startInspection } from '../schedule/schedule.ts';
import { accept, notAccept } from './accept.ts';
import { correct } from './correct.ts';
import { fillSheet } from './fill.ts';
import { loadMinutes } from './minutes.ts';
import { drawMinutes } from './minutes-paper.ts';
import { freshSheet, loadSheet } from './sheet.ts';
import { shownSheet } from './shown-sheet.ts';

const MOST_PARTS = 200;
/** Maximum days and appointments of a snapshot. */
const SNAPSHOT_DAYS = 7;
const MOST = 100;
const { path } = handoverSchedule;
const byId = z.strictObject({ id: idSchema });
const instant = z.iso.datetime({ offset: true });
const versionSchema = z.int().min(1).max(1_000_000_000).optional();
const reasonSchema = fieldSchema({ kind: 'longText', max: 1000, required: true });

const partsSchema = z
  .array(
    z.strictObject({
      key: z.string().min(8).max(60),
      path: z.string().min(1).max(120),
      value: z.unknown(),
      at: instant,
      base: z.string().max(60).nullish(),
    }),
  )
  .min(1)
  .max(MOST_PARTS);

const common = { module: HANDOVER, flags: ['updateStatus'] as const, params: byId };
const detail = responseSchema(handoverSchedule, 'detail');

/** The sheet of an appointment; before the inspection as it would begin now. */
const sheetAhead = async (ctx: Ctx, doc: Doc<typeof handoverSchedule>) =>
  doc.actualAt ? loadSheet(ctx, doc) : freshSheet(ctx, doc, await loadProgramme(ctx, doc));

const fill = route({
  ...common,
  method: 'put',
  path: `${path}/:id/sheet`,
  summary: 'Parts of a sheet as a tablet sends them: each is done, kept beside what came first, or refused by itself',
  body: z.strictObject({ parts: partsSchema }),
  answer: z.object({
    id: idSchema,
    parts: z.array(
      z.object({ key: z.string(), state: z.enum(['done', 'kept', 'refused']), code: z.string().optional() }),
    ),
  }),
  async run(ctx, { params: { id }, body }) {
    const { parts } = await fillSheet(ctx, id, body.parts);
    return { id, parts };
  },
});

const begin = route({
  ...common,
  method: 'put',
  path: `${path}/:id/begin`,
  summary: 'Begin an inspection that a tablet began without a network, with the lines that it took along',
  body: z.strictObject({
    version: versionSchema,
    at: instant.optional(),
    lines: z
      .array(z.strictObject({ key: z.string().regex(/^l\d{1,4}$/), roomId: idSchema, itemId: idSchema }))
      .max(MOST_LINES)
      .default([]),
  }),
  answer: detail,
  async run(ctx, { params: { id }, body: { at, lines, ...input } }) {
    const rule = startInspection(at ?? null, lines);
    return loadDetail(
      ctx,
      handoverSchedule,
      await perform(ctx, { definition: handoverSchedule, name: 'start', id, input }, rule),
    );
  },
});

const show = route(handoverSheet, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, handoverSchedule, id);
    if (ctx.kind === 'resident' && !doc.finishedAt) fail('NOT_FOUND');
    return shownSheet(ctx, doc, await sheetAhead(ctx, doc));
  },
});

const checklist = route(visitChecklist, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, handoverSchedule, id);
    const { lines } = doc.actualAt
      ? await loadSheet(ctx, doc)
      : await freshSheet(ctx, doc, await loadProgramme(ctx, doc));
    return {
      lines: lines.map(({ key, room, item, quantity, unitName, checks }) => ({
        key,
        room,
        item,
        quantity,
        unitName,
        checks,
      })),
    };
  },
});

const acceptRoute = route({
  ...common,
  method: 'put',
  path: `${path}/:id/accept`,
  summary: 'The owner takes the home over: the sheet is whole and signed',
  body: z.strictObject({
    version: versionSchema,
    at: instant.optional(),
    withoutObligation: z.boolean().nullish(),
    reason: fieldSchema({ kind: 'longText', max: 1000 }).nullish(),
  }),
  answer: detail,
  run: async (ctx, { params: { id }, body }) => loadDetail(ctx, handoverSchedule, await accept(ctx, id, body)),
});

const notAcceptRoute = route({
  ...common,
  method: 'put',
  path: `${path}/:id/not-accept`,
  summary: 'The owner does not take the home over',
  body: z.strictObject({ version: versionSchema, at: instant.optional(), reason: reasonSchema }),
  answer: detail,
  run: async (ctx, { params: { id }, body }) => loadDetail(ctx, handoverSchedule, await notAccept(ctx, id, body)),
});

const correctRoute = route({
  ...common,
  method: 'put',
  path: `${path}/:id/correct`,
  summary: 'Put a sheet right within a week of its end: a further edition of the minutes',
  body: z.strictObject({ version: versionSchema, reason: reasonSchema, parts: partsSchema }),
  answer: detail,
  run: async (ctx, { params: { id }, body }) => loadDetail(ctx, handoverSchedule, await correct(ctx, id, body)),
});

const minutesRoute = route({
  method: 'get',
  path: `${path}/:id/minutes`,
  summary: 'The minutes of a handover as a PDF, in the language asked for',
  module: HANDOVER,
  flags: ['read'],
  residents: true,
  params: byId,
  answer: 'application/pdf',
  query: z.strictObject({
    lang: z.enum(LANGUAGES).optional(),
    edition: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  async run(ctx, { params: { id }, query: { lang, edition }, res }) {
    const doc = await load(ctx, handoverSchedule, id);
    const reader = { ...ctx, language: lang ?? ctx.language };
    const minutes = (await loadMinutes(reader, doc, edition ?? null)) ?? fail('NOT_FOUND');
    await drawnTo(ctx, res, minutes.code, pdf => drawMinutes(reader, pdf, minutes));
  },
});

/** `GET /handover/schedule/snapshot`: data for an offline tablet. */
const snapshot = route(handoverSnapshot, {
  flags: ['updateStatus'],
  async run(ctx, { query: { from, to } }) {
    if (to < from) failFields({ to: { code: 'DATES_REVERSED' } });
    if (daysBetween(from, to) >= SNAPSHOT_DAYS)
      failFields({ to: { code: 'CALENDAR_TOO_LONG', params: { max: SNAPSHOT_DAYS } } });
    const { timeZone } = ctx.project;
    const docs = await records(handoverSchedule).find(
      ctx,
      {
        employeeId: ctx.employeeId,
        status: { $in: ['PENDING_EXECUTION', 'PENDING_ACCEPTANCE'] },
        scheduledAt: { $gte: instantAt(from, 0, timeZone), $lt: instantAt(addDays(to, 1), 0, timeZone) },
      },
      { sort: { scheduledAt: 1 }, limit: MOST, patience: 2000 },
    );
    const appointments = [];
    for (const doc of docs) {
      const sheet = await sheetAhead(ctx, doc).catch(error => {
        // Units without a template cannot be inspected and are left out.
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (sheet) appointments.push({ sheet: await shownSheet(ctx, doc, sheet) });
    }
    return { appointments, defectsAllowed: (await handoverConfig(ctx.projectId)).defectsAllowed };
  },
});

export const sheetRoutes: readonly Route[] = [
  snapshot,
  begin,
  fill,
  show,
  checklist,
  acceptRoute,
  notAcceptRoute,
  correctRoute,
  minutesRoute,
];
