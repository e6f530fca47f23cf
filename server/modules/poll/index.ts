import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { z } from 'zod';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { act, load, type Rule } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { detailOf, serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { ownVote, vote } from './votes.ts';

export { voteCollection } from './votes.ts';

const byId = z.strictObject({ id: idSchema });
/** What a poll asks stays as it is once people may have answered. */
const ASKED = ['question', 'answers', 'most', 'votesBy', 'audience', 'unitIds', 'blockIds'];

async function complete(ctx: Ctx, { kind, values, doc }: Request): Promise<Record<string, unknown>> {
  if (kind === 'update' && doc.status !== 'DRAFT' && ASKED.some(name => values[name] !== undefined))
    fail('POLL_STARTED');
  return kind === 'create' ? { ...values, creatorId: ctx.employeeId } : values;
}

const begin: Rule = (ctx, doc) => {
  const answers: { answer: string }[] = Array.isArray(doc.answers) ? doc.answers : [];
  return { set: { openedAt: ctx.now, results: answers.map(({ answer }) => ({ answer, votes: 0 })), voteCount: 0 } };
};
const end: Rule = ctx => ({ set: { closedAt: ctx.now } });

const voteRoutes = [
  route({
    method: 'put',
    path: `${poll.path}/:id/vote`,
    summary: 'Vote in a poll, or vote anew',
    module: poll.code,
    flags: ['read'],
    residents: true,
    staff: false,
    params: byId,
    body: z.strictObject({
      choices: z
        .array(z.int().min(0).max(9))
        .min(1)
        .max(10)
        .refine(all => new Set(all).size === all.length, 'INVALID'),
    }),
    answer: responseSchema(poll, 'detail'),
    run: async (ctx, { params, body }) => detailOf(ctx, poll, await vote(ctx, params.id, body.choices)),
  }),
  route({
    method: 'get',
    path: `${poll.path}/:id/vote`,
    summary: 'What the caller has chosen in a poll',
    module: poll.code,
    flags: ['read'],
    residents: true,
    staff: false,
    params: byId,
    answer: z.object({ choices: z.array(z.int()) }),
    run: async (ctx, { params }) => ({ choices: await ownVote(ctx, await load(ctx, poll, params.id)) }),
  }),
];

/** Polls. */
export const pollRoutes = (all: readonly Definition[]): Route[] => [
  ...voteRoutes,
  ...serve(poll, { check: complete, acts: { open: begin, close: end } }, all),
];

/** Closes the polls whose time is over. */
export async function closePolls(now: Date): Promise<number> {
  let closed = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const due = { projectId: ctx.projectId, deletedAt: null, status: 'OPEN', closesAt: { $lte: now } };
    for (const { _id } of await modelOf(poll).find(due).lean<Stored[]>()) {
      const done = await act(ctx, poll, 'close', _id, {}, end).catch(error => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (done) closed++;
    }
  }
  return closed;
}
