import { nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { signGuestLink } from '../../kit/http/guest-link.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { guestOf } from '../../platform/auth/guests.ts';
import { projectOf } from '../../platform/projects/projects.ts';
import { isPassValid } from './pass.ts';

const DAY_MS = 86_400_000;
const text = (value: unknown) => (typeof value === 'string' ? value : null);
const moment = (value: unknown) => (value instanceof Date ? value.toISOString() : null);
const OVER = ['COMPLETED', 'REJECTED', 'CANCELLED'];

/** A link is as good as its pass: until the day after its last, or a month after it was made. */
function endOf(ctx: Ctx, doc: Stored): number {
  const last = text(doc.passUntil);
  if (doc.passUse === 'REPEATED' && last) return startOfDay(nextDay(nextDay(last)), ctx.project.timeZone).getTime();
  const from = [doc.expectedOutAt, doc.expectedInAt, doc.createdAt].find(at => at instanceof Date);
  return (from instanceof Date ? from : ctx.now).getTime() + 30 * DAY_MS;
}

/** The visit of a link as it stands: of a pass for many times, the one that is under way or next. */
async function visitOf(ctx: Ctx, id: string): Promise<Stored> {
  const live = { projectId: ctx.projectId, deletedAt: null };
  const own =
    (await modelOf(visitor)
      .findOne({ ...live, _id: id })
      .lean<Stored>()) ?? fail('LINK_NOT_VALID');
  if (own.passUse !== 'REPEATED' || !OVER.includes(String(own.status))) return own;
  const next = await modelOf(visitor)
    .findOne({ ...live, passCode: own.passCode, passUse: 'REPEATED', status: { $nin: OVER } })
    .maxTimeMS(2000)
    .lean<Stored>();
  return next ?? own;
}

/** The pass that a guest opens without signing in: the link that residents and the desk hand on, and what it shows. */
export const guestPassRoutes: Route[] = [
  route({
    method: 'get',
    path: `${visitor.path}/:id/pass-link`,
    summary: 'The signed link by which the guest opens the pass',
    module: visitor.code,
    flags: ['read'],
    residents: true,
    params: z.strictObject({ id: idSchema }),
    answer: z.object({ path: z.string() }),
    async run(ctx, { params }) {
      const doc = await load(ctx, visitor, params.id);
      const link = signGuestLink({
        projectId: ctx.projectId,
        definition: visitor.name,
        recordId: doc._id,
        acts: [],
        holder: doc._id,
        until: endOf(ctx, doc),
      });
      // Behind the hash: it reaches neither a log nor another site.
      return { path: `/resident/pass#${link}` };
    },
  }),
  route({
    method: 'get',
    path: '/guest-pass',
    summary: 'The pass of a guest, by its signed link',
    module: visitor.code,
    audience: 'public',
    answer: z.object({
      project: z.string(),
      name: z.string(),
      unit: z.string().nullable(),
      status: z.string(),
      passCode: z.string().nullable(),
      valid: z.boolean(),
      expectedInAt: z.iso.datetime().nullable(),
      expectedOutAt: z.iso.datetime().nullable(),
      passUse: z.string().nullable(),
      passUntil: z.string().nullable(),
      passDays: z.string().nullable(),
      passHours: z.string().nullable(),
    }),
    async run(nobody, { req }) {
      const ctx = await guestOf(nobody, req, visitor.name, '');
      const doc = await visitOf(ctx, ctx.guest?.recordId ?? '');
      const home = doc.unitId
        ? await modelOf(unit).findOne({ projectId: ctx.projectId, _id: doc.unitId }, { code: 1 }).lean<Stored>()
        : null;
      const open = !OVER.includes(String(doc.status));
      return {
        project: (await projectOf(ctx.projectId))?.name ?? '',
        name: String(doc.name),
        unit: text(home?.code),
        status: String(doc.status),
        passCode: open ? text(doc.passCode) : null,
        valid: open && doc.status !== 'WAITING' && isPassValid(doc, ctx.now, ctx.project.timeZone),
        expectedInAt: moment(doc.expectedInAt),
        expectedOutAt: moment(doc.expectedOutAt),
        passUse: text(doc.passUse),
        passUntil: text(doc.passUntil),
        passDays: text(doc.passDays),
        passHours: text(doc.passHours),
      };
    },
  }),
];
