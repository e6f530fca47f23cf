import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { chosenIdsSchema, fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { noticePages, paperLook } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { openSvg } from '../../../kit/paper/svg.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { assertLayout, drawNotices, type NoticePaperOptions } from '../sending/paper/paper.ts';
import { drawMany, fileNameOf, type PlacedNotice, placedBy, printInBackground, SPLITS } from './print-runs.ts';

const MOST = 5000;

const query = z.strictObject({
  ids: chosenIdsSchema(feeNotice, 200).optional(),
  month: fieldSchema({ kind: 'month' }).optional(),
  printed: z.enum(['true', 'false']).optional(),
  /** Order by location of the unit, or by notice number. */
  order: z.enum(['UNIT', 'CODE']).optional(),
});

async function loadAsked(ctx: Ctx, { ids, month, printed, order }: z.infer<typeof query>): Promise<PlacedNotice[]> {
  return placedBy(
    ctx,
    {
      ...(ids ? { _id: { $in: ids } } : { status: { $in: SENT } }),
      ...(month && { month }),
      ...(printed && { printed: printed === 'true' ? true : { $ne: true } }),
    },
    order,
  );
}

/** Validated look. Throws BILL_FORM_NOT_SELECTED for an empty template id, REFERENCE_NOT_SUITABLE for a template of another paper. */
async function askedLook(ctx: Ctx, look: z.infer<z.ZodObject<typeof paperLook>>): Promise<NoticePaperOptions> {
  const { language, reportTemplateId: templateId, look: as } = look;
  if (templateId === '') fail('BILL_FORM_NOT_SELECTED');
  const options = {
    language: language ?? (ctx.kind === 'resident' ? ctx.language : undefined),
    templateId,
    now: as === 'now',
  };
  await assertLayout(ctx, options);
  return options;
}

const shared = { method: 'get', module: feeNotice.code, flags: ['read'] as const, residents: true } as const;

/** Any number of notices as one PDF, streamed page by page. */
const many = route({
  ...shared,
  path: `${feeNotice.path}/pdf`,
  summary: 'Notices as one PDF: those named, or all that are issued of a month or not printed yet',
  query: query.extend(paperLook),
  answer: 'application/pdf',
  async run(ctx, { query: input, res }) {
    const placed = await loadAsked(ctx, input);
    if (placed.length === 0) fail('NOT_FOUND');
    const looks = await askedLook(ctx, input);
    await drawnTo(ctx, res, 'fee-notices', pdf => drawMany(ctx, pdf, looks, placed));
  },
});

const print = route({
  method: 'post',
  path: `${feeNotice.path}/print`,
  module: feeNotice.code,
  flags: ['export'],
  summary: 'Chosen notices on paper, made in the background: as one file, one for each block, or one for each notice',
  body: z.strictObject({
    ids: z.array(idSchema).max(MOST).optional(),
    isAll: z.literal(true).optional(),
    filter: filterSchema(feeNotice).optional(),
    order: query.shape.order,
    split: z.enum(SPLITS).optional(),
    ...paperLook,
  }),
  status: 202,
  answer: z.object({ id: z.string(), progressId: z.string() }),
  async run(ctx, { body: { ids, isAll, filter = {}, order, split = 'ONE', ...asked } }) {
    if (!isAll && !ids?.length) failFields({ ids: { code: 'EMPTY_BILL_SELECTED' } }, 'EMPTY_BILL_SELECTED');
    const which = isAll ? await joinedQuery(feeNotice, filter, ctx) : { _id: { $in: [...new Set(ids)] } };
    const placed = await placedBy(ctx, which, order);
    if (!isAll && placed.length < new Set(ids).size) fail('NOT_FOUND');
    if (placed.length === 0) fail('EMPTY_BILL_SELECTED');
    const looks = await askedLook(ctx, asked);
    return printInBackground(ctx, { placed, split, looks });
  },
});

const singleNotice = { params: z.strictObject({ id: idSchema }), query: z.strictObject(paperLook) };

const single = route({
  ...shared,
  ...singleNotice,
  path: `${feeNotice.path}/:id/pdf`,
  summary: 'A notice as a PDF, as its template lays it out',
  answer: 'application/pdf',
  async run(ctx, { params: { id }, query: input, res }) {
    const notice = await load(ctx, feeNotice, id);
    const looks = await askedLook(ctx, input);
    const [placed] = await placedBy(ctx, { _id: id });
    await drawnTo(ctx, res, fileNameOf(placed ?? notice), pdf => drawNotices(ctx, pdf, looks, [notice]));
  },
});

/** Notices as SVG pages, drawn like the PDF. */
const pages = route(noticePages, {
  flags: ['read'],
  residents: true,
  async run(ctx, { query: input }) {
    const looks = await askedLook(ctx, input);
    const placed = await loadAsked(ctx, { ids: input.ids });
    const drawn = openSvg();
    await drawMany(ctx, drawn, looks, placed);
    return { pages: drawn.pages };
  },
});

const preview = route({
  ...shared,
  ...singleNotice,
  path: `${feeNotice.path}/:id/preview`,
  summary: 'A notice as it will be printed, to be looked at: its pages as pictures',
  answer: 'text/html',
  async run(ctx, { params: { id }, query: input, res }) {
    const notice = await load(ctx, feeNotice, id);
    const looks = await askedLook(ctx, input);
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

export const pdfRoutes: readonly Route[] = [many, pages, single, preview, print];
