import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { buyerInvoices, ownInvoices, unitsWithoutBuyer } from '@lobby/shared/modules/invoice-buyer.contract.ts';
import { invoiceBuyer, isIdentityCard } from '@lobby/shared/modules/invoice-buyer.ts';
import { type InvoiceConfig, isTaxCode } from '@lobby/shared/modules/invoice-config.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { newId, type Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { build } from '../../../kit/records/records.ts';
import type { Action, BehaviourOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { withoutUnasked } from '../../../kit/records/unasked.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict } from '../../../kit/store/save.ts';
import { isOfHousehold } from '../papers/household.ts';
import { invoiceConfig } from './config.ts';

type Buyer = Values<typeof invoiceBuyer>;
const { path, code: module } = invoiceBuyer;

/** Whether a tax code can belong to a person: 10 digits, or a 12-digit personal number if the project allows it. */
export const isPersonTaxCode = (code: string, { allowPersonalNumber }: InvoiceConfig): boolean =>
  /^\d{10}$/.test(code) ? isTaxCode(code) : allowPersonalNumber && /^\d{12}$/.test(code);

/** Field errors of tax codes; encrypted stored values are not checked. */
function faultsOf({ taxCode, ownTaxCode }: Buyer, issuerType: Buyer['issuerType'], config: InvoiceConfig): FieldErrors {
  const isRefused = (code: string | null | undefined) => code && !isPersonTaxCode(code, config);
  const code = 'TAX_CODE_INVALID';
  return {
    ...(issuerType === 'INDIVIDUAL' && isRefused(taxCode) && { taxCode: { code } }),
    ...(isRefused(ownTaxCode) && { ownTaxCode: { code } }),
  };
}

/** Refuses units that belong to another active buyer. */
async function assertNotTaken(ctx: Ctx, doc: Buyer, buyerId: string, session: Session | null): Promise<void> {
  const unitIds = doc.unitIds ?? [];
  if (doc.active === false || unitIds.length === 0) return;
  const query = { projectId: ctx.projectId, deletedAt: null, active: true, unitIds: { $in: unitIds } };
  const other = await records(invoiceBuyer)
    .in(session)
    .first(ctx, { ...query, _id: { $ne: buyerId } });
  if (!other) return;
  const code = 'INVOICE_BUYER_UNIT_TAKEN';
  const name = other.companyName || other.name || '';
  failFields({ unitIds: { code, params: { name } } }, code);
}

/** Refuses to remove a buyer used by drafts; published invoices have their own copy. */
async function assertNotDrafted({ projectId }: Ctx, buyerId: string): Promise<void> {
  const count = await records(invoice).count({ projectId }, { status: 'DRAFT', buyerId });
  const about = { module: invoice.code, entity: invoice.name, field: 'buyerId', count };
  if (count > 0) fail('INVOICE_BUYER_IN_USE', about);
}

const checked = {
  async check(ctx, { kind, values: input, doc }) {
    if (kind === 'remove') await assertNotDrafted(ctx, doc._id);
    if (kind === 'remove' || kind === 'restore') return input;
    const issuerType = input.issuerType ?? doc?.issuerType;
    const faults = faultsOf(input, issuerType, await invoiceConfig(ctx.projectId));
    const [first] = Object.values(faults);
    if (first) failFields(faults, first.code);
    // A person's tax code is personal data, stored encrypted in a separate field.
    const ownTaxCode = issuerType === 'INDIVIDUAL' && input.taxCode;
    const values = withoutUnasked(invoiceBuyer, { ...input, ...(ownTaxCode && { ownTaxCode, taxCode: null }) }, doc);
    if ('unitIds' in values || 'active' in values)
      await assertNotTaken(ctx, { active: true, ...doc, ...values }, doc?._id ?? '', null);
    return values;
  },
  async inTransaction(ctx, session, { doc }) {
    if (!doc) return;
    await serializeBy(`invoice buyers ${ctx.projectId}`, session);
    await assertNotTaken(ctx, doc, doc._id, session);
  },
} satisfies BehaviourOf<typeof invoiceBuyer>;

/** Assigns units to a buyer; units of other buyers are only taken over on request. */
const assign: Action<typeof invoiceBuyer, 'assign'> = async (ctx, doc, { unitIds, takeOver }) => {
  const wanted = [...new Set([...doc.unitIds, ...unitIds])];
  if (takeOver !== true) await assertNotTaken(ctx, { ...doc, unitIds: wanted }, doc._id, null);
  const query = { projectId: ctx.projectId, deletedAt: null, active: true, unitIds: { $in: wanted } };
  const others = await records(invoiceBuyer).find(ctx, { ...query, _id: { $ne: doc._id } });
  const without = others.map(
    (other): Change => ({
      definition: invoiceBuyer,
      action: 'update',
      update: { doc: other, set: { unitIds: other.unitIds.filter(id => !wanted.includes(id)) } },
    }),
  );
  return {
    set: { unitIds: wanted },
    with: without,
    async also(session) {
      await serializeBy(`invoice buyers ${ctx.projectId}`, session);
      if (takeOver !== true) await assertNotTaken(ctx, { ...doc, unitIds: wanted }, doc._id, session);
    },
  };
};

const made = z.object({
  made: z.int(),
  /** Units without a new buyer, with the reason. */
  left: z.array(z.object({ unitId: z.string(), reason: z.enum(['HAS_BUYER', 'NO_HOUSEHOLDER']) })),
});

/** Householder of each unit. */
export async function loadHeads(
  { projectId }: Ctx,
  unitIds: readonly string[],
): Promise<Map<string, Doc<typeof resident>>> {
  const homes = await records(residency).find(
    { projectId },
    { living: true, role: 'HOUSEHOLDER', unitId: { $in: [...unitIds] } },
  );
  const people = await records(resident).find(
    { projectId },
    { _id: { $in: homes.map(({ residentId }) => residentId) } },
  );
  await holdKeys(people);
  const byId = new Map(people.map(person => [person._id, person]));
  return new Map(
    homes.flatMap(({ unitId, residentId }) => {
      const person = byId.get(residentId);
      return person ? [[unitId, person] as const] : [];
    }),
  );
}

/** Active buyers by unit. */
export async function loadBuyers(
  { projectId }: Ctx,
  unitIds: readonly string[],
): Promise<Map<string, Doc<typeof invoiceBuyer>>> {
  const buyers = await records(invoiceBuyer).find({ projectId }, { active: true, unitIds: { $in: [...unitIds] } });
  return new Map(buyers.flatMap(buyer => buyer.unitIds.map(id => [id, buyer] as const)));
}

const MOST_UNITS = 5000;
const fromResidents = route({
  method: 'post',
  path: `${path}/from-residents`,
  summary: 'Make a buyer of the householder of each unit that has none; what each of the others lacks',
  module,
  flags: ['write'],
  creates: true,
  body: z.strictObject({
    unitIds: z.array(idSchema).min(1).max(MOST_UNITS).optional(),
    isAll: z.literal(true).optional(),
  }),
  answer: made,
  run: (ctx, { body: { unitIds, isAll } }) =>
    retryOnConflict(async () => {
      if (!unitIds && !isAll) failFields({ unitIds: { code: 'REQUIRED' } });
      const { projectId } = ctx;
      const units = await records(unit).find(
        { projectId },
        { ...(unitIds && { _id: { $in: unitIds } }) },
        { sort: { code: 1 }, limit: MOST_UNITS },
      );
      const there = new Set(units.map(({ _id }) => _id));
      const missing = (unitIds ?? []).findIndex(id => !there.has(id));
      if (missing >= 0) failFields({ [`unitIds.${missing}`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
      const ids = [...there];
      const [heads, taken] = await Promise.all([loadHeads(ctx, ids), loadBuyers(ctx, ids)]);
      const left: z.infer<typeof made>['left'] = [];
      const docs: Doc<typeof invoiceBuyer>[] = [];
      const shown = (
        person: Doc<typeof resident>,
        name: 'identifier' | 'email' | 'phone' | 'contactAddress' | 'permanentAddress',
      ) => {
        const value = person[name];
        return value ? (open(projectId, value) ?? null) : null;
      };
      for (const { _id: unitId, address } of units) {
        const head = heads.get(unitId);
        if (taken.has(unitId)) left.push({ unitId, reason: 'HAS_BUYER' });
        else if (!head) left.push({ unitId, reason: 'NO_HOUSEHOLDER' });
        else {
          const paper = shown(head, 'identifier') ?? '';
          docs.push(
            await build(ctx, invoiceBuyer, {
              issuerType: 'INDIVIDUAL',
              name: head.name,
              unitIds: [unitId],
              residentId: head._id,
              active: true,
              email: shown(head, 'email'),
              phone: shown(head, 'phone'),
              identityCard: isIdentityCard(paper) ? paper : null,
              address: shown(head, 'contactAddress') ?? shown(head, 'permanentAddress') ?? (address || null),
            }),
          );
        }
      }
      const answer = { made: docs.length, left };
      if (docs.length > 0)
        await saveNew(ctx, newId(), {
          batches: [[{ definition: invoiceBuyer, docs }]],
          answer,
          async also(session) {
            await serializeBy(`invoice buyers ${ctx.projectId}`, session);
            const again = await records(invoiceBuyer)
              .in(session)
              .exists({ projectId }, { active: true, unitIds: { $in: docs.flatMap(doc => doc.unitIds) } });
            if (again)
              failFields(
                { unitIds: { code: 'INVOICE_BUYER_UNIT_TAKEN', params: { name: '' } } },
                'INVOICE_BUYER_UNIT_TAKEN',
              );
          },
        });
      return answer;
    }),
});

const without = route(unitsWithoutBuyer, {
  flags: ['read'],
  async run(ctx) {
    const units = await records(unit).find(ctx, {}, { only: ['code'], sort: { code: 1 }, limit: MOST_UNITS });
    const ids = units.map(({ _id }) => _id);
    const [heads, taken] = await Promise.all([loadHeads(ctx, ids), loadBuyers(ctx, ids)]);
    const open = units.filter(({ _id }) => !taken.has(_id));
    return {
      count: open.length,
      units: open.slice(0, 500).map(({ _id: id, code }) => ({ id, code, householder: heads.has(id) })),
    };
  },
});

const MOST_INVOICES = 50;
/** Latest invoices of a buyer; drafts can still take over corrections, published ones cannot. */
const madeOut = route(buyerInvoices, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    await load(ctx, invoiceBuyer, id);
    const invoices = await records(invoice).find(
      ctx,
      { buyerId: id },
      { sort: { createdAt: -1, _id: -1 }, limit: MOST_INVOICES },
    );
    return invoices.map(({ _id, code, symbol, number, invoiceDate, total, status }) => ({
      id: _id,
      code: code ?? '',
      symbol,
      number,
      invoiceDate,
      total,
      status,
    }));
  },
});

const mine = route(ownInvoices, {
  flags: ['read'],
  residents: true,
  staff: false,
  async run(ctx) {
    if (!(await isOfHousehold(ctx))) return { papers: false, buyer: null };
    const buyer = await records(invoiceBuyer).first(ctx, { active: true, unitIds: ctx.unitId });
    if (!buyer) return { papers: true, buyer: null };
    const { name, companyName, taxCode, noInvoice } = buyer;
    return { papers: true, buyer: { name, companyName, taxCode, noInvoice } };
  },
});

export const buyerBehaviour = { ...checked, actions: { assign } } satisfies BehaviourOf<typeof invoiceBuyer>;
export const buyerRoutes: readonly Route[] = [fromResidents, without, mine, madeOut];
