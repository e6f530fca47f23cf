import type { Request, Response } from 'express';
import { z } from 'zod';
import { fail, Refusal } from '../base/errors.ts';
import { admit, type Identify, parse } from './adapter.ts';
import { limitUser } from './limits.ts';
import type { Referrers } from './referrers.ts';
import { type Route, route } from './route.ts';

const MOST = 20;

type Asked = z.output<typeof reads>[number];
const reads = z
  .array(
    z.strictObject({
      path: z.string().max(200),
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
    }),
  )
  .min(1)
  .max(MOST);

/**
 * Answers several reads in one call: what a page asks for at once costs one way to the server instead of many. The first read
 * is answered before the others begin (a cursor of events must not be newer than what is read beside it). Each is identified,
 * admitted and counted as by itself; a refused one is null, and says why when it is called by itself.
 */
export function batchRoute(routes: readonly Route[], identify: Identify, referrers: Referrers): Route {
  const find = finderOf(routes.filter(entry => entry.batch));
  const read = async (path: string, query: object, req: Request, res: Response) => {
    const match = find(path) ?? fail('NOT_FOUND');
    const ctx = await identify(req, match.route);
    limitUser(req, ctx.userId);
    admit(ctx, match.route, referrers);
    const input = {
      params: parse(match.route.params, match.params),
      query: parse(match.route.query, query),
      body: undefined as never,
      req,
      res,
    };
    return { data: (await match.route.run(ctx, input)) ?? null };
  };
  return route({
    method: 'post',
    path: '/batch',
    module: 'AUTH',
    summary: 'Several reads in one call, answered in their order; null for one that is refused',
    audience: 'user',
    body: z.strictObject({ reads }),
    answer: z.array(z.object({ data: z.unknown() }).nullable()),
    async run(_ctx, { body, req, res }) {
      const answer = ({ path, query = {} }: Asked) =>
        read(path, query, req, res).catch(error => {
          if (error instanceof Refusal) return null;
          throw error;
        });
      const answers = await Promise.all(body.reads.slice(0, 1).map(answer));
      return [...answers, ...(await Promise.all(body.reads.slice(1).map(answer)))];
    },
  });
}

/** Returns a function that finds the route of a path and the parameters in it. */
function finderOf(routes: readonly Route[]) {
  const plain = new Map(routes.filter(entry => !entry.path.includes(':')).map(entry => [entry.path, entry]));
  const patterns = routes
    .filter(entry => entry.path.includes(':'))
    .map(entry => ({ route: entry, pattern: new RegExp(`^${entry.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }));
  return (path: string): { route: Route; params: Record<string, string> } | null => {
    const plainRoute = plain.get(path);
    if (plainRoute) return { route: plainRoute, params: {} };
    for (const { route: entry, pattern } of patterns) {
      const params = pattern.exec(path)?.groups;
      if (params) return { route: entry, params: { ...params } };
    }
    return null;
  };
}
