import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { type DocumentType, LETTERS, reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../../../kit/base/context.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { openPdf, type Pdf } from '../../../../kit/paper/pdf.ts';
import { openSvg } from '../../../../kit/paper/svg.ts';
import { loadProject } from '../../../../platform/projects/projects.ts';
import { triedVoucher } from '../../../receipt/index.ts';
import {
  assertNoPaperFaults,
  drawPaper,
  filledLayout,
  loadLayout,
  type PaperContent,
  samplePaper,
  samplesFor,
  type WordValues,
} from '../../../template/index.ts';
import { householdFor } from '../words/preview.ts';
import { loadSource, readingOf } from '../words/texts.ts';
import { valuesFor } from '../words/values.ts';
import { triedNotice } from './paper.ts';

/** Content for previewing a paper: the given record, else the latest that the caller may see, else a sample. */
async function triedWith(ctx: Ctx, type: DocumentType, id?: string): Promise<[PaperContent, WordValues]> {
  const samples = samplesFor({ language: 'vi', folded: false });
  const voucher = type === 'RECEIPT' ? receipt : type === 'PAYSLIP' ? payslip : null;
  if (voucher && can(ctx, voucher.code, 'read')) {
    const found = await triedVoucher(ctx, voucher, id);
    if (found) return [found, samples];
  }
  if (LETTERS.some(letter => letter === type) && can(ctx, feeNotice.code, 'read')) {
    const household = await householdFor(ctx, { feeNoticeId: id });
    const found = household && (await triedNotice(ctx, household));
    if (household && found) {
      const reading = readingOf(await loadSource(ctx, [household], '#'), household);
      const values = valuesFor(reading, { language: 'vi', folded: false }, type === 'FEE_NOTICE' ? 'NORMAL' : type);
      return [found.content, values];
    }
  }
  return [samplePaper(type), samples];
}

const body = z.strictObject({ ...inputSchema(reportTemplate.fields, 'update').shape, entityId: idSchema.optional() });

async function drawTried(ctx: Ctx, pdf: Pdf, { entityId, ...values }: z.infer<typeof body>): Promise<void> {
  const type = values.documentType ?? 'FEE_NOTICE';
  assertNoPaperFaults(values);
  const [content, placeholders] = await triedWith(ctx, type, entityId);
  const layout = await loadLayout(ctx, { ...values, documentType: type }, await loadProject(ctx.projectId));
  await drawPaper(pdf, filledLayout(layout, placeholders), content, ctx);
}

const shared = { module: reportTemplate.code, flags: ['read'] as const, method: 'post' as const, body };

/** Previews of an unsaved template, as a PDF and as images of its pages. */
export const paperPreviewRoutes: Route[] = [
  route({
    ...shared,
    path: `${reportTemplate.path}/preview`,
    summary: 'A record of its type by an unsaved report template, as a PDF',
    answer: 'application/pdf',
    async run(ctx, { body: sample, res }) {
      // Draws once without output, so that errors occur before the response begins.
      const pages = openSvg();
      await drawTried(ctx, pages, sample);
      res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="preview.pdf"' });
      const pdf = openPdf(res, 'Lobby');
      await drawTried(ctx, pdf, sample);
      await pdf.close();
    },
  }),
  route({
    ...shared,
    path: `${reportTemplate.path}/preview-pages`,
    summary: 'The same as pictures of its pages',
    answer: z.object({ pages: z.array(z.string()) }),
    async run(ctx, { body: sample }) {
      const pages = openSvg();
      await drawTried(ctx, pages, sample);
      return { pages: pages.pages };
    },
  }),
];
