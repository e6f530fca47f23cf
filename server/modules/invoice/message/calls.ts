import { idSchema } from '@lobby/shared/kit/schema.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxQueue } from '@lobby/shared/modules/tax-message.contract.ts';
import { OFFICE_SAYS, taxMessage } from '@lobby/shared/modules/tax-message.ts';
import type { Response } from 'express';
import { z } from 'zod';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { transaction } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { webhook } from '../../../kit/http/webhook.ts';
import { log } from '../../../kit/ops/log.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Action, BehaviourOf } from '../../../kit/records/typed-behaviour.ts';
import { type EventRow, writeEvents } from '../../../kit/store/events.ts';
import { records } from '../../../kit/store/records.ts';
import { loadProject, settingsOf } from '../../../platform/projects/projects.ts';
import { askAbout, hearAnswer, loadSaid, renewMessage, turnProject } from './queue.ts';
import { loadXml } from './tax-xml.ts';

const { path, code: module } = taxMessage;
const params = z.strictObject({ id: idSchema });

const queue = route(taxQueue, {
  flags: ['read'],
  async run({ projectId }) {
    const waiting = { direction: 'OUT', status: { $in: ['QUEUED', 'SENDING', 'UNKNOWN'] } } as const;
    const [count, first, last] = await Promise.all([
      records(taxMessage).count({ projectId }, waiting),
      records(taxMessage).first({ projectId }, waiting, { sort: { at: 1 } }),
      records(taxMessage).first({ projectId }, { direction: 'IN' }, { sort: { at: -1 } }),
    ]);
    return { waiting: count, oldest: first?.at ?? null, lastAnswer: last?.at ?? null };
  },
});

const xml = route({
  method: 'get',
  path: `${path}/:id/xml`,
  summary: 'A message as it went out or came in: it names people in plain',
  module,
  flags: ['exportEncrypted'],
  params,
  answer: 'application/xml',
  async run(ctx, { params: { id }, res }) {
    const { _id, version, messageId: name } = await load(ctx, taxMessage, id);
    const text = (await loadXml(ctx.projectId, _id)) ?? fail('NOT_FOUND');
    await giveXml(ctx, { entity: taxMessage.name, _id, version, name: name ?? '', text }, res);
  },
});

interface GivenXml {
  entity: string;
  _id: string;
  version: number;
  /** File name without extension. */
  name: string;
  text: string;
}
/** Sends an unmasked XML file, and records who downloaded it as an activity. */
export async function giveXml(ctx: Ctx, { entity, _id, version, name, text }: GivenXml, res: Response): Promise<void> {
  const { projectId, now: at, actor } = ctx;
  const about = { projectId, module, entity, entityId: _id, action: 'exportEncrypted' };
  await transaction(session =>
    writeEvents([{ ...about, at, actor, before: null, after: { file: name }, version, row: null }], session),
  );
  res.set({
    'Content-Type': 'application/xml',
    'Content-Disposition': `attachment; filename="${name}.xml"`,
  });
  res.send(text);
}

/** Looks the message up at the office at once; an existing answer is fetched afterwards. */
const query: Action<typeof taxMessage, 'query'> = async (ctx, doc) => ({
  set: { nextAt: ctx.now, ...(!ctx.trial && { said: await loadSaid(ctx, doc), saidAt: ctx.now }) },
});
/** Resends a failed message under a new id; its invoice waits for an answer again. */
const resend: Action<typeof taxMessage, 'resend'> = async (ctx, doc) => {
  const { set, keep } = await renewMessage(ctx, doc);
  const target = doc.type !== '300' && doc.invoiceId ? await records(invoice).get(ctx, doc.invoiceId) : null;
  const waits = { syncStatus: 'SYNCHRONIZING', refusal: null, hasProblem: false };
  return {
    set,
    also: keep,
    with: target ? [{ definition: invoice, action: 'update', update: { doc: target, set: waits } }] : [],
  };
};

/** Looks up the messages of an invoice at the office at once. */
const queryInvoice = route({
  method: 'put',
  path: `${invoice.path}/:id/query`,
  summary: 'Ask the tax office at once about what was sent of an invoice',
  module,
  flags: ['sync'],
  params,
  answer: z.object({ sent: z.int(), said: z.array(z.enum([...OFFICE_SAYS, 'ANSWERED'])) }),
  async run(ctx, { params: { id } }) {
    const { projectId } = ctx;
    await load(ctx, invoice, id);
    const out = { invoiceId: id, direction: 'OUT' } as const;
    const sent = await records(taxMessage).count({ projectId }, { ...out, attempts: { $gt: 0 } });
    if (sent === 0) fail('TAX_MESSAGE_NOT_SENT');
    const answers = await askAbout(ctx, id);
    if (answers.length === 0) {
      const open = { ...out, status: { $in: ['QUEUED', 'SENDING'] as const } };
      fail((await records(taxMessage).exists(ctx, open)) ? 'TAX_MESSAGE_NOT_SENT' : 'TAX_MESSAGE_ALREADY_ANSWERED');
    }
    return { sent, said: answers };
  },
});

const webhookRoute = webhook({
  path: 'e-invoice',
  summary: 'Take what the tax office says, signed by it',
  module,
  async run(ctx, key, { req, res }) {
    const project = /^[0-9a-f]{24}$/.test(key) ? await loadProject(key) : null;
    if (!project) return fail('NOT_FOUND');
    const text = typeof req.body === 'string' ? req.body : '';
    const taken = await hearAnswer(systemCtx(settingsOf(project), ctx.now), text, false);
    res.status(taken ? 200 : 401).json({ code: taken ? 'SUCCESS' : 'UNAUTHORIZED' });
  },
});

const BEGINS = ['issue', 'notify-error', 'create', 'resend', 'query'];
const begins = ({ entity, action }: EventRow) =>
  (entity === taxMessage.name && BEGINS.includes(action)) || (entity === invoice.name && action === 'issue');
/** Sends messages as soon as their issue is stored. */
export function onInvoiceEvents(rows: readonly EventRow[]): void {
  for (const projectId of new Set(rows.filter(begins).map(row => row.projectId)))
    void turnProject(projectId, clockNow()).catch(error =>
      log.error({ error: String(error) }, 'messages were not sent'),
    );
}

export const messageRoutes: readonly Route[] = [webhookRoute, queryInvoice, queue, xml];
export const messageBehaviour = { actions: { query, resend } } satisfies BehaviourOf<typeof taxMessage>;
