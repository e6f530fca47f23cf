import { merchantOrder, PARTNER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import { AGREED, AT_WORK } from '@lobby/shared/modules/merchant-order-acts.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Request } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { takeUploads } from '../../kit/files/file-routes.ts';
import { filesOf } from '../../kit/files/files.ts';
import { fileSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { act, load } from '../../kit/records/act.ts';
import { checkInput } from '../../kit/records/multi.ts';
import { actionSchema } from '../../kit/serve.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { guestOf } from '../../platform/auth/guests.ts';
import { projectOf } from '../../platform/projects/projects.ts';
import { acts } from './acts.ts';
import { itemsOf } from './begin.ts';
import { titleOf } from './telling.ts';

const text = z.string().nullable();
const moment = z.iso.datetime().nullable();
const pageSchema = z.object({
  ...{ code: z.string(), title: z.string(), description: z.string(), status: z.string(), version: z.int() },
  ...{ project: z.string(), address: text, unit: text, resident: text, partner: z.string() },
  ...{ wantedFrom: moment, wantedTo: moment, appointmentAt: moment, employeeName: text, employeePhone: text },
  ...{ quote: z.int(), total: z.int().nullable() },
  items: z.array(z.object({ name: z.string(), quantity: z.int(), price: z.int() })),
  ...{ finishNote: text, reason: text, rating: z.int().nullable() },
  photos: z.array(fileSchema),
  finishPhotos: z.array(fileSchema),
  /** What may be done now. */
  acts: z.array(z.enum(PARTNER_ACTS)),
});

/** Who holds the link to an order, and the order, as long as it is theirs. */
async function holderOf(nobody: Ctx, req: Request): Promise<{ ctx: Ctx; doc: Stored }> {
  const ctx = await guestOf(nobody, req, merchantOrder.name, '');
  const { recordId = '', holder = '' } = ctx.guest ?? {};
  const doc = await load(ctx, merchantOrder, recordId);
  // It passed on to another partner.
  if (doc.partnerId !== holder) fail('LINK_NOT_VALID');
  const known = (await loadRefs(ctx.projectId, partner, [holder])).get(holder);
  return { ctx: { ...ctx, actor: { id: holder, name: String(known?.name ?? '') } }, doc };
}

const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : null);
const word = (value: unknown) => (typeof value === 'string' && value ? value : null);
const ids = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** A partner learns whose order it is once it has said yes, and as long as there is work; what has ended is a number and a state. */
const KNOWN: readonly string[] = [...AGREED, ...AT_WORK, 'EMPLOYEE_FINISHED'];
const OVER: readonly string[] = ['COMPLETED', 'RATED', 'CANCELLED', 'CANCELLED_BY_RESIDENT'];

/** An order as its partner sees it: where, what, when, and nothing else of the household. */
async function pageFor(ctx: Ctx, doc: Stored): Promise<z.output<typeof pageSchema>> {
  const known = KNOWN.includes(doc.status ?? '');
  const over = OVER.includes(doc.status ?? '');
  const [unitId, residentId] = known ? [String(doc.unitId), String(doc.residentId ?? '')] : ['', ''];
  const [project, units, people, files] = await Promise.all([
    projectOf(ctx.projectId),
    loadRefs(ctx.projectId, unit, unitId ? [unitId] : []),
    loadRefs(ctx.projectId, resident, residentId ? [residentId] : []),
    filesOf(ctx, over ? [] : [...ids(doc.photos), ...ids(doc.finishPhotos)]),
  ]);
  const shown = (value: unknown) => ids(value).flatMap(id => files.get(id) ?? []);
  const { actions } = merchantOrder;
  return {
    ...{
      code: String(doc.code),
      title: await titleOf(ctx, { ...doc, code: null }),
      description: over ? '' : String(doc.description),
    },
    ...{ status: doc.status ?? '', version: doc.version },
    project: project?.name ?? '',
    address: word(project?.address),
    unit: word(units.get(unitId)?.code),
    resident: word(people.get(residentId)?.name),
    partner: ctx.actor.name,
    ...{ wantedFrom: iso(doc.wantedFrom), wantedTo: iso(doc.wantedTo), appointmentAt: iso(doc.appointmentAt) },
    ...{ employeeName: word(doc.employeeName), employeePhone: word(doc.employeePhone) },
    ...{
      quote: Number(doc.quote ?? 0),
      total: typeof doc.total === 'number' ? doc.total : null,
      items: itemsOf(doc.items),
    },
    ...{ finishNote: over ? null : word(doc.finishNote), reason: over ? null : word(doc.reason) },
    rating: typeof doc.rating === 'number' ? doc.rating : null,
    photos: shown(doc.photos),
    finishPhotos: shown(doc.finishPhotos),
    acts: PARTNER_ACTS.filter(name => (actions[name].from as readonly string[]).includes(doc.status ?? '')),
  };
}

const common = { module: merchantOrder.code, audience: 'public' as const, residents: false };

/** The partner's own page of an order, by its signed link. */
export const partnerPage: readonly Route[] = [
  route({
    ...common,
    method: 'get',
    path: '/partner-page',
    summary: 'An order as its partner sees it, by a signed link',
    answer: pageSchema,
    async run(nobody, { req }) {
      const { ctx, doc } = await holderOf(nobody, req);
      return pageFor(ctx, doc);
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/partner-page/images',
    summary: 'Pictures of the work, by a signed link',
    upload: true,
    status: 201,
    answer: z.array(fileSchema),
    async run(nobody, { req }) {
      const { ctx, doc } = await holderOf(nobody, req);
      if (!(merchantOrder.actions.finish.from as readonly string[]).includes(doc.status ?? '')) fail('FORBIDDEN');
      return takeUploads(ctx, req);
    },
  }),
  ...PARTNER_ACTS.map(name =>
    route({
      ...common,
      method: 'put',
      path: `/partner-page/${name}`,
      summary: `${name} of an order, by its partner`,
      body: actionSchema(merchantOrder.actions[name]).extend({
        version: z.int().min(1).max(1_000_000_000).optional(),
      }),
      answer: pageSchema,
      async run(nobody, { req, body }) {
        const { ctx, doc } = await holderOf(nobody, req);
        if (!ctx.guest?.acts.includes(name)) fail('FORBIDDEN');
        await checkInput(ctx, merchantOrder.actions[name], body);
        const rule = acts[name] ?? (() => ({}));
        return pageFor(ctx, await act(ctx, merchantOrder, name, doc._id, body, rule));
      },
    }),
  ),
];
