import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { DOCUMENT_TYPES, type DocumentType, LETTERS, reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { openPdf, type Pdf } from '../../../kit/paper/pdf.ts';
import { openSvg } from '../../../kit/paper/svg.ts';
import { loadRefs } from '../../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../../kit/store/schema.ts';
import { projectOf } from '../../../platform/projects/projects.ts';
import {
  drawPaper,
  filledLayout,
  layoutOf,
  type PaperContent,
  refusePaperFaults,
  samplePaper,
  samplesFor,
  type WordValues,
} from '../../template/index.ts';
import { noticeContent } from './paper.ts';
import { householdFor } from './preview.ts';
import { readingOf, sourceOf } from './texts.ts';
import { valuesFor } from './values.ts';

const dayOf = (day: unknown) =>
  String(day ?? '')
    .split('-')
    .toReversed()
    .join('/');
const figures = (value: number) => new Intl.NumberFormat('vi').format(value);

/** A voucher as what stands on its paper. */
async function voucherOf(ctx: Ctx, definition: typeof receipt | typeof payslip, id?: string) {
  const { projectId } = ctx;
  const doc = await modelOf(definition)
    .findOne({ projectId, deletedAt: null, ...(id ? { _id: id } : {}) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Stored>();
  if (!doc) return id ? fail('NOT_FOUND') : null;
  const code = (await loadRefs(projectId, unit, [String(doc.unitId)])).get(String(doc.unitId))?.code;
  const content: PaperContent = {
    code: String(doc.code),
    day: dayOf(doc.voucherDate ?? doc.accountingDate),
    rows: [],
    sums: [],
    amount: Number(doc.amount),
    bank: null,
    qr: null,
    cancelled: doc.status === 'CANCELED',
    facts: [
      ['to', String(doc.payerName ?? doc.payeeName ?? '')],
      ['unit', String(code ?? '')],
      ['reason', String(doc.content ?? '')],
      ['method', text(ctx, `${definition.name}.options.method.${doc.method}`)],
      ['amount', `${figures(Number(doc.amount))} VND`],
    ],
  };
  return content;
}

/** What a paper is tried with: the record that is named, else the newest that its reader may see, else a sample. */
async function triedWith(ctx: Ctx, type: DocumentType, id?: string): Promise<[PaperContent, WordValues]> {
  const samples = samplesFor({ language: 'vi', folded: false });
  const own = type === 'RECEIPT' ? receipt : type === 'PAYSLIP' ? payslip : null;
  if (own && can(ctx, own.code, 'read')) {
    const found = await voucherOf(ctx, own, id);
    if (found) return [found, samples];
  }
  if (LETTERS.some(one => one === type) && can(ctx, feeNotice.code, 'read')) {
    const household = await householdFor(ctx, { feeNoticeId: id });
    if (household) {
      const reading = readingOf(await sourceOf(ctx, [household], '#'), household);
      const values = valuesFor(reading, { language: 'vi', folded: false }, type === 'FEE_NOTICE' ? 'NORMAL' : type);
      if (reading.paper) return [noticeContent(reading.paper, { ...ctx, language: 'vi' }), values];
    }
  }
  return [samplePaper(type), samples];
}

const body = z.strictObject({ ...inputSchema(reportTemplate.fields, 'update').shape, entityId: idSchema.optional() });

async function drawTried(ctx: Ctx, pdf: Pdf, { entityId, ...given }: z.infer<typeof body>): Promise<void> {
  const values: Record<string, unknown> = given;
  const type = DOCUMENT_TYPES.find(one => one === values.documentType) ?? 'FEE_NOTICE';
  refusePaperFaults(values);
  const [content, said] = await triedWith(ctx, type, entityId);
  const layout = await layoutOf(ctx, { ...values, documentType: type }, await projectOf(ctx.projectId));
  await drawPaper(pdf, filledLayout(layout, said), content, ctx);
}

const shared = { module: reportTemplate.code, flags: ['read'] as const, method: 'post' as const, body };

/** How a paper would look, before the template is saved: as it is printed, and as pictures of its pages. */
export const paperPreviewRoutes: Route[] = [
  route({
    ...shared,
    path: `${reportTemplate.path}/preview`,
    summary: 'A record of its type by an unsaved report template, as a PDF',
    answer: 'application/pdf',
    async run(ctx, { body: asked, res }) {
      // Nothing is written before what may be refused has been.
      const pages = openSvg();
      await drawTried(ctx, pages, asked);
      res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="preview.pdf"' });
      const pdf = openPdf(res, 'Lobby');
      await drawTried(ctx, pdf, asked);
      await pdf.close();
    },
  }),
  route({
    ...shared,
    path: `${reportTemplate.path}/preview-pages`,
    summary: 'The same as pictures of its pages',
    answer: z.object({ pages: z.array(z.string()) }),
    async run(ctx, { body: asked }) {
      const pages = openSvg();
      await drawTried(ctx, pages, asked);
      return { pages: pages.pages };
    },
  }),
];
