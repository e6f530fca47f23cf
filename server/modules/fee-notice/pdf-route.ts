import { sortKey } from '@lobby/shared/kit/collation.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { chosenIdsSchema, fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import type { Pdf } from '../../kit/paper/pdf.ts';
import { openSvg } from '../../kit/paper/svg.ts';
import { load, scopeOf } from '../../kit/records/act.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { drawnPages, drawnTo } from '../../platform/projects/paper.ts';
import { type Asked, drawNotices, refuseLook } from './sending/paper.ts';

/** Notices that are read and drawn at a time. */
const PART = 100;
const MOST = 20_000;

const query = z.strictObject({
  ids: chosenIdsSchema(feeNotice, 200).optional(),
  month: (fieldSchema({ kind: 'month' }) as z.ZodType<string | null>).optional(),
  printed: z.enum(['true', 'false']).optional(),
  /** As somebody walks through the building, or by the numbers of the notices. */
  order: z.enum(['UNIT', 'CODE']).optional(),
});

/** The notices that are asked for, in the order of their units: 2.01 before 10.01. */
async function askedOf(ctx: Ctx, { ids, month, printed, order = 'UNIT' }: z.infer<typeof query>): Promise<string[]> {
  const { projectId } = ctx;
  const found = await records(feeNotice).find(
    { projectId },
    {
      ...(await scopeOf(ctx, feeNotice)),
      ...(ids ? { _id: { $in: ids } } : { status: { $in: SENT } }),
      ...(month && { month }),
      ...(printed && { printed: printed === 'true' ? true : { $ne: true } }),
    },
    { only: ['unitId', 'code'], limit: MOST, patience: 10_000 },
  );
  const by = (keyOf: (one: (typeof found)[number]) => string) => {
    const keys = new Map(found.map(one => [one._id, sortKey(keyOf(one))]));
    return found.map(({ _id }) => _id).toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
  };
  if (order === 'CODE') return by(({ code }) => String(code));
  const units = await records(unit)
    .withRemoved()
    .find({ projectId }, { _id: { $in: found.map(({ unitId }) => String(unitId)) } }, { only: ['code'] });
  const codes = new Map(units.map(({ _id, code }) => [_id, String(code)]));
  return by(({ unitId }) => codes.get(String(unitId)) ?? '');
}

const look = {
  /** Else that of the template; of residents their own. */
  language: z.enum(LANGUAGES).optional(),
  reportTemplateId: z.string().max(24).optional(),
  /** By the template as it is now; else as it was when the notice was published. */
  look: z.enum(['then', 'now']).optional(),
};

/** Errors: BILL_FORM_NOT_SELECTED where a template is asked for without saying which, REFERENCE_NOT_SUITABLE for one of another paper. */
async function askedLook(ctx: Ctx, asked: z.infer<z.ZodObject<typeof look>>): Promise<Asked> {
  const { language, reportTemplateId: templateId, look: as } = asked;
  if (templateId === '') fail('BILL_FORM_NOT_SELECTED');
  const own = {
    language: language ?? (ctx.kind === 'resident' ? ctx.language : undefined),
    templateId,
    now: as === 'now',
  };
  await refuseLook(ctx, own);
  return own;
}

/** Notices by id, in this order. */
async function inOrder(ctx: Ctx, ids: readonly string[]): Promise<Doc<typeof feeNotice>[]> {
  const found = await records(feeNotice)
    .withRemoved()
    .find(ctx, { _id: { $in: [...ids] } }, { patience: 10_000 });
  const byId = new Map(found.map(one => [one._id, one]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

/** Page by page as they are read: a thousand hold no more memory than some. */
async function drawMany(ctx: Ctx, pdf: Pdf, looks: Asked, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += PART)
    await drawNotices(ctx, pdf, looks, await inOrder(ctx, ids.slice(at, at + PART)));
}

const shared = { method: 'get', module: feeNotice.code, flags: ['read'] as const, residents: true } as const;

/** One notice or a thousand as one PDF, page by page as they are read. */
const many = route({
  ...shared,
  path: `${feeNotice.path}/pdf`,
  summary: 'Notices as one PDF: those named, or all that are issued of a month or not printed yet',
  query: query.extend(look),
  answer: 'application/pdf',
  async run(ctx, { query: asked, res }) {
    const ids = await askedOf(ctx, asked);
    if (ids.length === 0) fail('NOT_FOUND');
    const looks = await askedLook(ctx, asked);
    await drawnTo(ctx, res, 'fee-notices', pdf => drawMany(ctx, pdf, looks, ids));
  },
});

const MOST_CHOSEN = 200;
const print = route({
  method: 'post',
  path: `${feeNotice.path}/print`,
  module: feeNotice.code,
  flags: ['export'],
  summary: 'Chosen notices on paper, as one PDF',
  body: z.strictObject({
    ids: chosenIdsSchema(feeNotice, MOST_CHOSEN),
    order: query.shape.order,
    ...look,
  }),
  answer: 'application/pdf',
  async run(ctx, { body: { ids: chosen, order, ...asked }, res }) {
    const ids = await askedOf(ctx, { ids: chosen, ...(order && { order }) });
    if (ids.length < new Set(chosen).size) fail('NOT_FOUND');
    const looks = await askedLook(ctx, asked);
    await drawnTo(ctx, res, 'fee-notices', pdf => drawMany(ctx, pdf, looks, ids));
  },
});

const one = { params: z.strictObject({ id: idSchema }), query: z.strictObject(look) };

const single = route({
  ...shared,
  ...one,
  path: `${feeNotice.path}/:id/pdf`,
  summary: 'A notice as a PDF, as its template lays it out',
  answer: 'application/pdf',
  async run(ctx, { params: { id }, query: asked, res }) {
    const notice = await load(ctx, feeNotice, id);
    const looks = await askedLook(ctx, asked);
    const home = await records(unit)
      .withRemoved()
      .first(ctx, { _id: notice.unitId }, { only: ['code'] });
    const name = `${notice.code}_${home?.code ?? ''}`.replace(/[^\w.-]/g, '-');
    await drawnTo(ctx, res, name, pdf => drawNotices(ctx, pdf, looks, [notice]));
  },
});

/** Sheets on a screen at once. */
const MOST_SHOWN = 100;

/** Notices as the pages that are printed: the same drawing as the PDF, for a screen. */
const pages = route({
  ...shared,
  path: `${feeNotice.path}/pages`,
  summary: 'Notices as they are printed: their pages as pictures',
  query: z.strictObject({ ids: chosenIdsSchema(feeNotice, MOST_SHOWN), ...look }),
  answer: drawnPages,
  async run(ctx, { query: asked }) {
    const looks = await askedLook(ctx, asked);
    const ids = await askedOf(ctx, { ids: asked.ids });
    const drawn = openSvg();
    await drawNotices(ctx, drawn, looks, await inOrder(ctx, ids));
    return { pages: drawn.pages };
  },
});

const preview = route({
  ...shared,
  ...one,
  path: `${feeNotice.path}/:id/preview`,
  summary: 'A notice as it will be printed, to be looked at: its pages as pictures',
  answer: 'text/html',
  async run(ctx, { params: { id }, query: asked, res }) {
    const notice = await load(ctx, feeNotice, id);
    const looks = await askedLook(ctx, asked);
    const drawn = openSvg();
    await drawNotices(ctx, drawn, looks, [notice]);
    res
      .set('Content-Security-Policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
      .type('html')
      .send(
        `<!doctype html><html lang="${drawn.language}"><meta charset="utf-8"><title>${notice.code}</title><body style="margin:0;background:#e7ebee">${drawn.pages
          .map(page => `<div style="margin:1rem auto;max-width:210mm">${page}</div>`)
          .join('')}</body></html>`,
      );
  },
});

/** Notices on paper. */
export const pdfRoutes: readonly Route[] = [many, pages, single, preview, print];
