import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { clockOf } from '@lobby/shared/kit/hours.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { defectGroups } from '@lobby/shared/modules/handover-defect.contract.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { fileName } from '../../../kit/files/file-routes.ts';
import { checkFiles, claimFiles } from '../../../kit/files/files.ts';
import { addressOf } from '../../../kit/http/origin.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { drawParts, type Part, picturesPart, together, wordsFor } from '../../../kit/paper/parts.ts';
import type { Pdf } from '../../../kit/paper/pdf.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { both, joinedQuery } from '../../../kit/records/lists/list.ts';
import { build, keysAfter } from '../../../kit/records/records.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../../kit/sheets/sheet.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type Change, save } from '../../../kit/store/save.ts';
import { toStaff } from '../../../platform/notifications/notifications.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { renderRasters } from '../../../platform/projects/paper/rasters.ts';
import { handoverConfig } from '../config.ts';
import { localDay } from '../sheet/minutes.ts';
import { notifyOfDefect } from './defect-acts.ts';
import { assertInWarranty, begunDefect, countChanges } from './defects.ts';

const { path } = handoverDefect;
const MOST = 2000;
const MOST_PICTURES = 200;
const IMAGES = { imagesBefore: handoverDefect.fields.imagesBefore };

/** Creates a defect reported by a resident; requires a handed-over unit and valid warranty. */
async function report(ctx: Ctx, { images = [], ...input }: z.output<typeof reported>) {
  const unitId = ctx.unitId ?? '';
  const home = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId);
  if (home?.handoverStatus !== 'HANDED_OVER')
    fail('DEFECT_OUT_OF_WARRANTY', { until: null, why: 'handover-defect.state.notHandedOver' });
  const fresh = await checkFiles(ctx, IMAGES, { imagesBefore: images });
  const values = await begunDefect(ctx, { ...input, unitId });
  if (!values.itemId && !values.roomText) failFields({ roomText: { code: 'REQUIRED' } });
  await assertInWarranty(ctx, values);
  const insert = await build(ctx, handoverDefect, { ...values, imagesBefore: images }, true);
  const keys = await keysAfter(ctx, handoverDefect, insert);
  const doc = { ...insert, ...(keys && { keys }) };
  const { inspectorIds } = await handoverConfig(ctx.projectId);
  // Built before saving, because the answer is stored with the idempotency key.
  const answer = await loadDetail(ctx, handoverDefect, doc);
  const changes: Change[] = [
    {
      definition: handoverDefect,
      action: 'create',
      insert: doc,
      async also(session) {
        await claimFiles(fresh, session, { entity: handoverDefect.name, id: doc._id });
        await notifyOfDefect(ctx, doc, 'DEFECT_REPORTED', toStaff(inspectorIds), session);
      },
    },
    ...(await countChanges(ctx, null, doc)),
  ];
  await save(ctx, changes, answer);
  return answer;
}

const reported = z.strictObject({
  roomId: idSchema.nullish(),
  itemId: idSchema.nullish(),
  roomText: fieldSchema(handoverDefect.fields.roomText).nullish(),
  description: z.string().trim().min(3).max(2000),
  images: z.array(idSchema).max(IMAGES.imagesBefore.max).optional(),
});

const reportRoute = route({
  method: 'post',
  path: `${path}/report`,
  summary: 'Tell of a fault of the home that is under warranty',
  module: HANDOVER,
  flags: ['write'] as const,
  residents: true,
  staff: false,
  creates: true,
  body: reported,
  answer: responseSchema(handoverDefect, 'detail'),
  run: async (ctx, { body }) => report(ctx, body),
});

const openOf = (ctx: Ctx, partnerId: string): Promise<Doc<typeof handoverDefect>[]> =>
  records(handoverDefect).find(
    ctx,
    { partnerId, closed: { $ne: true }, status: 'NOT_REPAIRED' },
    { sort: { dueOn: 1, _id: 1 }, limit: MOST },
  );

/** Number of defects and time of counting, printed because paper becomes outdated. */
function countedNow(ctx: Ctx, count: number): string {
  const { day, minutes } = clockAt(ctx.now, ctx.project.timeZone);
  return text(ctx, 'handover-defect.paper.count', { count, day: `${clockOf(minutes)} ${localDay(day)}` });
}

/** URL of the current list. */
const listAt = (home: string, ctx: Ctx, who: Doc<typeof partner>): string =>
  `${home}/projects/${ctx.projectId}/${handoverDefect.route}?tab=notRepaired&partnerId=${who._id}`;

/** Draws a partner's open defects with time, number and the URL of the current list; returns their number. */
export async function drawList(
  ctx: Ctx,
  pdf: Pdf,
  project: string,
  who: Doc<typeof partner>,
  home: string,
): Promise<number> {
  const docs = await openOf(ctx, who._id);
  const homes = await loadRefs(
    ctx.projectId,
    unit,
    docs.map(({ unitId }) => unitId),
  );
  const { words } = wordsFor(ctx);
  const say = (key: string, params: Record<string, unknown> = {}) => text(ctx, `handover-defect.paper.${key}`, params);
  const day = (value: string | null) => (value ? localDay(value) : '–');
  const line = (doc: Doc<typeof handoverDefect>, n: number): Part[] => [
    words(
      `${n + 1}. ${homes.get(doc.unitId)?.code ?? ''} · ${doc.roomText ?? ''} · ${doc.code}`,
      { weight: 700 },
      14,
      6,
    ),
    words(doc.description),
    words(say('due', { found: day(doc.foundOn), due: day(doc.dueOn) }), { size: 9 }),
  ];
  // Photos are shown up to the limit of the paper.
  const shown: Part[] = [];
  let pictures = 0;
  for (const [n, doc] of docs.entries()) {
    const rasters = pictures < MOST_PICTURES ? await renderRasters(ctx.projectId, doc.imagesBefore) : [];
    pictures += rasters.length;
    const [first, ...rest] = picturesPart(rasters, 72);
    // Keeps a heading on one page with its text and first picture.
    shown.push(together([...line(doc, n), ...(first ? [first] : [])]), ...rest);
  }
  const parts = [
    words(say('title', { partner: who.name }), { size: 15, weight: 700 }, 22),
    words(countedNow(ctx, docs.length)),
    words(listAt(home, ctx, who), { size: 8 }),
    ...shown,
  ];
  await drawParts(ctx, pdf, project, parts);
  return docs.length;
}

const BOOK = ['code', 'unitId', 'roomText', 'description', 'severity', 'foundOn', 'dueOn', 'overdue'] as const;

/** Worksheet of a partner's open defects with date and number. */
async function pageFor(
  ctx: Ctx,
  who: Doc<typeof partner>,
  home: string,
): Promise<Parameters<typeof writeBook>[1][number]> {
  const docs = await openOf(ctx, who._id);
  const homes = await loadRefs(
    ctx.projectId,
    unit,
    docs.map(({ unitId }) => unitId),
  );
  const say = (key: string, params: Record<string, unknown> = {}) => text(ctx, `handover-defect.${key}`, params);
  const label = (name: string) =>
    name === 'code' || name === 'unitId' ? text(ctx, `defaults.fields.${name}`) : say(`fields.${name}`);
  const cellOf = (doc: Doc<typeof handoverDefect>, name: (typeof BOOK)[number]): Cell => {
    if (name === 'unitId') return homes.get(doc.unitId)?.code ?? '';
    if (name === 'severity') return say(`options.severity.${doc.severity}`);
    if (name === 'overdue') return doc.overdue ? say('marks.overdue') : '';
    return name === 'foundOn' || name === 'dueOn' ? localDay(doc[name] ?? '') : (doc[name] ?? '');
  };
  const titles = BOOK.map((name): Cell => ({ text: label(name), look: 'bold' }));
  return {
    name: who.name.slice(0, 30),
    batches: [
      [[say('paper.title', { partner: who.name })], [countedNow(ctx, docs.length)], [listAt(home, ctx, who)], titles],
      docs.map(doc => BOOK.map(name => cellOf(doc, name))),
    ],
    headed: true,
  };
}

const listRoute = route({
  method: 'get',
  path: `${path}/list-for/:partnerId`,
  summary: 'What a contractor still has to repair, on paper or as a spreadsheet',
  module: HANDOVER,
  flags: ['read'] as const,
  answer: 'application/pdf',
  params: z.strictObject({ partnerId: idSchema }),
  query: z.strictObject({ lang: z.enum(LANGUAGES).optional(), format: z.enum(['pdf', 'xlsx']).default('pdf') }),
  async run(ctx, { params: { partnerId }, query: { lang, format }, res }) {
    const who = await load(systemCtx(ctx.project, ctx.now), partner, partnerId);
    const reader = { ...ctx, language: lang ?? ctx.language };
    const home = addressOf(res.req);
    if (format === 'xlsx') {
      res.set({
        'Content-Type': XLSX,
        'Content-Disposition': `attachment; ${fileName({ name: 'defects.xlsx', type: XLSX })}`,
      });
      return writeBook(res, [await pageFor(reader, who, home)]);
    }
    await drawnTo(ctx, res, 'defects', async (pdf, { name }) => void (await drawList(reader, pdf, name, who, home)));
  },
});

const BY = { unit: ['unitId', unit], partner: ['partnerId', partner] } as const;

/** `GET .../groups`: open defects by unit or contractor, with the numbers that the filtered list shows. */
const groupsRoute = route(defectGroups, {
  flags: ['read'],
  async run(ctx, { query: { by, filter } }) {
    const chosen = await joinedQuery(handoverDefect, filter ?? {}, ctx);
    const [field, definition] = BY[by];
    const count = (when: object) => ({ $sum: { $cond: [when, 1, 0] } });
    const is = (name: string, value: unknown) => ({ $eq: [`$${name}`, value] });
    const groups = await records(handoverDefect).aggregate<
      { _id: string | null } & Record<'open' | 'overdue' | 'blocking' | 'toConfirm', number>
    >(ctx, both(chosen, { projectId: ctx.projectId, closed: { $ne: true } }), [
      {
        $group: {
          _id: `$${field}`,
          open: { $sum: 1 },
          overdue: count(is('overdue', true)),
          blocking: count(is('blocking', true)),
          toConfirm: count(is('status', 'REPAIRED')),
        },
      },
      { $sort: { open: -1, _id: 1 } },
      { $limit: MOST },
    ]);
    const names = await loadRefs(
      ctx.projectId,
      definition,
      groups.flatMap(({ _id }) => _id ?? []),
    );
    return groups.map(({ _id, ...counts }) => {
      const named = _id ? names.get(_id) : undefined;
      return { key: _id, name: named?.[by === 'unit' ? 'code' : 'name'] ?? null, ...counts };
    });
  },
});

export const defectRoutes: readonly Route[] = [reportRoute, groupsRoute, listRoute];
