import { unit } from '@lobby/shared/modules/unit.ts';
import { checkPass } from '@lobby/shared/modules/visitor-pass.contract.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { judge } from './acts.ts';
import { findPass } from './page.ts';

type Pass = Doc<typeof visitorPass>;
/** Wrong codes allowed per minute and person, on each server. */
const TRIES = 30;
const tries = new LRUCache<string, number>({ max: 20_000, ttl: 60_000, noUpdateTTL: true });

/** Pass of a typed code, active ones first; guessing is rate-limited. */
async function findByCode(ctx: Ctx, code: string): Promise<Pass> {
  const key = `${ctx.projectId} ${ctx.userId}`;
  const wrong = tries.get(key) ?? 0;
  if (wrong >= TRIES) fail('TOO_MANY_REQUESTS', { seconds: Math.ceil(tries.getRemainingTTL(key) / 1000) });
  const pass = await records(visitorPass).first(ctx, { code }, { sort: { status: 1, _id: -1 }, patience: 2000 });
  if (pass) return pass;
  tries.set(key, wrong + 1);
  return fail('NOT_FOUND');
}

/** Pass of a scanned code, in the reader's project. */
async function findByToken(ctx: Ctx, token: string): Promise<Pass> {
  const pass = await findPass(token).catch(() => null);
  return pass?.projectId === ctx.projectId ? pass : fail('NOT_FOUND');
}

export const checkRoute: Route = route(checkPass, {
  flags: ['read'],
  status: 200,
  async run(ctx, { body }) {
    const pass = body.token ? await findByToken(ctx, body.token) : await findByCode(ctx, body.code ?? '');
    const { decision, visit } = await judge(ctx, pass, body.at ? new Date(body.at) : ctx.now);
    const home = pass.unitId ? (await loadRefs(ctx.projectId, unit, [pass.unitId])).get(pass.unitId) : undefined;
    const inside = decision === 'INSIDE';
    return {
      decision,
      pass: await loadDetail(ctx, visitorPass, pass),
      subject: pass.subject ?? '',
      unitCode: home?.code ?? null,
      visitorId: visit?._id ?? null,
      inside,
      next: inside ? ('out' as const) : decision === 'ALLOWED' ? ('in' as const) : null,
    };
  },
});
