import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { PASS_DECISIONS, visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { type Budget, createBudget } from '../../kit/base/budget.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { readGuestLink } from '../../kit/http/guest-link.ts';
import { isDirectLoopback } from '../../kit/http/origin.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { update } from '../../kit/records/records.ts';
import type { ModuleBehaviour } from '../../kit/serve.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { type Project, projectOf, settingsOf } from '../../platform/projects/projects.ts';
import { judge, visitOfPass } from './pass-acts.ts';

const TOKEN = /^([0-9a-f]{24})([0-9a-f]{24})\.([\w-]{32})$/;
/** What is guessed is not worth the time. */
const WRONG: Budget = { burst: 10, perSecond: 10 / 60 };
const budget = createBudget();
/** A link opens for a day after its pass. */
const AFTER_MS = DAY_MS;

const same = (given: string, had: string): boolean =>
  given.length === had.length && timingSafeEqual(Buffer.from(given), Buffer.from(had));

/** The pass of a token, whatever has become of it; of links that were handed out before passes were records, that of their visit. */
export async function passBy(token: string): Promise<Stored | null> {
  const [, projectId, _id] = TOKEN.exec(token) ?? [];
  if (projectId) {
    const pass = await modelOf(visitorPass).findOne({ _id, projectId, deletedAt: null }).maxTimeMS(2000).lean<Stored>();
    return pass && same(token, String(pass.token)) ? pass : null;
  }
  const link = token.includes('.') ? readGuestLink(token, visitor.name) : null;
  if (!link) return null;
  const own = { projectId: link.projectId, _id: link.recordId, deletedAt: null };
  const visit = await modelOf(visitor).findOne(own).maxTimeMS(2000).lean<Stored>();
  const kept = { projectId: link.projectId, _id: visit?.passId ?? null, deletedAt: null };
  return visit ? modelOf(visitorPass).findOne(kept).maxTimeMS(2000).lean<Stored>() : null;
}

interface Holder {
  ctx: Ctx;
  project: Project;
  pass: Stored;
}

/** Who holds the link of a pass; 404 where there is none, 410 where it is over. */
async function holderOf(nobody: Ctx, req: Request, token: string): Promise<Holder> {
  const pass = await passBy(token).catch(() => null);
  const project = pass && (await projectOf(pass.projectId));
  if (!pass || !project) {
    const seconds = isDirectLoopback(req) ? 0 : budget.take(String(req.ip), WRONG);
    return seconds > 0 ? fail('TOO_MANY_REQUESTS', { seconds }) : fail('NOT_FOUND');
  }
  const ctx: Ctx = {
    ...nobody,
    kind: 'guest',
    userId: `guest-${pass._id}`,
    actor: { id: pass._id, name: String(pass.name) },
    projectId: pass.projectId,
    project: settingsOf(project),
    guest: { definition: visitor.name, recordId: String(pass.visitorId), acts: [], holder: pass._id },
  };
  // Refusals speak the words of the building.
  if (req.res) req.res.locals.speech = ctx;
  req.res?.set('Cache-Control', 'no-store');
  const last = pass.endsAt instanceof Date ? pass.endsAt.getTime() + AFTER_MS : Number.POSITIVE_INFINITY;
  const ended = pass.status === 'REVOKED' || pass.status === 'EXPIRED' || last < ctx.now.getTime();
  if (ended) fail('LINK_OVER', { hotline: project.hotline || '-', project: project.name });
  return { ctx, project, pass };
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : null);
const moment = (value: unknown) => (value instanceof Date ? value.toISOString() : null);
const line = z.string().nullable();
const instant = z.iso.datetime().nullable();
const PAGE = z.object({
  project: z.string(),
  address: line,
  unitCode: line,
  inviter: line,
  name: z.string(),
  decision: z.enum(PASS_DECISIONS),
  status: z.string(),
  code: line,
  token: line,
  uses: line,
  opensAt: instant,
  endsAt: instant,
  enteredAt: instant,
  leftAt: instant,
  weekdays: z.array(z.string()),
  fromTime: line,
  toTime: line,
  validTo: line,
  /** What the guest may still say, and what stands of it. */
  open: z.object({ plate: line, companions: z.int(), phone: z.boolean() }).nullable(),
});

/** Until the entry of a single visit its guest may say a few things of it. */
const isOpen = (pass: Stored, visit: Stored | null): boolean =>
  pass.uses === 'ONCE' && pass.status === 'ACTIVE' && ['WAITING', 'APPROVED'].includes(String(visit?.status));

async function pageOf({ ctx, project, pass }: Holder): Promise<z.infer<typeof PAGE>> {
  const { decision, visit } = await judge(ctx, pass, ctx.now);
  const titled = async (definition: Definition, id: unknown) =>
    text(id) ? (await loadRefs(ctx.projectId, definition, [String(id)])).get(String(id)) : null;
  const [home, host] = [await titled(unit, pass.unitId), await titled(resident, pass.inviterId)];
  const code = pass.status === 'ACTIVE' || visit?.status === 'IN_PROGRESS' ? text(pass.code) : null;
  return {
    project: project.name,
    address: text(project.address),
    unitCode: text(home?.code),
    inviter: text(host?.name),
    name: String(pass.name),
    decision,
    status: String(pass.status),
    code,
    token: code && text(pass.token),
    uses: text(pass.uses),
    opensAt: moment(pass.opensAt),
    endsAt: moment(pass.endsAt),
    enteredAt: moment(visit?.actualInAt),
    leftAt: moment(visit?.actualOutAt),
    weekdays: (Array.isArray(pass.weekdays) ? pass.weekdays : []).map(({ day }: { day: string }) => day),
    fromTime: text(pass.fromTime),
    toTime: text(pass.toTime),
    validTo: text(pass.validTo),
    open:
      visit && isOpen(pass, visit)
        ? { plate: text(visit.plate), companions: Number(visit.companions ?? 0), phone: !visit.phone }
        : null,
  };
}

const params = z.strictObject({ token: z.string().max(600) });
const { plate, companions, phone } = visitor.fields;
const SAID = inputSchema({ plate, companions, phone }, 'update');

/** `/pass/:token`: the pass as its guest opens it, without signing in, and what may be said of the visit. */
export const passPage = (behaviour: ModuleBehaviour): Route[] => [
  route({
    method: 'get',
    path: '/pass/:token',
    summary: 'The pass of a guest, by the link that was handed to them',
    module: visitorPass.code,
    audience: 'public',
    residents: false,
    params,
    answer: PAGE,
    run: async (nobody, { params: { token }, req }) => pageOf(await holderOf(nobody, req, token)),
  }),
  route({
    method: 'put',
    path: '/pass/:token',
    summary: 'What a guest says of plate, companions and, where nobody told it, phone',
    module: visitorPass.code,
    audience: 'public',
    residents: false,
    params,
    body: SAID,
    answer: PAGE,
    async run(nobody, { params: { token }, body, req }) {
      const holder = await holderOf(nobody, req, token);
      const visit = await visitOfPass(holder.ctx, holder.pass);
      if (!visit || !isOpen(holder.pass, visit)) return fail('STATUS_NOT_ALLOWED', { status: visit?.status ?? null });
      if (body.phone && visit.phone) failFields({ phone: { code: 'PASS_PHONE_KNOWN' } }, 'PASS_PHONE_KNOWN');
      await update(holder.ctx, visitor, visit, visit.version, body, behaviour);
      return pageOf(await holderOf(nobody, req, token));
    },
  }),
];
