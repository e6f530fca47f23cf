import { idSchema } from '@lobby/shared/kit/schema.ts';
import { invoiceChain } from '@lobby/shared/modules/invoice.contract.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { z } from 'zod';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { amountAfter, loadChain } from '../issue/chain.ts';
import { giveXml } from '../message/calls.ts';
import { invoiceFile } from '../message/file.ts';
import { assertOfHousehold } from './household.ts';
import { drawInvoice, nameOf } from './paper.ts';

const { path, code: module } = invoice;
const params = z.strictObject({ id: idSchema });

const xml = route({
  method: 'get',
  path: `${path}/:id/xml`,
  summary: 'The signed XML of an invoice, with the code of the tax office where it got one: it names people in plain',
  module,
  flags: ['exportEncrypted'],
  residents: true,
  params,
  answer: 'application/xml',
  async run(ctx, { params: { id }, res }) {
    const doc = await load(ctx, invoice, id);
    await assertOfHousehold(ctx);
    const text = (await invoiceFile(doc)) ?? fail('TAX_MESSAGE_NOT_SENT');
    const { _id, version } = doc;
    await giveXml(ctx, { entity: invoice.name, _id, version, name: nameOf(doc), text }, res);
  },
});

/** Preview of a printed draft. */
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
    await drawnTo(ctx, res, doc.code ?? '', pdf => drawInvoice(ctx, pdf, doc));
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

const chain = route(invoiceChain, {
  flags: ['readDetail'],
  async run(ctx, { params: { id } }) {
    let after = 0;
    return (await loadChain(ctx, await load(ctx, invoice, id))).map(doc => {
      if (doc.status !== 'DRAFT') after = amountAfter(after, { kind: doc.kind, total: doc.total });
      return {
        id: doc._id,
        code: doc.code ?? '',
        symbol: doc.symbol ?? null,
        after,
        number: doc.number ?? null,
        kind: doc.kind,
        status: doc.status,
        total: doc.total,
      };
    });
  },
});

export const paperRoutes: readonly Route[] = [preview, pdf, xml, chain];
