import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { ownPollVote, pollResults } from '@lobby/shared/modules/poll.contract.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import { route } from '../../kit/http/route.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { load } from '../../kit/records/acts/act.ts';
import {
  type Action,
  type ActionsOf,
  perform,
  type RequestOf,
  type RuleOf,
  type Values,
} from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { entitledTo } from './entitled.ts';
import { notifyVoters, toTell } from './notify.ts';
import { turnoutRoute } from './turnout.ts';
import { countVotes, firstVoter, isHidden, loadResults, ownVote, vote } from './votes.ts';

const byId = z.strictObject({ id: idSchema });

/** Fields that are fixed once the poll has left the draft. */
const FIXED = ['options', 'most', 'weight', 'roles', 'anonymous', 'audience', 'unitIds', 'blockIds'] as const;

/** Longest period that a poll is open. */
const LONGEST = 366 * DAY_MS;

/** Texts that may be corrected until somebody has voted. */
const TEXTS = ['title', 'content', 'images', 'attachments'] as const;

const past = (name: string): never => failFields({ [name]: { code: 'POLL_TIME_PAST' } }, 'POLL_TIME_PAST');

/** A poll must close in the future, after it opens and within a year. */
function needsAhead(ctx: Ctx, name: string, at: Date | null, from: Date): void {
  if (at && (at <= ctx.now || at <= from || at.getTime() - from.getTime() > LONGEST)) past(name);
}

export async function complete(ctx: Ctx, { kind, values, doc }: RequestOf<typeof poll>): Promise<Values<typeof poll>> {
  const fixed = kind === 'update' && doc.status !== 'DRAFT' ? FIXED.filter(name => values[name] !== undefined) : [];
  if (fixed.length > 0) failFields(Object.fromEntries(fixed.map(name => [name, { code: 'POLL_FIXED' }])), 'POLL_FIXED');
  if (values.closesAt !== undefined)
    needsAhead(ctx, 'closesAt', values.closesAt ? new Date(values.closesAt) : null, doc?.opensAt ?? ctx.now);
  const options = values.options?.map(line => ({ ...line, id: line.id || newId() })) ?? [];
  const out: Values<typeof poll> = values.options === undefined ? { ...values } : { ...values, options };
  if (kind === 'update' && doc.status === 'OPEN' && TEXTS.some(name => values[name] !== undefined)) {
    if (doc.voted > 0) fail('POLL_FIXED');
    out.edited = true;
  }
  return kind === 'create' ? { ...out, authorId: ctx.employeeId } : out;
}

const begin: Action<typeof poll, 'publish'> = async (ctx, doc) => {
  needsAhead(ctx, 'closesAt', doc.closesAt, ctx.now);
  const wanted = doc.opensAt;
  const entitled = await entitledTo(ctx, doc);
  if (entitled === 0) fail('POLL_NOBODY');
  return {
    set: {
      opensAt: wanted && wanted <= ctx.now ? wanted : ctx.now,
      openedAt: ctx.now,
      counts: doc.options.map(({ id }) => ({ id, votes: 0 })),
      voted: 0,
      entitled,
      ...(doc.notify !== false && toTell('POLL_OPENED')),
    },
  };
};

const subjectOf = ({ _id: id, title }: Doc<typeof poll>) => ({ module: poll.code, id, title });

/** Ends a poll with its hidden votes counted. */
const counted: RuleOf<typeof poll> = async (ctx, doc) => ({
  set: { closedAt: ctx.now, ...(isHidden(doc) && { counts: await countVotes(ctx, doc) }) },
  // A vote cast meanwhile causes a retry.
  ...(isHidden(doc) && { while: { voted: doc.voted } }),
});

/** Ends a poll and notifies its author. */
const end: RuleOf<typeof poll> = async (ctx, doc, input) => ({
  ...(await counted(ctx, doc, input)),
  also: session => notify(ctx, toStaff(doc.authorId ? [doc.authorId] : []), 'POLL_CLOSED', subjectOf(doc), session),
});

/** Ends a notification under way. */
const SILENT = { telling: null, toldUpTo: null };

/** Reminds those who have not voted, at most once a day; refused while a notification is under way. */
const remind: Action<typeof poll, 'remind'> = (ctx, doc) => {
  const last = doc.remindedAt?.getTime() ?? 0;
  const left = last + DAY_MS - ctx.now.getTime();
  if (left > 0 || doc.telling) fail('POLL_REMINDED', { seconds: left > 0 ? Math.ceil(left / 1000) : 60 });
  return { set: { remindedAt: ctx.now, ...toTell('POLL_REMINDED') } };
};

export const acts = {
  publish: begin,
  schedule: (ctx, doc, input) => {
    const opensAt = new Date(input.opensAt);
    if (opensAt <= ctx.now || doc.closesAt < opensAt) past('opensAt');
    return { set: { opensAt } };
  },
  unschedule: () => ({ set: { opensAt: null } }),
  extend: (ctx, doc, input) => {
    const closesAt = new Date(input.closesAt);
    needsAhead(ctx, 'closesAt', closesAt, doc.closesAt);
    // Notifies people who have not voted of the extension; the reminder before the end is sent again.
    return { set: { closesAt, endingTold: false, ...toTell('POLL_EXTENDED') } };
  },
  remind,
  close: async (ctx, doc, input) => {
    const ended = await end(ctx, doc, input);
    return { ...ended, set: { ...ended.set, ...SILENT } };
  },
  // Notifies people who have voted that their votes no longer count.
  cancel: async (ctx, doc, input) => {
    const ended = doc.status === 'OPEN' ? await counted(ctx, doc, input) : { set: { closedAt: ctx.now } };
    return { ...ended, set: { ...ended.set, ...(doc.status === 'OPEN' && toTell('POLL_CANCELLED')) } };
  },
} satisfies ActionsOf<typeof poll>;

const optionIds = z.array(z.string().min(1).max(24)).min(1).max(10);

export const voteRoutes = [
  route({
    method: 'put',
    path: `${poll.path}/:id/vote`,
    summary: 'Vote in a poll, or vote anew',
    module: poll.code,
    flags: ['read'],
    residents: true,
    staff: false,
    params: byId,
    body: z.strictObject({ optionIds }),
    answer: responseSchema(poll, 'detail'),
    run: async (ctx, { params, body }) => loadDetail(ctx, poll, await vote(ctx, params.id, body.optionIds)),
  }),
  route(ownPollVote, {
    flags: ['read'],
    residents: true,
    staff: false,
    async run(ctx, { params }) {
      const doc = await load(ctx, poll, params.id);
      return { optionIds: await ownVote(ctx, doc), by: await firstVoter(ctx, doc) };
    },
  }),
  route(pollResults, {
    flags: ['read'],
    residents: true,
    run: async (ctx, { params }) => loadResults(ctx, await load(ctx, poll, params.id)),
  }),
  turnoutRoute,
  route({
    method: 'post',
    path: `${poll.path}/:id/remind`,
    summary: 'Remind who has not voted, once a day',
    module: poll.code,
    flags: ['updateStatus'],
    status: 200,
    params: byId,
    answer: responseSchema(poll, 'detail'),
    run: async (ctx, { params }) =>
      loadDetail(ctx, poll, await perform(ctx, { definition: poll, name: 'remind', id: params.id, input: {} }, remind)),
    again: async (ctx, { params }) => loadDetail(ctx, poll, await load(ctx, poll, params.id)),
  }),
];

const openDue = async (ctx: Ctx) =>
  attemptEach(await records(poll).find(ctx, { status: 'SCHEDULED', opensAt: { $lte: ctx.now } }), ({ _id }) =>
    perform(ctx, { definition: poll, name: 'publish', id: _id, input: {} }, acts.publish),
  );

/** Closes a poll whose time is over; a reason is given by people alone. */
const closeAtEnd: Action<typeof poll, 'close'> = async (ctx, doc, input) => {
  const effect = await acts.close(ctx, doc, input);
  return { ...effect, set: { ...effect.set, reason: null } };
};

const closeDue = async (ctx: Ctx) =>
  attemptEach(await records(poll).find(ctx, { status: 'OPEN', closesAt: { $lte: ctx.now } }), ({ _id }) =>
    perform(ctx, { definition: poll, name: 'close', id: _id, input: { reason: '' } }, closeAtEnd),
  );

/** Recounts the entitled: people move in and out while a poll is open. */
async function countAnew(ctx: Ctx): Promise<void> {
  await attemptEach(await records(poll).find(ctx, { status: 'OPEN' }), async doc => {
    const entitled = await entitledTo(ctx, doc);
    if (entitled === doc.entitled) return;
    const update = { doc, set: { entitled }, keepVersion: true, while: { status: 'OPEN' } };
    await save(ctx, [{ definition: poll, action: 'count', quiet: true, update }]);
  });
}

/** Notifies those who have not voted, once, a day before the poll closes. */
async function notifyOfEnds(ctx: Ctx): Promise<void> {
  const soon = { $gt: ctx.now, $lte: new Date(ctx.now.getTime() + DAY_MS) };
  // Polls that are open for about a day or less were announced when they opened.
  const long = { openedAt: { $lt: new Date(ctx.now.getTime() - DAY_MS / 2) } };
  const due = { status: 'OPEN', endingTold: { $ne: true }, telling: null, closesAt: soon, ...long } as const;
  await attemptEach(await records(poll).find(ctx, due, { limit: 100 }), doc => {
    const set = { endingTold: true, ...toTell('POLL_ENDING') };
    const update = { doc, set, keepVersion: true, while: { endingTold: { $ne: true }, telling: null } };
    return save(ctx, [{ definition: poll, action: 'ending', quiet: true, update }]);
  });
}

async function notifyOfPolls(ctx: Ctx): Promise<void> {
  const docs = await records(poll).find(ctx, { telling: { $ne: null } }, { limit: 100 });
  await attemptEach(docs, doc => notifyVoters(ctx, doc));
}

/** Opens and closes the polls that are due. */
export const pollsJob = defineJob({
  name: 'polls',
  every: '* * * * *',
  perProject: ctx => attemptEach([openDue, closeDue, countAnew, notifyOfEnds, notifyOfPolls], step => step(ctx)),
});
