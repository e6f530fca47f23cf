import { idSchema } from '@lobby/shared/kit/schema.ts';
import { compilePreview, compileQuery, MOST_ROWS } from '@lobby/shared/modules/invoice.contract.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import { MongoServerError } from 'mongodb';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { newId, type Session, transaction } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { CHUNKED_ANSWER, chunkedRuns } from '../../../kit/jobs/chunked-runs.ts';
import { build } from '../../../kit/records/records.ts';
import type { BehaviourOf } from '../../../kit/records/typed-behaviour.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { retryOnConflict, VersionConflict } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { claimKey, claimSources, type Source } from '../claims.ts';
import { assertInvoicing, invoiceConfig } from '../config/config.ts';
import { changeActs } from '../issue/changes.ts';
import { cancelIssue, issue } from '../issue/issue.ts';
import { mailActs } from '../papers/mail.ts';
import { paperRoutes } from '../papers/papers.ts';
import { type CompiledRow, compileRows, copyOf, draftOf, madeOutTo, sourcesIn, withoutLines } from './compile.ts';
import { draftActs, draftBehaviour } from './drafts.ts';
import type { CompileQuery } from './sources.ts';

const { path, code: module } = invoice;

type Given = z.infer<typeof compileQuery>;

const shown = ({ key, unitId, unitCode, buyer, items, sums, faults }: CompiledRow) => ({
  key,
  unitId,
  unitCode,
  faults,
  subTotal: sums.subTotal,
  vatAmount: sums.vatAmount,
  surchargeTotal: sums.surchargeTotal,
  total: sums.total,
  buyer: buyer && {
    name: buyer.buyerName || null,
    company: buyer.buyerCompany || null,
    type: buyer.buyerType ?? '',
  },
  items: items.map(item => ({
    key: claimKey(item) ?? '',
    name: item.name,
    unit: item.unit,
    quantity: item.quantity,
    price: item.price,
    amount: item.amount,
    nature: item.nature,
    taxRate: item.taxRate,
    vat: item.vat,
    surchargeAmount: item.surchargeAmount,
    billId: item.billId,
    receiptId: item.receiptId,
  })),
});

async function loadRows(
  ctx: Ctx,
  input: Given,
): Promise<{ rows: CompiledRow[]; asked: CompileQuery; config: InvoiceConfig }> {
  const config = await invoiceConfig(ctx.projectId);
  const query = { ...input, source: input.source ?? config.compileFrom };
  return { rows: await compileRows(ctx, query, config), asked: query, config };
}

const preview = route(compilePreview, {
  flags: ['write'],
  status: 200,
  async run(ctx, { body }) {
    assertInvoicing(ctx);
    const { rows } = await loadRows(ctx, body);
    return { count: rows.length, rows: rows.slice(0, MOST_ROWS).map(shown) };
  },
});

const answer = z.object({
  made: z.array(z.string()),
  refused: z.array(z.object({ key: z.string(), code: z.string(), name: z.string().nullable() })),
});
type Made = z.infer<typeof answer>;
const chosenRow = z.strictObject({
  key: idSchema,
  /** Keys of lines to leave out. */
  without: z.array(z.string().min(1).max(60)).max(200).optional(),
  /** Buyer, if not the unit's own. */
  buyerId: idSchema.optional(),
});
type Chosen = z.infer<typeof chosenRow>;

/** Rows processed in one transaction; more are processed in the background. */
const AT_ONCE = 100;

/** Chosen buyers by id; a removed buyer falls back to the unit's own. */
async function loadChosenBuyers({ projectId }: Ctx, chosen: readonly Chosen[]) {
  const ids = chosen.flatMap(({ buyerId }) => buyerId ?? []);
  if (ids.length === 0) return new Map<string, Doc<typeof invoiceBuyer>>();
  const buyers = await records(invoiceBuyer).find({ projectId }, { _id: { $in: ids }, active: true });
  return new Map(buyers.map(doc => [doc._id, doc]));
}

/** Creates drafts of the selected rows and claims their sources; rows with faults are skipped. */
async function makeDrafts(
  ctx: Ctx,
  loaded: Awaited<ReturnType<typeof loadRows>>,
  chosen: readonly Chosen[],
  { before, also }: { before?: Made; also?: (told: Made, session: Session) => Promise<void> } = {},
): Promise<Made> {
  const { rows, asked: whole, config } = loaded;
  const byKey = new Map(rows.map(row => [row.key, row]));
  const wanted = new Map(chosen.map(choice => [choice.key, choice]));
  const buyers = await loadChosenBuyers(ctx, chosen);
  const docs: Doc<typeof invoice>[] = [];
  const sources = new Map<string, Source[]>();
  const refused: Made['refused'] = [];
  for (const [key, { without = [], buyerId }] of wanted) {
    const row = byKey.get(key);
    const buyer = buyerId && buyers.get(buyerId);
    const named = row && (buyer ? madeOutTo(row, await copyOf(ctx.projectId, buyer)) : row);
    const rest = named && withoutLines(named, without);
    const [fault] = rest ? rest.faults : [{ code: 'REFERENCE_NOT_FOUND', name: null }];
    if (fault) refused.push({ key, ...fault });
    else if (rest) {
      const doc = await build(ctx, invoice, draftOf(rest, whole, config));
      docs.push(doc);
      sources.set(doc._id, sourcesIn(rest));
    }
  }
  const outcome = {
    made: [...(before?.made ?? []), ...docs.map(({ _id }) => _id)],
    refused: [...(before?.refused ?? []), ...refused],
  };
  if (docs.length === 0) {
    if (also) await transaction(session => also(outcome, session));
    return outcome;
  }
  try {
    await saveNew(ctx, newId(), {
      batches: [[{ definition: invoice, docs }]],
      answer: outcome,
      async also(session) {
        for (const [id, claimed] of sources) await claimSources(ctx.projectId, id, claimed, session);
        await also?.(outcome, session);
      },
    });
  } catch (error) {
    // A row was invoiced concurrently: retried.
    if (error instanceof MongoServerError && error.code === 11000) throw new VersionConflict();
    throw error;
  }
  return outcome;
}

/** Background run; each chunk is recompiled for its units. */
const compiles = chunkedRuns<Given, Chosen & { unitIds: string[] }, Made>({
  name: 'invoiceCompiles',
  definition: invoice,
  action: 'compile',
  flags: ['write'],
  chunk: AT_ONCE,
  work: (ctx, { asked: input, outcome: before }, items, also) =>
    retryOnConflict(async () => {
      const unitIds = [...new Set(items.flatMap(item => item.unitIds))];
      return makeDrafts(ctx, await loadRows(ctx, { ...input, unitIds }), items, { before, also });
    }),
});
export const { collection: compileCollection } = compiles;
export const compileJob = defineJob({
  name: 'invoices of a large month',
  every: '* * * * *',
  perProject: compiles.resume,
});

const compile = route({
  method: 'post',
  path: `${path}/compile`,
  summary: 'Make drafts of the rows that were chosen, many in the background; what has a fault stays out, with why',
  module,
  flags: ['write'],
  creates: true,
  pends: true,
  body: compileQuery.extend({ rows: z.array(chosenRow).min(1).max(MOST_ROWS) }),
  answer: z.union([answer, z.object({ id: z.string(), progressId: z.string() })]),
  run: (ctx, { body: { rows: chosen, ...input }, res }) =>
    retryOnConflict(async () => {
      assertInvoicing(ctx);
      const loaded = await loadRows(ctx, input);
      const unitsOf = new Map(loaded.rows.map(({ key, unitIds }) => [key, unitIds]));
      const lost = chosen.findIndex(({ key }) => !unitsOf.has(key));
      if (lost >= 0) failFields({ [`rows.${lost}.key`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
      const buyers = await loadChosenBuyers(ctx, chosen);
      const nobody = chosen.findIndex(({ buyerId }) => buyerId && !buyers.has(buyerId));
      if (nobody >= 0)
        failFields({ [`rows.${nobody}.buyerId`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
      if (chosen.length <= AT_ONCE) return makeDrafts(ctx, loaded, chosen);
      res.status(202);
      const items = chosen.map(choice => ({ ...choice, unitIds: unitsOf.get(choice.key) ?? [] }));
      return compiles.start(ctx, input, items, { made: [], refused: [] });
    }),
});

const compiling = route({
  method: 'get',
  path: `${path}/compile/:id`,
  summary: 'How far the drafts of a large month are, and what became of its rows',
  module,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: answer.extend({ id: z.string(), ...CHUNKED_ANSWER }),
  async run(ctx, { params: { id } }) {
    const run = (await compiles.find(ctx, id)) ?? fail('NOT_FOUND');
    return { id, ...compiles.progressOf(run), ...run.outcome };
  },
});

export const eInvoiceRoutes: readonly Route[] = [preview, compile, compiling, ...paperRoutes];
export const eInvoiceBehaviour = {
  ...draftBehaviour,
  exports: {
    fields: [
      'secretCode',
      'taxCodeOfInvoice',
      'buyerType',
      'buyerTaxCode',
      'buyerBudgetCode',
      'sellerName',
      'sellerTaxCode',
      'sellerAddress',
      'surchargeTotal',
      'discountTotal',
      'totalWords',
      'originalSymbol',
      'originalNumber',
      'originalDate',
      'reason',
      'agreementNo',
      'agreementOn',
      'paymentText',
      'note',
    ],
    lines: {
      items: ['code', 'fullNumber', 'invoiceDate', 'kind'],
      vatLines: ['code', 'fullNumber', 'invoiceDate', 'kind'],
    },
  },
  actions: { ...draftActs, ...changeActs, ...mailActs, issue, 'cancel-issue': cancelIssue },
} satisfies BehaviourOf<typeof invoice>;
