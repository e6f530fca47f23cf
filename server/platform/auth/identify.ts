import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import {
  MERCHANT_ACCEPT_MINUTES,
  REOPEN_DAYS,
  TASK_EXPIRY_DAYS,
  WAITLIST_OFFER_MINUTES,
} from '@lobby/shared/modules/unit-group.ts';
import type { Request } from 'express';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { languageIn } from '../../kit/http/adapter.ts';
import type { Route } from '../../kit/http/route.ts';
import { whiteLabelOf } from '../branding/white-labels.ts';
import { assertNotInMaintenance } from '../maintenance/maintenance.ts';
import { loadProject, settingsOf } from '../projects/projects.ts';
import { accessTo, loadTenancy } from './rights/access.ts';
import { readAccess, type SignedIn } from './sessions.ts';

const NOWHERE = {
  id: '',
  timeZone: VIETNAM,
  forbiddenWords: [],
  ticketExpiryDays: 7,
  ticketReopenDays: REOPEN_DAYS,
  taskExpiryDays: TASK_EXPIRY_DAYS,
  merchantAcceptMinutes: MERCHANT_ACCEPT_MINUTES,
  waitlistOfferMinutes: WAITLIST_OFFER_MINUTES,
  features: {},
  serviceEndsOn: null,
};

/** Route that edits a project, including the end of its subscription. */
const PROLONGED = '/unit-group/:id';

/** Identifies caller and project: staff by X-Project-Id, residents by X-Unit-Id (api.md, HTTP). Refusals use the project's wording. */
export async function identify(req: Request, route: Route): Promise<Ctx> {
  const caller = await whoAsks(req, route);
  if (req.res) req.res.locals.speech = caller;
  assertNotExpired(caller, route);
  return caller;
}

/** After its subscription has ended, a project is read-only (domain.md 19). */
function assertNotExpired({ project: { serviceEndsOn, timeZone }, now }: Ctx, { method, path }: Route): void {
  // The installation's Admin may extend the subscription; the route checks that itself.
  if (path === PROLONGED) return;
  if (method !== 'get' && serviceEndsOn && dayOf(now, timeZone) > serviceEndsOn)
    fail('SERVICE_EXPIRED', { day: serviceEndsOn.split('-').reverse().join('/') });
}

async function whoAsks(req: Request, route: Route): Promise<Ctx> {
  const base = {
    language: languageIn(req),
    whiteLabel: whiteLabelOf(req.get('X-White-Label'), req.hostname)._id,
    requestId: String(req.res?.locals.requestId ?? ''),
    now: clockNow(),
    once: null,
  };
  const nobody: Ctx = {
    ...base,
    kind: 'staff',
    userId: '',
    sessionId: '',
    actor: { id: '', name: '' },
    projectId: '',
    project: NOWHERE,
    employeeId: null,
    departmentIds: [],
    residentId: null,
    unitId: null,
    permissions: {},
  };
  // Wording for refusals until the caller is identified.
  if (req.res) req.res.locals.speech = nobody;
  if (route.audience === 'public') {
    await assertNotInMaintenance(route, null);
    return nobody;
  }
  const token = /^Bearer (\S+)$/.exec(req.get('Authorization') ?? '')?.[1];
  if (!token) return fail('UNAUTHORIZED');
  const signedIn = await readAccess(token);
  await assertNotInMaintenance(route, signedIn.userId);
  const someone: Ctx = {
    ...nobody,
    kind: signedIn.kind,
    userId: signedIn.userId,
    sessionId: signedIn._id,
    actor: { id: signedIn.userId, name: signedIn.name },
  };
  if (route.audience === 'user') return someone;
  const [projectId, unitId] = [req.get('X-Project-Id'), req.get('X-Unit-Id')];
  return signedIn.kind === 'resident'
    ? asResident(someone, signedIn, unitId, projectId)
    : asStaff(someone, signedIn, projectId);
}

async function asStaff(ctx: Ctx, { userId }: SignedIn, projectId: string | undefined): Promise<Ctx> {
  if (!projectId) return fail('PROJECT_REQUIRED');
  const [access, project] = await Promise.all([accessTo(userId, projectId), loadProject(projectId)]);
  if (!access || !project) return fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: 'UNIT_GROUP' });
  return {
    ...ctx,
    projectId,
    project: settingsOf(project),
    employeeId: access.employeeId,
    departmentIds: access.departmentIds,
    actor: { id: access.actorId, name: access.name },
    permissions: access.permissions,
  };
}

async function asResident(
  ctx: Ctx,
  { userId }: SignedIn,
  unitId: string | undefined,
  projectId: string | undefined,
): Promise<Ctx> {
  if (!unitId) return fail('PROJECT_REQUIRED');
  const tenancy = await loadTenancy(userId, unitId);
  const project = tenancy && (await loadProject(tenancy.projectId));
  if (!tenancy || !project || (projectId && projectId !== tenancy.projectId)) return fail('FORBIDDEN');
  return {
    ...ctx,
    projectId: tenancy.projectId,
    project: settingsOf(project),
    residentId: tenancy.residentId,
    unitId,
    livesSince: tenancy.since,
    movedInOn: tenancy.movedInOn,
    home: { role: tenancy.role, owner: tenancy.owner },
    actor: { id: tenancy.residentId, name: tenancy.name },
  };
}
