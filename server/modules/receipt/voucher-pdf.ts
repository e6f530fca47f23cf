import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { chosenIdsSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4, openPdf, type Pdf } from '../../kit/paper/pdf.ts';
import { detailFlag, load, scopeOf } from '../../kit/records/act.ts';
import { detailOf } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { save, untilSettled } from '../../kit/store/save.ts';
import { type Project, projects } from '../../platform/projects/projects.ts';

const MARGIN = 48;
const RIGHT = A4.width - MARGIN;
const MOST = 200;
const SIGNERS = ['signHead', 'signAccountant', 'signTreasurer', 'signMaker', 'signOther'] as const;

/** The two papers of money, each in the form of the law: who, why, how much in figures and words, five signatures. */
type Paper = typeof receipt | typeof payslip;
type Voucher = Doc<typeof receipt> | Doc<typeof payslip>;

const loadVoucher = (ctx: Ctx, { name }: Paper, id: string): Promise<Voucher> =>
  name === receipt.name ? load(ctx, receipt, id) : load(ctx, payslip, id);

async function findVouchers(ctx: Ctx, { name }: Paper, ids: readonly string[]): Promise<Voucher[]> {
  const where = { _id: { $in: ids } };
  return name === receipt.name
    ? records(receipt).find(ctx, { ...where, ...(await scopeOf(ctx, receipt)) }, { sort: { code: 1 } })
    : records(payslip).find(ctx, { ...where, ...(await scopeOf(ctx, payslip)) }, { sort: { code: 1 } });
}

const dayOf = (day: string) => day.split('-').toReversed().join('/');

async function draw(pdf: Pdf, definition: Paper, doc: Voucher, project: Project, ctx: Ctx): Promise<void> {
  const { language } = ctx;
  const say = (key: string, params?: Record<string, unknown>) => text(ctx, `${definition.name}.${key}`, params);
  const { amount, unitId } = doc;
  const home = unitId ? (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId) : null;
  const money = new Intl.NumberFormat(language === 'vi' ? 'vi' : 'en').format(amount);
  const lines = [
    [say('paper.other'), 'payerName' in doc ? doc.payerName : doc.payeeName],
    ...(home ? [[say('paper.unit'), home.code]] : []),
    [say('paper.why'), doc.content ?? say('name')],
    [say('paper.amount'), `${money} VND`],
    [say('paper.words'), amountInWords(amount, language, project.billing?.amountWords)],
    [say('paper.files'), String(doc.attachments.length)],
  ];
  await pdf.page(language, sheet => {
    let y = MARGIN + 12;
    sheet.text(project.name, MARGIN, y, { size: 12, weight: 700 });
    sheet.text(say('paper.form'), RIGHT, y, { size: 9, align: 'end' });
    y += 15;
    sheet.text(project.address ?? '', MARGIN, y, { size: 9 });
    y += 42;
    sheet.text(say('paper.title'), A4.width / 2, y, { size: 18, weight: 700, align: 'middle' });
    y += 18;
    const day = say('paper.date', { day: dayOf(doc.voucherDate ?? doc.accountingDate) });
    sheet.text(`${day} · ${doc.code}`, A4.width / 2, y, { align: 'middle' });
    if (doc.status === 'CANCELED') {
      y += 26;
      const why = `${say('paper.cancelled')}: ${doc.cancelReason ?? ''}`;
      sheet.text(why, A4.width / 2, y, { size: 14, weight: 700, align: 'middle' });
    }
    y += 34;
    for (const [label = '', value = ''] of lines)
      for (const [n, part] of sheet.lines(`${label}: ${value}`, RIGHT - MARGIN).entries()) {
        sheet.text(part, MARGIN + (n > 0 ? 12 : 0), y, { size: 11 });
        y += 18;
      }
    y += 24;
    const room = (RIGHT - MARGIN) / SIGNERS.length;
    for (const [n, who] of SIGNERS.entries()) {
      const middle = MARGIN + room * (n + 0.5);
      sheet.text(say(`paper.${who}`), middle, y, { size: 9, weight: 700, align: 'middle' });
      sheet.text(say('paper.sign'), middle, y + 13, { size: 8, align: 'middle' });
    }
  });
}

async function sendPdf(ctx: Ctx, definition: Paper, docs: readonly Voucher[], res: Response): Promise<void> {
  const project = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
  const name = `${definition.name}s.pdf`;
  res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}"` });
  const pdf = openPdf(res, project.name);
  try {
    for (const doc of docs) await draw(pdf, definition, doc, project, ctx);
    await pdf.close();
  } catch (error) {
    // Whoever asked has left.
    if (!res.destroyed) throw error;
  }
}

/** A voucher on paper: one, or those chosen; and that it was printed. */
export function paperRoutes(definition: Paper): Route[] {
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
      query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
      answer: 'application/pdf',
      async run(ctx, { params: { id }, query, res }) {
        const doc = await loadVoucher(ctx, definition, id);
        await sendPdf({ ...ctx, language: query.lang ?? ctx.language }, definition, [doc], res);
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
        const docs = await findVouchers(ctx, definition, ids);
        if (docs.length < new Set(ids).size) fail('NOT_FOUND');
        await sendPdf(ctx, definition, docs, res);
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
        untilSettled(async () => {
          const doc = await loadVoucher(ctx, definition, id);
          const set = { printedAt: ctx.now };
          const update = { doc, set, inc: { printCount: 1 }, keepVersion: true };
          const [saved] = await save(ctx, [{ definition, action: 'printed', update }]);
          return detailOf(ctx, definition, saved ?? doc);
        }),
    }),
  ];
}
