import { type InvoicedBill, type ItemRules, lineOf } from '@lobby/shared/billing/invoice-line.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { unmappedServices } from '@lobby/shared/modules/invoice-item.contract.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { newId, type Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { oncePerImport } from '../../../kit/records/behaviour.ts';
import { moveRoute, ordered } from '../../../kit/records/lists/ordered.ts';
import { build } from '../../../kit/records/records.ts';
import type { ActionsOf, BehaviourOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { withoutUnasked } from '../../../kit/records/unasked.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { retryOnConflict } from '../../../kit/store/save.ts';
import { assertInvoicing } from './config.ts';

const { path, code: module } = invoiceItem;
const STEP = 10;

/** Placeholders in braces are not supported on invoices. */
const PLACEHOLDER = /\{[^{}]*\}/;

const loadItems = (
  { projectId }: Pick<Ctx, 'projectId'>,
  query: Where<typeof invoiceItem> = {},
  session: Session | null = null,
) =>
  records(invoiceItem)
    .in(session)
    .find({ projectId }, query, { sort: { order: 1, _id: 1 } });

/** Refuses services that belong to another item, active or not. */
async function assertNotTaken(
  ctx: Ctx,
  doc: Pick<Values<typeof invoiceItem>, 'serviceIds'>,
  itemId: string,
  session: Session | null,
): Promise<void> {
  const serviceIds = doc.serviceIds ?? [];
  if (serviceIds.length === 0) return;
  const [other] = await loadItems(ctx, { _id: { $ne: itemId }, serviceIds: { $in: serviceIds } }, session);
  if (!other) return;
  const code = 'INVOICE_ITEM_SERVICE_TAKEN';
  failFields({ serviceIds: { code, params: { name: other.name } } }, code);
}

const lastOrder = oncePerImport(async ctx => ({ at: (await loadItems(ctx)).at(-1)?.order ?? 0 }));
async function nextOrder(ctx: Ctx, request: RequestOf<typeof invoiceItem>): Promise<{ order?: number }> {
  if (request.kind !== 'import' || request.values.order) return {};
  const last = await lastOrder(ctx, request.rows);
  last.at += STEP;
  return { order: last.at };
}

const place = ordered(invoiceItem, 'ALREADY_EXISTS');

const checked = {
  first: place.first,
  async check(ctx, request) {
    const { kind, values, doc } = request;
    if (kind === 'restore') return values;
    if (!doc) assertInvoicing(ctx);
    if (kind === 'remove') {
      const count = await records(invoice).count(ctx, { 'items.itemId': doc._id });
      if (count > 0) fail('INVOICE_ITEM_IN_USE', { count });
      return values;
    }
    for (const name of ['name', 'nameEn'] as const)
      if (typeof values[name] === 'string' && PLACEHOLDER.test(values[name]))
        failFields({ [name]: { code: 'INVOICE_ITEM_PLACEHOLDER_INVALID' } }, 'INVOICE_ITEM_PLACEHOLDER_INVALID');
    if ('serviceIds' in values) await assertNotTaken(ctx, values, doc?._id ?? '', null);
    return { ...withoutUnasked(invoiceItem, values, doc), ...(await nextOrder(ctx, request)) };
  },
  async inTransaction(ctx, session, done) {
    await place.inTransaction(ctx, session, done);
    if (!done.doc) return;
    // Serialised, so that concurrent writes cannot use the same service.
    await serializeBy(`invoice items ${ctx.projectId}`, session);
    await assertNotTaken(ctx, done.doc, done.doc._id, session);
  },
} satisfies BehaviourOf<typeof invoiceItem>;

const itemActs = {
  activate: () => ({ set: { active: true } }),
  deactivate: () => ({ set: { active: false } }),
} satisfies ActionsOf<typeof invoiceItem>;

/** Rules of an item for creating lines. */
export const rulesOf = (doc: Doc<typeof invoiceItem>): ItemRules => ({
  id: doc._id,
  code: doc.code,
  name: doc.name,
  unit: doc.unit,
  taxRate: doc.taxRate,
  nature: doc.nature,
  taxRateOther: doc.taxRateOther,
  surchargeCode: doc.surchargeCode,
  surchargeName: doc.surchargeName,
  actualQuantity: doc.actualQuantity,
  roundUnitPrice: doc.roundUnitPrice,
});

export const invoicedBill = (doc: Doc<typeof bill>): InvoicedBill => ({
  id: doc._id,
  quantity: doc.quantity,
  net: doc.net ?? 0,
  vat: doc.vat ?? 0,
  vatRate: doc.vatRate,
  surcharge: doc.surcharge ?? 0,
});

/** Active items by service. */
export async function itemsByService(ctx: Ctx): Promise<Map<string, Doc<typeof invoiceItem>>> {
  const items = await loadItems(ctx, { active: true });
  return new Map(items.flatMap(item => item.serviceIds.map(id => [id, item] as const)));
}

/** Active items without services. */
export const itemsWithoutService = (ctx: Ctx): Promise<Doc<typeof invoiceItem>[]> =>
  loadItems(ctx, { active: true, $or: [{ serviceIds: null }, { serviceIds: [] }] });

async function unmappedIn(ctx: Ctx): Promise<Doc<typeof service>[]> {
  const taken = new Set((await loadItems(ctx)).flatMap(({ serviceIds }) => serviceIds));
  const services = await records(service).find(ctx, {}, { sort: { order: 1, _id: 1 } });
  return services.filter(({ _id }) => !taken.has(_id));
}

const unmapped = route(unmappedServices, {
  flags: ['read'],
  run: async ctx =>
    (await unmappedIn(ctx)).map(row => ({
      id: row._id,
      code: row.code,
      name: row.name,
      active: row.active === true,
    })),
});

const fromServices = route({
  method: 'post',
  path: `${path}/from-services`,
  summary: 'Make an invoice item for each of these services; those that have one stay as they are',
  module,
  flags: ['write'],
  creates: true,
  body: z.strictObject({ serviceIds: z.array(idSchema).min(1).max(500) }),
  answer: z.object({ made: z.array(z.string()), kept: z.array(z.string()) }),
  run: (ctx, { body: { serviceIds } }) =>
    retryOnConflict(async () => {
      assertInvoicing(ctx);
      const chosen = new Set(serviceIds);
      const services = await records(service).find(ctx, { _id: { $in: serviceIds } });
      const there = new Set(services.map(({ _id }) => _id));
      const missing = serviceIds.findIndex(id => !there.has(id));
      if (missing >= 0)
        failFields({ [`serviceIds.${missing}`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
      const wanted = (await unmappedIn(ctx)).filter(({ _id }) => chosen.has(_id));
      const held = await loadItems(ctx);
      const codes = new Set(held.map(({ code }) => code.toLowerCase()));
      let order = held.at(-1)?.order ?? 0;
      const docs: Doc<typeof invoiceItem>[] = [];
      for (const target of wanted) {
        let code = target.code;
        for (let n = 2; codes.has(code.toLowerCase()); n++) code = `${target.code}-${n}`;
        codes.add(code.toLowerCase());
        order += STEP;
        const read = target.source === 'METER' || target.source === 'NUMBER';
        docs.push(
          await build(ctx, invoiceItem, {
            code,
            name: target.name,
            nameEn: target.nameEn,
            unit: target.unitName,
            serviceIds: [target._id],
            order,
            actualQuantity: read || target.source === 'AREA',
          }),
        );
      }
      const made = docs.map(({ _id }) => _id);
      const answer = { made, kept: serviceIds.filter(id => !wanted.some(({ _id }) => _id === id)) };
      if (docs.length > 0)
        await saveNew(ctx, newId(), {
          batches: [[{ definition: invoiceItem, docs }]],
          answer,
          async also(session) {
            await serializeBy(`invoice items ${ctx.projectId}`, session);
            for (const doc of docs) await assertNotTaken(ctx, doc, doc._id, session);
          },
        });
      return answer;
    }),
});

const line = z.object({
  itemId: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  unit: z.string().nullable(),
  quantity: z.number(),
  price: z.number(),
  amount: z.int(),
  nature: z.string(),
  taxRate: z.string(),
  vat: z.int(),
  surchargeCode: z.string().nullable(),
  surchargeName: z.string().nullable(),
  surchargeAmount: z.int(),
  billId: z.string().nullable(),
  receiptId: z.string().nullable(),
});

const sample = route({
  method: 'post',
  path: `${path}/:id/sample`,
  summary:
    'What a bill would look like as a line of an invoice: the one that is named, else the latest of its services',
  module,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ billId: idSchema.optional() }),
  answer: z.object({ line: line.nullable() }),
  async run(ctx, { params: { id }, body: { billId } }) {
    const item = await load(ctx, invoiceItem, id);
    const live = { projectId: ctx.projectId, deletedAt: null };
    const example = await records(bill).first(
      ctx,
      billId
        ? { ...live, _id: billId }
        : { ...live, serviceId: { $in: item.serviceIds }, status: 'ACTIVE', type: 'NORMAL' },
      { sort: { createdAt: -1 } },
    );
    if (billId && !example) failFields({ billId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    // The item must cover the bill's service.
    if (example && !item.serviceIds.includes(example.serviceId))
      failFields({ billId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
    return { line: example ? lineOf(rulesOf(item), invoicedBill(example)) : null };
  },
});

export const itemBehaviour = { ...checked, actions: itemActs } satisfies BehaviourOf<typeof invoiceItem>;
export const itemRoutes: readonly Route[] = [unmapped, fromServices, sample, moveRoute(invoiceItem)];
