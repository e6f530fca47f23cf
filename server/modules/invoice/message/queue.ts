import { createHash, X509Certificate } from 'node:crypto';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import type { InvoiceEnvironment } from '@lobby/shared/modules/invoice-config.ts';
import { type OFFICE_SAYS, taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { textOr } from '../../../kit/base/messages.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { log } from '../../../kit/ops/log.ts';
import { edited } from '../../../kit/records/records.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { loadProject, settingsOf } from '../../../platform/projects/projects.ts';
import { invoiceConfig, standConfig } from '../config/config.ts';
import { loadSecret } from '../config/secrets.ts';
import { markInvoiced } from '../issue/marks.ts';
import { AnswerInvalid, readAnswer } from './answers.ts';
import { takeAnswer } from './apply.ts';
import { newMessageId } from './envelope.ts';
import { keepXml, loadXml } from './tax-xml.ts';
import { type Line, lineOf, sandboxCertificate } from './transport.ts';

/** Minutes before retries; the last value repeats. */
const AGAIN = [1, 5, 15, 60] as const;
const MOST_TRIES = 12;
/** Time after which a message being sent counts as stuck. */
const STUCK_MS = 2 * MINUTE_MS;
/** Minimum interval between two lookups that do not find a message. */
const APART_MS = MINUTE_MS;
const BATCH = 200;

interface Account {
  url: string;
  user: string;
  password: string;
  /** Certificate with which the office or its provider signs. */
  certificate?: string;
}
const loadAccount = (ctx: Ctx, environment: InvoiceEnvironment) =>
  loadSecret<Account>(ctx, `credentials.${environment}`);

/** Connection and certificate check of a project, loaded once per run. */
interface Reach {
  line: Line | null;
  isOffice: (certificate: Buffer) => boolean;
}
async function loadReach(ctx: Ctx): Promise<Reach> {
  const { environment, provider } = await invoiceConfig(ctx.projectId);
  const account = await loadAccount(ctx, environment);
  const pinned =
    environment === 'SANDBOX'
      ? await sandboxCertificate()
      : account?.certificate
        ? new X509Certificate(account.certificate).raw
        : null;
  const digest = (of: Buffer) => createHash('sha256').update(of).digest('hex');
  return {
    line: lineOf({ environment, provider }, account),
    isOffice: certificate => pinned !== null && digest(pinned) === digest(certificate),
  };
}

/** Parses and applies an answer; unreadable or foreign ones are ignored. */
export async function hearAnswer(
  ctx: Ctx,
  xml: string,
  fetched: boolean,
  reach?: Pick<Reach, 'isOffice'>,
): Promise<boolean> {
  const { isOffice } = reach ?? (await loadReach(ctx));
  try {
    await takeAnswer(ctx, readAnswer(xml, isOffice, fetched), xml);
    return true;
  } catch (error) {
    if (!(error instanceof AnswerInvalid)) throw error;
    log.warn({ project: ctx.projectId, why: error.message }, 'an answer about invoices was not taken');
    return false;
  }
}

/** Translates the cause of a missing answer; unknown causes are returned as they are. */
const silenceOf = ({ language }: Ctx, message: string): string =>
  textOr(language, `tax-message.silence.${message}`, message);

async function settle(
  ctx: Ctx,
  doc: Doc<typeof taxMessage>,
  status: Doc<typeof taxMessage>['status'],
  set: Partial<Doc<typeof taxMessage>>,
): Promise<void> {
  try {
    await perform(ctx, { definition: taxMessage, name: 'settle', id: doc._id, input: {} }, () => ({
      set: { ...set, status },
    }));
  } catch (error) {
    // Its answer arrived first.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Marks a message as failed, and its invoice or registration with it. */
async function giveUp(ctx: Ctx, doc: Doc<typeof taxMessage>, words: string): Promise<void> {
  await settle(ctx, doc, 'FAILED', { lastError: words, nextAt: null });
  if (doc.type === '100') await standConfig(ctx, () => ({ registration: 'REJECTED', refusal: words }));
  if (!doc.invoiceId || doc.type === '300') return;
  await perform(ctx, { definition: invoice, name: 'refuse', id: doc.invoiceId, input: {} }, async (_ctx, latest) => ({
    status: latest.status,
    set: { syncStatus: 'FAILED', refusal: words, hasProblem: true },
    with: await markInvoiced(ctx, latest, { syncStatus: 'FAILED' }),
  })).catch(error => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Queues a message for a later retry; fails after the last try. */
async function later(ctx: Ctx, doc: Doc<typeof taxMessage>, words: string): Promise<void> {
  const { attempts } = doc;
  if (attempts >= MOST_TRIES) return giveUp(ctx, doc, words);
  const minutes = AGAIN[Math.min(attempts, AGAIN.length) - 1] ?? 60;
  const nextAt = new Date(ctx.now.getTime() + minutes * MINUTE_MS);
  await settle(ctx, doc, 'QUEUED', { nextAt, lastError: words });
}

/** Sends a message. Returns the follow-up work of an accepted one, so that later messages need not wait for it; null if it was not accepted. */
async function send(
  ctx: Ctx,
  { line, isOffice }: Reach & { line: Line },
  waiting: Doc<typeof taxMessage>,
): Promise<((now: Ctx) => Promise<void>) | null> {
  const xml = await loadXml(ctx.projectId, waiting._id);
  if (!xml) return null;
  // The claim lets only one server send it. Every sending counts as a try.
  const leaves = () => ({ set: { nextAt: null }, inc: { attempts: 1 } });
  const doc = await perform(ctx, { definition: taxMessage, name: 'send', id: waiting._id, input: {} }, leaves).catch(
    error => {
      if (error instanceof Refusal) return null;
      throw error;
    },
  );
  if (!doc) return null;
  const handed = await line.handOver(doc.messageId ?? '', xml);
  const words = handed.state === 'TAKEN' ? '' : silenceOf(ctx, handed.words);
  if (handed.state === 'NOT_REACHED') await later(ctx, doc, words);
  else if (handed.state === 'REFUSED') await giveUp(ctx, doc, words);
  else if (handed.state === 'UNSURE') await settle(ctx, doc, 'UNKNOWN', { lastError: words });
  if (handed.state !== 'TAKEN') return null;
  return async now => {
    const heard = handed.answer !== null && (await hearAnswer(now, handed.answer, true, { isOffice }));
    if (!heard) await settle(now, doc, 'SENT', { lastError: null, nextAt: null });
  };
}

/** Looks up a message with unknown outcome: if found it counts as sent; if missing twice it is resent under a new id. */
async function ask(ctx: Ctx, reach: Reach & { line: Line }, doc: Doc<typeof taxMessage>): Promise<void> {
  const isTaken = await reach.line.lookUp(doc.messageId ?? '');
  if (isTaken === null) return;
  if (isTaken) {
    await settle(ctx, doc, 'SENT', { lastError: null, nextAt: null, notThere: 0 });
    return fetchAnswers(ctx, reach, doc);
  }
  const at = doc.notThereAt?.getTime() ?? null;
  if (at === null) return settle(ctx, doc, 'UNKNOWN', { notThere: 1, notThereAt: ctx.now });
  if (ctx.now.getTime() - at < APART_MS) return;
  await anew(ctx, doc);
}

/** Gives a message a new id, due at once; the signed data stays. */
export async function renewMessage(
  ctx: Ctx,
  doc: Doc<typeof taxMessage>,
): Promise<{ set: Partial<Doc<typeof taxMessage>>; keep: () => Promise<void> }> {
  const [old, xml] = [doc.messageId ?? '', await loadXml(ctx.projectId, doc._id)];
  const messageId = newMessageId(old.slice(0, -32));
  const fresh = { messageId, nextAt: ctx.now, attempts: 0, notThere: 0, notThereAt: null, lastError: null };
  const { changed } = await edited(ctx, taxMessage, doc, fresh);
  const other = xml?.replace(`<MTDiep>${old}</MTDiep>`, `<MTDiep>${messageId}</MTDiep>`);
  return { set: changed, keep: async () => (other ? keepXml(ctx.projectId, doc._id, other) : undefined) };
}

async function anew(ctx: Ctx, doc: Doc<typeof taxMessage>): Promise<void> {
  const { set, keep } = await renewMessage(ctx, doc);
  await keep();
  await settle(ctx, doc, 'QUEUED', { ...set, attempts: doc.attempts });
}

async function fetchAnswers(
  ctx: Ctx,
  { line, isOffice }: Reach & { line: Line },
  doc: Doc<typeof taxMessage>,
): Promise<void> {
  for (const xml of await line.answersTo(doc.messageId ?? '')) await hearAnswer(ctx, xml, true, { isOffice });
}

/** Number of messages whose answers are processed concurrently. */
const LANES = 8;

/** Runs follow-up work in a limited number of parallel lanes. */
function besides() {
  const going = new Set<Promise<void>>();
  const failed: unknown[] = [];
  return {
    /** Starts work as soon as a lane is free. */
    async begin(work: () => Promise<void>): Promise<void> {
      while (going.size >= LANES) await Promise.race(going);
      const task = work()
        .catch(error => void failed.push(error))
        .finally(() => going.delete(task));
      going.add(task);
    },
    /** Waits for all work; throws the first error. */
    async end(): Promise<void> {
      await Promise.all(going);
      if (failed.length > 0) throw failed[0];
    },
  };
}

const MOVING = ['QUEUED', 'SENDING', 'UNKNOWN'] as const;
/** Last message per project whose answers were fetched; continues from there, so that messages without answers do not block others. */
const fetchedTo = new Map<string, string>();
const hasSent = ({ projectId }: Ctx): Promise<boolean> =>
  records(taxMessage).exists({ projectId }, { direction: 'OUT', status: 'SENT' });
async function loadSent({ projectId }: Ctx): Promise<Doc<typeof taxMessage>[]> {
  const from = fetchedTo.get(projectId) ?? '';
  const sent = { direction: 'OUT', status: 'SENT', _id: { $gt: from } } as const;
  const docs = await records(taxMessage).find({ projectId }, sent, { sort: { _id: 1 }, limit: BATCH });
  fetchedTo.set(projectId, docs.length < BATCH ? '' : (docs.at(-1)?._id ?? ''));
  return docs;
}

/**
 * Processes a project's messages: sends due ones in order, looks up unknown ones, fetches answers of sent ones. `at` returns the time of each step,
 * as a run takes as long as the office does.
 */
async function turn(at: () => Ctx): Promise<{ count: number; isMore: boolean }> {
  const { projectId } = at();
  const moving = await records(taxMessage).find(
    { projectId },
    { direction: 'OUT', status: { $in: MOVING } },
    { sort: { seriesId: 1, number: 1, at: 1 }, limit: BATCH },
  );
  if (moving.length === 0 && !(await hasSent(at()))) return { count: 0, isMore: false };
  const { line, isOffice } = await loadReach(at());
  const reach = line && { line, isOffice };
  const { begin, end } = besides();
  // A later number of a series waits until earlier ones were sent.
  const held = new Set<string>();
  let left = 0;
  for (const doc of moving) {
    const ctx = at();
    const series = doc.seriesId;
    const due = !doc.nextAt || doc.nextAt <= ctx.now;
    if (doc.status === 'QUEUED' && due && !(series && held.has(series))) {
      // Without a connection it stays queued.
      const hear = reach && (await send(ctx, reach, doc));
      if (hear) {
        await begin(() => hear(at()));
        left++;
        continue;
      }
    } else if (doc.status === 'SENDING' && ctx.now.getTime() - doc.updatedAt.getTime() > STUCK_MS) {
      await settle(ctx, doc, 'UNKNOWN', { lastError: silenceOf(ctx, 'stopped') });
    } else if (doc.status === 'UNKNOWN' && reach) await ask(ctx, reach, doc);
    const after = await records(taxMessage)
      .withRemoved()
      .first({ projectId }, { _id: doc._id }, { only: ['status'] });
    const stays = MOVING.some(status => status === after?.status);
    if (stays && series) held.add(series);
    if (!stays) left++;
  }
  await end();
  // Includes messages just sent, as most are answered at once.
  const sent = await loadSent(at());
  const fetching = besides();
  if (reach) for (const doc of sent) await fetching.begin(() => fetchAnswers(at(), reach, doc));
  await fetching.end();
  const isMore = (moving.length === BATCH && left > 0) || sent.length === BATCH;
  return { count: moving.length + sent.length, isMore };
}

/** Processes a project's messages until nothing is left to send. `from` may lie in the future, as the time at which everything is done. */
async function work(projectId: string, from: Date): Promise<number> {
  const project = await loadProject(projectId);
  if (!project) return 0;
  const ahead = Math.max(0, from.getTime() - clockNow().getTime());
  const at = () => systemCtx(settingsOf(project), new Date(clockNow().getTime() + ahead));
  let total = 0;
  for (let isMore = true; isMore; ) {
    const done = await turn(at);
    total += done.count;
    isMore = done.isMore;
  }
  return total;
}

const running = new Map<string, Promise<number>>();
const waiting = new Map<string, { now: Date; promise: Promise<number> }>();

function begin(projectId: string, now: Date): Promise<number> {
  const task = work(projectId, now).finally(() => {
    if (running.get(projectId) === task) running.delete(projectId);
  });
  running.set(projectId, task);
  return task;
}

/** Processes a project's messages; concurrent calls share one further run. */
export function turnProject(projectId: string, now: Date): Promise<number> {
  const next = waiting.get(projectId);
  if (next) {
    if (now > next.now) next.now = now;
    return next.promise;
  }
  const before = running.get(projectId);
  if (!before) return begin(projectId, now);
  const afterwards = async (): Promise<number> => {
    await before.catch(() => 0);
    const from = waiting.get(projectId)?.now ?? now;
    waiting.delete(projectId);
    return begin(projectId, from);
  };
  const promise = afterwards();
  waiting.set(projectId, { now, promise });
  return promise;
}

type Said = (typeof OFFICE_SAYS)[number];
/** Whether the office knows a message, does not know it, or does not answer. */
export async function loadSaid(ctx: Ctx, { messageId }: Doc<typeof taxMessage>): Promise<Said> {
  const { line } = await loadReach(ctx);
  const isTaken = line ? await line.lookUp(messageId ?? '') : null;
  return isTaken === null ? 'SILENT' : isTaken ? 'TAKEN' : 'ABSENT';
}

/** Looks up an invoice's unanswered messages at once, independent of the queue, and returns the results. */
export async function askAbout(ctx: Ctx, invoiceId: string): Promise<(Said | 'ANSWERED')[]> {
  const open = { direction: 'OUT', invoiceId, status: { $in: ['UNKNOWN', 'SENT'] } } as const;
  const docs = await records(taxMessage).find(ctx, open, { limit: BATCH });
  const { line, isOffice } = await loadReach(ctx);
  const states: (Said | 'ANSWERED')[] = [];
  for (const doc of docs) {
    const state = await loadSaid(ctx, doc);
    if (line) await (doc.status === 'UNKNOWN' ? ask : fetchAnswers)(ctx, { line, isOffice }, doc);
    const after = await records(taxMessage).get(ctx, doc._id);
    states.push(after?.status === 'ANSWERED' ? 'ANSWERED' : state);
  }
  return states;
}

const UNDER_WAY = ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT'] as const;

/** Minutely job for all projects with open messages. */
export const messageJob = defineJob({
  name: 'messages to the tax office',
  every: '* * * * *',
  async perProject(ctx) {
    const open = { direction: 'OUT', status: { $in: UNDER_WAY } } as const;
    return (await records(taxMessage).exists(ctx, open)) ? turnProject(ctx.projectId, ctx.now) : 0;
  },
});
