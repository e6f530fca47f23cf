import { idSchema } from '@lobby/shared/kit/schema.ts';
import { INVOICE_KINDS, invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { records } from '../../kit/store/records.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { drawnTo } from '../../platform/projects/paper.ts';
import { assertOfHousehold } from './household.ts';
import { giveXml } from './message/calls.ts';
import { drawInvoice, nameOf } from './paper.ts';

const { path, code: module } = invoice;
const params = z.strictObject({ id: idSchema });

/** The signed invoice, as it was sent last. */
const xml = route({
  method: 'get',
  path: `${path}/:id/xml`,
  summary: 'The signed XML of an invoice, as it was sent: it names people in plain',
  module,
  flags: ['exportEncrypted'],
  residents: true,
  params,
  answer: 'application/xml',
  async run(ctx, { params: { id }, res }) {
    const doc = await load(ctx, invoice, id);
    await assertOfHousehold(ctx);
    const sent = await records(taxMessage).first(
      ctx,
      { invoiceId: doc._id, direction: 'OUT', type: { $in: ['200', '203'] } },
      { sort: { at: -1 } },
    );
    await giveXml(ctx, sent ?? fail('TAX_MESSAGE_NOT_SENT'), res);
  },
});

/** A draft as it will be printed. */
const preview = route({
  method: 'get',
  path: `${path}/:id/preview`,
  summary: 'A draft as it will be printed; what was published has a PDF of its own',
  module,
  flags: ['readDetail'],
  params,
  answer: 'application/pdf',
  async run(ctx, { params: { id }, res }) {
    const doc = await load(ctx, invoice, id);
    if (doc.status !== 'DRAFT') fail('INVOICE_PUBLISHED_CANNOT_BE_PREVIEWED');
    await drawnTo(ctx, res, String(doc.code), pdf => drawInvoice(ctx, pdf, doc));
  },
});

const pdf = route({
  method: 'get',
  path: `${path}/:id/pdf`,
  summary: 'A published invoice in its printed form; personal values are masked to staff who may not read them',
  module,
  flags: ['read'],
  residents: true,
  params,
  answer: 'application/pdf',
  async run(ctx, { params: { id }, res }) {
    const doc = await load(ctx, invoice, id);
    if (doc.status === 'DRAFT') fail('STATUS_NOT_ALLOWED', { status: doc.status, version: doc.version });
    await assertOfHousehold(ctx);
    await drawnTo(ctx, res, nameOf(doc), paper => drawInvoice(ctx, paper, doc));
  },
});

const MOST = 100;
const chain = route({
  method: 'get',
  path: `${path}/:id/chain`,
  summary: 'An invoice with all that adjusts or replaces it, and what they come to together',
  module,
  flags: ['readDetail'],
  params,
  answer: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      symbol: z.string().nullable(),
      number: z.int().nullable(),
      kind: z.enum(INVOICE_KINDS),
      status: z.string(),
      total: z.int(),
      after: z.int(),
    }),
  ),
  async run(ctx, { params: { id } }) {
    const { projectId } = ctx;
    let first: Stored = await load(ctx, invoice, id);
    for (let n = 0; n < MOST && first.originalId; n++) {
      const before = await modelOf(invoice)
        .findOne({ projectId, _id: first.originalId, deletedAt: null })
        .lean<Stored>();
      if (!before) break;
      first = before;
    }
    const all = [first];
    for (let ids = [first._id]; ids.length > 0 && all.length < MOST; ) {
      const next = await modelOf(invoice)
        .find({ projectId, originalId: { $in: ids }, deletedAt: null })
        .sort({ createdAt: 1 })
        .limit(MOST)
        .lean<Stored[]>();
      all.push(...next);
      ids = next.map(({ _id }) => _id);
    }
    let after = 0;
    return all.map(doc => {
      const total = Number(doc.total);
      const counts = doc.status !== 'DRAFT';
      if (counts)
        after =
          doc.kind === 'ADJUST_DOWN'
            ? after - total
            : doc.kind === 'ADJUST_UP'
              ? after + total
              : doc.kind === 'ADJUST_INFO'
                ? after
                : total;
      return {
        id: doc._id,
        code: String(doc.code),
        symbol: (doc.symbol as string | null) ?? null,
        after,
        number: (doc.number as number | null) ?? null,
        kind: doc.kind as (typeof INVOICE_KINDS)[number],
        status: String(doc.status),
        total,
      };
    });
  },
});

export const paperRoutes: readonly Route[] = [preview, pdf, xml, chain];
