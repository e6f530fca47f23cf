import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { drawnPages } from '@lobby/shared/kit/paper.contract.ts';
import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { openSvg } from '../../../kit/paper/svg.ts';
import { detailFlag, load, loadChosen } from '../../../kit/records/acts/act.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { retryOnConflict, save } from '../../../kit/store/save.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import {
  assertLayout,
  drawVouchers,
  type Voucher,
  type VoucherPaper,
  type VoucherPaperOptions,
} from './voucher-paper.ts';

const MOST = 200;

const loadVoucher = (ctx: Ctx, { name }: VoucherPaper, id: string): Promise<Voucher> =>
  name === receipt.name ? load(ctx, receipt, id) : load(ctx, payslip, id);

const loadVouchers = (ctx: Ctx, { name }: VoucherPaper, ids: readonly string[]): Promise<Voucher[]> =>
  name === receipt.name ? loadChosen(ctx, receipt, ids) : loadChosen(ctx, payslip, ids);

const look = {
  lang: z.enum(LANGUAGES).optional(),
  reportTemplateId: idSchema.optional(),
  /** Current layout of the template, or that at the time of the voucher. */
  look: z.enum(['then', 'now']).optional(),
};

async function askedLook(
  ctx: Ctx,
  definition: VoucherPaper,
  query: z.infer<z.ZodObject<typeof look>>,
): Promise<VoucherPaperOptions> {
  const { lang, reportTemplateId: templateId, look: as } = query;
  const options = {
    language: lang ?? (ctx.kind === 'resident' ? ctx.language : undefined),
    templateId,
    now: as === 'now',
  };
  await assertLayout(ctx, definition, options);
  return options;
}

/** Routes that print one or several vouchers and record the printing. */
export function paperRoutes(definition: VoucherPaper): Route[] {
  const { path, code: module } = definition;
  const flags = [detailFlag(definition)] as const;
  const params = z.strictObject({ id: idSchema });
  return [
    route({
      method: 'get',
      path: `${path}/:id/pdf`,
      module,
      flags,
      params,
      residents: true,
      summary: `A ${definition.name} on paper, in the language asked for`,
      query: z.strictObject(look),
      answer: 'application/pdf',
      async run(ctx, { params: { id }, query, res }) {
        const doc = await loadVoucher(ctx, definition, id);
        const options = await askedLook(ctx, definition, query);
        await drawnTo(ctx, res, doc.code ?? '', pdf => drawVouchers(ctx, pdf, definition, [doc], options));
      },
    }),
    route({
      method: 'get',
      path: `${path}/:id/pages`,
      module,
      flags,
      params,
      residents: true,
      summary: `A ${definition.name} as it is printed: its pages as pictures`,
      query: z.strictObject(look),
      answer: drawnPages,
      async run(ctx, { params: { id }, query }) {
        const doc = await loadVoucher(ctx, definition, id);
        const pages = openSvg();
        await drawVouchers(ctx, pages, definition, [doc], await askedLook(ctx, definition, query));
        return { pages: pages.pages };
      },
    }),
    route({
      method: 'post',
      path: `${path}/print`,
      module,
      flags,
      answer: 'application/pdf',
      summary: `Chosen ${definition.name}s on paper, as one PDF`,
      body: z.strictObject({ ids: chosenIdsSchema(definition, MOST) }),
      async run(ctx, { body: { ids }, res }) {
        const docs = await loadVouchers(ctx, definition, ids);
        await drawnTo(ctx, res, `${definition.name}s`, pdf => drawVouchers(ctx, pdf, definition, docs, {}));
      },
    }),
    route({
      method: 'put',
      path: `${path}/:id/print`,
      module,
      flags,
      params,
      summary: `A ${definition.name} was printed`,
      body: z.strictObject({ version: z.int().min(1).max(1_000_000_000).optional() }),
      answer: responseSchema(definition, 'detail'),
      run: (ctx, { params: { id } }) =>
        retryOnConflict(async () => {
          const doc = await loadVoucher(ctx, definition, id);
          const set = { printedAt: ctx.now };
          const update = { doc, set, inc: { printCount: 1 }, keepVersion: true };
          const [saved] = await save(ctx, [{ definition, action: 'printed', update }]);
          return loadDetail(ctx, definition, saved ?? doc);
        }),
    }),
  ];
}
