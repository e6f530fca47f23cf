import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { PASS_DECISIONS, visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { type Budget, createBudget } from '../../../kit/base/budget.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { readGuestLink } from '../../../kit/http/guest-link.ts';
import { isDirectLoopback } from '../../../kit/http/origin.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { update } from '../../../kit/records/records.ts';
import type { ModuleBehaviour } from '../../../kit/serve.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { loadProject, type Project, settingsOf } from '../../../platform/projects/projects.ts';
import { findVisit, judge } from './acts.ts';

type Visit = Doc<typeof visitor>;
type Pass = Doc<typeof visitorPass>;

const TOKEN = /^([0-9a-f]{24})([0-9a-f]{24})\.([\w-]{32})$/;
/** Rate limit for wrong tokens. */
const WRONG: Budget = { burst: 10, perSecond: 10 / 60 };
const budget = createBudget();
/** Time that a link stays valid after its pass. */
const AFTER_MS = DAY_MS;
/** Timeout of database queries for public requests, in ms. */
const PATIENCE_MS = 2000;

const same = (key: string, had: string): boolean =>
  key.length === had.length && timingSafeEqual(Buffer.from(key), Buffer.from(had));

/** Pass of a token, whatever its state; for older links that of their visit. */
export async function findPass(token: string): Promise<Pass | null> {
  const [, projectId, passId] = TOKEN.exec(token) ?? [];
  if (projectId && passId) {
    const pass = await records(visitorPass).first({ projectId }, { _id: passId }, { patience: PATIENCE_MS });
    return pass?.token && same(token, pass.token) ? pass : null;
  }
  const link = token.includes('.') ? readGuestLink(token, visitor.name) : null;
  if (!link) return null;
  const visit = await records(visitor).first(link, { _id: link.recordId }, { patience: PATIENCE_MS });
  return visit && records(visitorPass).first(link, { _id: visit.passId }, { patience: PATIENCE_MS });
}

interface Holder {
  ctx: Ctx;
  project: Project;
  pass: Pass;
}

/** Holder of a pass link; 404 without a pass, 410 once it is over. */
async function needHolder(nobody: Ctx, req: Request, token: string): Promise<Holder> {
  const pass = await findPass(token).catch(() => null);
  const project = pass && (await loadProject(pass.projectId));
  if (!pass || !project) {
    const seconds = isDirectLoopback(req) ? 0 : budget.take(String(req.ip), WRONG);
    return seconds > 0 ? fail('TOO_MANY_REQUESTS', { seconds }) : fail('NOT_FOUND');
  }
  const ctx: Ctx = {
    ...nobody,
    kind: 'guest',
    userId: `guest-${pass._id}`,
    actor: { id: pass._id, name: pass.name ?? '' },
    projectId: pass.projectId,
    project: settingsOf(project),
    guest: { definition: visitor.name, recordId: pass.visitorId ?? '', acts: [], holder: pass._id },
  };
  // Refusals use the project's wording.
  if (req.res) req.res.locals.speech = ctx;
  req.res?.set('Cache-Control', 'no-store');
  const last = pass.endsAt ? pass.endsAt.getTime() + AFTER_MS : Number.POSITIVE_INFINITY;
  const ended = pass.status === 'REVOKED' || pass.status === 'EXPIRED' || last < ctx.now.getTime();
  if (ended) fail('LINK_OVER', { hotline: project.hotline || '-', project: project.name });
  return { ctx, project, pass };
}

const moment = (value: Date | null | undefined) => value?.toISOString() ?? null;
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
  /** Fields that the guest may still change, with their values. */
  open: z.object({ plate: line, companions: z.int(), phone: z.boolean() }).nullable(),
});

/** Whether the guest of a single visit may still change its details, until entry. */
const isOpen = (pass: Pass, visit: Visit): boolean =>
  pass.uses === 'ONCE' && pass.status === 'ACTIVE' && (visit.status === 'WAITING' || visit.status === 'APPROVED');

async function loadPage({ ctx, project, pass }: Holder): Promise<z.infer<typeof PAGE>> {
  const { decision, visit } = await judge(ctx, pass, ctx.now);
  const [unitId, inviterId] = [pass.unitId ?? '', pass.inviterId ?? ''];
  const [home, host] = await Promise.all([
    loadRefs(ctx.projectId, unit, unitId ? [unitId] : []),
    loadRefs(ctx.projectId, resident, inviterId ? [inviterId] : []),
  ]);
  const code = pass.status === 'ACTIVE' || visit?.status === 'IN_PROGRESS' ? pass.code || null : null;
  return {
    project: project.name,
    address: project.address || null,
    unitCode: home.get(unitId)?.code ?? null,
    inviter: host.get(inviterId)?.name ?? null,
    name: pass.name ?? '',
    decision,
    status: pass.status,
    code,
    token: code && pass.token,
    uses: pass.uses,
    opensAt: moment(pass.opensAt),
    endsAt: moment(pass.endsAt),
    enteredAt: moment(visit?.actualInAt),
    leftAt: moment(visit?.actualOutAt),
    weekdays: pass.weekdays.map(({ day }) => day),
    fromTime: pass.fromTime,
    toTime: pass.toTime,
    validTo: pass.validTo,
    open:
      visit && isOpen(pass, visit)
        ? { plate: visit.plate || null, companions: visit.companions ?? 0, phone: !visit.phone }
        : null,
  };
}

const params = z.strictObject({ token: z.string().max(600) });
const { plate, companions, phone } = visitor.fields;
const SAID = inputSchema({ plate, companions, phone }, 'update');

/** `/pass/:token`: public page of a pass for its guest, and changes of the visit's details. */
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
    run: async (nobody, { params: { token }, req }) => loadPage(await needHolder(nobody, req, token)),
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
      const holder = await needHolder(nobody, req, token);
      const visit = await findVisit(holder.ctx, holder.pass);
      if (!visit || !isOpen(holder.pass, visit)) return fail('STATUS_NOT_ALLOWED', { status: visit?.status ?? null });
      if (body.phone && visit.phone) failFields({ phone: { code: 'PASS_PHONE_KNOWN' } }, 'PASS_PHONE_KNOWN');
      await update(holder.ctx, visitor, visit, visit.version, body, behaviour);
      return loadPage(await needHolder(nobody, req, token));
    },
  }),
];
