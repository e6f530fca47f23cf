import { addDays, daysBetween, instantAt } from '@lobby/shared/kit/dates.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { z } from 'zod';
import { fail, failFields } from '../../kit/base/errors.ts';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { detailOf } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { drawnTo } from '../../platform/projects/paper.ts';
import { accept, notAccept } from './accept.ts';
import { handoverConfig } from './config.ts';
import { correct } from './correct.ts';
import { fillSheet } from './fill.ts';
import { minutesOf } from './minutes.ts';
import { drawMinutes } from './minutes-paper.ts';
import { programmeOf } from './schedule.ts';
import { freshSheet, sheetBefore, sheetOf } from './sheet.ts';
import { sheetAnswer, shownSheet } from './shown-sheet.ts';

const MOST_PARTS = 200;
/** Days of one snapshot, and appointments on them. */
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

const own = { module: HANDOVER, flags: ['updateStatus'] as const, params: byId };
const detail = responseSchema(handoverSchedule, 'detail');

const fill = route({
  ...own,
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

const show = route({
  method: 'get',
  path: `${path}/:id/sheet`,
  summary: 'The sheet of an appointment; its household gets it once it has ended',
  module: HANDOVER,
  flags: ['read'],
  residents: true,
  params: byId,
  answer: sheetAnswer,
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, handoverSchedule, id);
    if (ctx.kind === 'resident' && !doc.finishedAt) fail('NOT_FOUND');
    return shownSheet(ctx, doc, await sheetOf(ctx, doc));
  },
});

const acceptRoute = route({
  ...own,
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
  run: async (ctx, { params: { id }, body }) => detailOf(ctx, handoverSchedule, await accept(ctx, id, body)),
});

const notAcceptRoute = route({
  ...own,
  method: 'put',
  path: `${path}/:id/not-accept`,
  summary: 'The owner does not take the home over',
  body: z.strictObject({ version: versionSchema, at: instant.optional(), reason: reasonSchema }),
  answer: detail,
  run: async (ctx, { params: { id }, body }) => detailOf(ctx, handoverSchedule, await notAccept(ctx, id, body)),
});

const correctRoute = route({
  ...own,
  method: 'put',
  path: `${path}/:id/correct`,
  summary: 'Put a sheet right within a week of its end: a further edition of the minutes',
  body: z.strictObject({ version: versionSchema, reason: reasonSchema, parts: partsSchema }),
  answer: detail,
  run: async (ctx, { params: { id }, body }) =>
    detailOf(ctx, handoverSchedule, await correct(ctx, id, { ...body, reason: String(body.reason) })),
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
    const minutes = (await minutesOf(ctx, doc, edition ?? null)) ?? fail('NOT_FOUND');
    const reader = { ...ctx, language: lang ?? ctx.language };
    await drawnTo(ctx, res, minutes.code, pdf => drawMinutes(reader, pdf, minutes));
  },
});

const day = fieldSchema({ kind: 'date' }).pipe(z.string());
const found = z.object({ key: z.string(), name: z.string(), note: z.string().nullable(), blocking: z.boolean() });

/** `GET /handover/schedule/snapshot`: what a tablet takes along to where there is no network. */
const snapshot = route({
  method: 'get',
  path: `${path}/snapshot`,
  summary: 'My appointments of some days with their sheets, for a tablet without a network',
  module: HANDOVER,
  flags: ['updateStatus'],
  query: z.strictObject({ from: day, to: day }),
  answer: z.object({
    appointments: z.array(z.object({ sheet: sheetAnswer, earlier: z.array(found) })),
    defectsAllowed: z.boolean(),
  }),
  async run(ctx, { query: { from, to } }) {
    if (to < from) failFields({ to: { code: 'DATES_REVERSED' } });
    if (daysBetween(from, to) >= SNAPSHOT_DAYS)
      failFields({ to: { code: 'TOO_MANY', params: { max: SNAPSHOT_DAYS } } });
    const { timeZone } = ctx.project;
    const docs = await modelOf(handoverSchedule)
      .find({
        projectId: ctx.projectId,
        deletedAt: null,
        employeeId: ctx.employeeId,
        status: { $in: ['PENDING_EXECUTION', 'PENDING_ACCEPTANCE'] },
        scheduledAt: { $gte: instantAt(from, 0, timeZone), $lt: instantAt(addDays(to, 1), 0, timeZone) },
      })
      .sort({ scheduledAt: 1 })
      .limit(MOST)
      .maxTimeMS(2000)
      .lean<Stored[]>();
    const appointments = [];
    for (const doc of docs) {
      const begun = doc.status === 'PENDING_ACCEPTANCE';
      const sheet = begun ? await sheetOf(ctx, doc) : await freshSheet(ctx, doc, await programmeOf(ctx, doc));
      const before = await sheetBefore(ctx, doc);
      const fails = (before?.lines ?? []).filter(({ result }) => result === 'FAIL');
      appointments.push({
        sheet: await shownSheet(ctx, doc, sheet),
        earlier: fails.map(({ key, room, item, note, blocking }) => ({
          key,
          name: `${room} · ${item}`,
          note,
          blocking,
        })),
      });
    }
    return { appointments, defectsAllowed: (await handoverConfig(ctx.projectId)).defectsAllowed };
  },
});

/** The inspection of a flat: its sheet, what came of it, the minutes. */
export const sheetRoutes: readonly Route[] = [
  snapshot,
  fill,
  show,
  acceptRoute,
  notAcceptRoute,
  correctRoute,
  minutesRoute,
];
