import type { IncomingMessage } from 'node:http';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { Env } from '../env.ts';
import { cameInTheClear, isOwnOrigin } from '../kit/http/origin.ts';
import { namesSeenBy } from '../kit/http/referrers.ts';
import { records } from '../kit/store/records.ts';
import { accessTo, holdAccess, loadTenancy } from '../platform/auth/rights/access.ts';
import { readAccess } from '../platform/auth/sessions.ts';
import { addressesOf } from './app.ts';
import { SERVER_MODULES } from './modules.ts';

const WATCHED = SERVER_MODULES.flatMap(({ watched = [] }) => watched);

/** Authentication and access checks for sockets. */
export function gateOf(env: Env) {
  const addresses = addressesOf(env);
  const namedBy = namesSeenBy(MODULES);
  return {
    async authenticate(token: string) {
      const { userId, _id, kind, expires } = await readAccess(token);
      return { userId, sessionId: _id, kind, expires };
    },
    holdAccess,
    async staffAccess(userId: string, projectId: string) {
      const access = await accessTo(userId, projectId);
      if (!access) return null;
      const modules = Object.entries(access.permissions).flatMap(([module, flags]) =>
        flags?.includes('read') ? module : [],
      );
      const names = new Set(modules.flatMap(module => namedBy.get(module) ?? []));
      return { actorId: access.actorId, name: access.name, modules: new Set(modules), names, viewer: access };
    },
    async residentAccess(userId: string, unitId: string) {
      const tenancy = await loadTenancy(userId, unitId);
      if (!tenancy) return null;
      const { residentId, name, projectId, groups, since } = tenancy;
      return { actorId: residentId, name, projectId, groups, since };
    },
    async ownRecord(projectId: string, unitId: string, entityId: string) {
      const hits = await Promise.all(
        WATCHED.map(definition => records(definition).exists({ projectId }, { _id: entityId, unitId })),
      );
      return hits.some(Boolean);
    },
    async unitOf(projectId: string, entityId: string) {
      const docs = await Promise.all(
        WATCHED.map(definition => records(definition).first({ projectId }, { _id: entityId }, { only: ['unitId'] })),
      );
      const unitId = docs.find(Boolean)?.unitId;
      return typeof unitId === 'string' ? unitId : null;
    },
    mayConnect: (req: IncomingMessage) =>
      !cameInTheClear(req, env.tls) && (!req.headers.origin || isOwnOrigin(req.headers.origin, req, addresses)),
  };
}
