import { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { build } from '../../../kit/records/records.ts';
import { type EffectOf, perform } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { invoiceConfig, standConfig } from '../config/config.ts';
import { syncChain } from '../issue/chain.ts';
import { markInvoiced } from '../issue/marks.ts';
import type { TaxAnswer } from './answers.ts';
import { keepXml } from './tax-xml.ts';

/** Ignores refusals: the act was already done or no longer applies. */
async function ifFits(what: Promise<unknown>): Promise<void> {
  await what.catch(error => {
    if (!(error instanceof Refusal)) throw error;
  });
}
const settle = (
  ctx: Ctx,
  doc: Doc<typeof taxMessage>,
  status: Doc<typeof taxMessage>['status'],
  set: Partial<Doc<typeof taxMessage>>,
) =>
  ifFits(
    perform(ctx, { definition: taxMessage, name: 'settle', id: doc._id, input: {} }, () => ({
      set: { ...set, status },
    })),
  );

const words = (reasons: readonly string[]): string => reasons.join('\n').slice(0, 1000);

/** Reason for refusing an invoice that was given a code; both answers may arrive in any order, and the refusal counts. */
async function loadRefusal({ projectId }: Ctx, { replyTo }: TaxAnswer): Promise<string | null> {
  const notice = await records(taxMessage).first({ projectId }, { replyTo, direction: 'IN', type: '204' });
  return notice?.reasons ?? null;
}

/** Whether a review request is already known or was answered since. */
async function isReviewed({ projectId }: Ctx, invoiceId: string, { id }: TaxAnswer): Promise<boolean> {
  const doc = await records(invoice).get({ projectId }, invoiceId);
  if (doc?.taxStatus === 'UNDER_REVIEW') return true;
  const heard = await records(taxMessage).first({ projectId }, { messageId: id });
  const answered = { invoiceId, type: '300', direction: 'OUT', status: 'ANSWERED' } as const;
  return heard?.at ? records(taxMessage).exists({ projectId }, { ...answered, at: { $gte: heard.at } }) : false;
}

/** Applies the answer to an error notice: a reviewed invoice returns to its earlier state. */
async function onNotice(ctx: Ctx, invoiceId: string, { type, good }: TaxAnswer): Promise<void> {
  if (type !== '301' || !good) return;
  const doc = await records(invoice).get(ctx, invoiceId);
  if (doc?.taxStatus !== 'UNDER_REVIEW') return;
  const taxStatus = doc.status === 'DRAFT' ? 'SUBMITTED' : 'ACCEPTED';
  const set = { taxStatus, refusal: null, hasProblem: false } as const;
  await ifFits(perform(ctx, { definition: invoice, name: 'accept', id: invoiceId, input: {} }, () => ({ set })));
  // The code is still missing, as the first answer was the review request: the message is polled again.
  const sent = await loadSent(ctx, invoiceId);
  if (doc.status === 'DRAFT' && sent?.status === 'ANSWERED')
    await ifFits(perform(ctx, { definition: taxMessage, name: 'reopen', id: sent._id, input: {} }, () => ({})));
}

/** Latest message that sent an invoice. */
const loadSent = ({ projectId }: Ctx, invoiceId: string) =>
  records(taxMessage).first(
    { projectId },
    { invoiceId, direction: 'OUT', type: { $in: ['200', '203'] } },
    { sort: { at: -1 } },
  );

/** Whether an invoice neither changes another nor is changed. */
const isAlone = ({ kind, status }: Doc<typeof invoice>): boolean =>
  kind === 'ORIGINAL' && (status === 'DRAFT' || status === 'PUBLISHED');

/** Applies an answer to its invoice. */
async function onInvoice(ctx: Ctx, id: string, answer: TaxAnswer, sentId: string): Promise<void> {
  const { type, good, code, reasons } = answer;
  const withdrawn = type === '202' ? await loadRefusal(ctx, answer) : null;
  // Ignores a refusal of an earlier sending.
  if ((good === false || withdrawn !== null) && (await loadSent(ctx, id))?._id !== sentId) return;
  const set = (
    name: 'accept' | 'refuse' | 'publish',
    effect: (doc: Doc<typeof invoice>) => EffectOf<typeof invoice> | Promise<EffectOf<typeof invoice>>,
  ) => ifFits(perform(ctx, { definition: invoice, name, id, input: {} }, (_ctx, doc) => effect(doc)));
  const published = (more: Partial<Doc<typeof invoice>>) =>
    set('publish', async doc => {
      const { with: others, also } = await syncChain(ctx, doc);
      const state = { syncStatus: 'SYNCHRONIZED', refusal: null, hasProblem: false, ...more } as const;
      const marks = await markInvoiced(ctx, doc, { syncStatus: state.syncStatus });
      return {
        set: state,
        with: [...others, ...marks],
        also,
      };
    });
  const refused = ({ reason, code: taxCode }: { reason: string | null; code?: string | null }) =>
    set('refuse', async doc => ({
      status: isAlone(doc) ? 'DRAFT' : doc.status,
      set: {
        taxStatus: 'REJECTED',
        syncStatus: 'FAILED',
        refusal: reason,
        hasProblem: true,
        ...(taxCode && { taxCodeOfInvoice: taxCode }),
      },
      with: await markInvoiced(ctx, doc, { syncStatus: 'FAILED' }),
    }));
  if (type === '202') {
    const doc = withdrawn === null ? null : await records(invoice).get(ctx, id);
    // It can be corrected and sent again under its number.
    if (doc && isAlone(doc)) return refused({ reason: withdrawn, code });
    const refusal = { taxStatus: 'REJECTED', syncStatus: 'FAILED', refusal: withdrawn, hasProblem: true } as const;
    return published({ taxStatus: 'ACCEPTED', taxCodeOfInvoice: code, ...(withdrawn !== null && refusal) });
  }
  if (type === '204' && good)
    return set('accept', async doc => ({
      set: { taxStatus: 'ACCEPTED', syncStatus: 'SYNCHRONIZED', hasProblem: false },
      with: await markInvoiced(ctx, doc, { syncStatus: 'SYNCHRONIZED' }),
    }));
  if (type === '204') return refused({ reason: words(reasons) });
  if (type === '302') {
    if (await isReviewed(ctx, id, answer)) return;
    return set('accept', () => ({ set: { taxStatus: 'UNDER_REVIEW', refusal: words(reasons), hasProblem: true } }));
  }
  if (type === '999' && good)
    return set('accept', doc => (doc.taxStatus === 'NOT_SUBMITTED' ? { set: { taxStatus: 'SUBMITTED' } } : {}));
  if (type === '999' || type === '-1')
    return set('refuse', async doc => ({
      status: doc.status,
      set: { syncStatus: 'FAILED', refusal: words(reasons), hasProblem: true },
      with: await markInvoiced(ctx, doc, { syncStatus: 'FAILED' }),
    }));
}

/** Applies an answer to the registration. */
async function onRegistration(ctx: Ctx, { type, good, reasons }: TaxAnswer): Promise<void> {
  const refused = type === '-1' || good === false;
  if (refused) return standConfig(ctx, () => ({ registration: 'REJECTED', refusal: words(reasons) }));
  if (type !== '103') return;
  await standConfig(ctx, config => ({
    registration: 'ACCEPTED',
    refusal: null,
    acceptedAt: config.acceptedAt ?? ctx.now.toISOString(),
    acceptedSeller: {
      name: config.sellerName ?? '',
      taxCode: config.sellerTaxCode ?? '',
      address: config.sellerAddress ?? '',
    },
  }));
}

const FINAL: readonly string[] = ['103', '202', '204', '301', '302'];

/** Whether an invoice still waits for its code. */
async function waitsForCode({ projectId }: Ctx, { type, invoiceId }: Doc<typeof taxMessage>): Promise<boolean> {
  return type === '200' && (await records(invoice).get({ projectId }, invoiceId))?.status === 'DRAFT';
}

/** Stores and applies an answer once, in any order, and only for this project. */
export async function takeAnswer(ctx: Ctx, answer: TaxAnswer, xml: string): Promise<void> {
  const { projectId, now } = ctx;
  const { sellerTaxCode } = await invoiceConfig(projectId);
  const of = await records(taxMessage).first({ projectId }, { messageId: answer.replyTo ?? '', direction: 'OUT' });
  const foreign = answer.taxCode !== null && answer.taxCode !== sellerTaxCode;
  const isStored = await records(taxMessage).exists({ projectId }, { messageId: answer.id });
  if (!isStored) {
    const doc = await build(ctx, taxMessage, {
      at: now.toISOString(),
      type: answer.type,
      direction: 'IN',
      messageId: answer.id,
      replyTo: answer.replyTo,
      invoiceId: foreign ? null : (of?.invoiceId ?? null),
      number: of?.number ?? null,
      status: 'ANSWERED',
      reasons: answer.reasons.join('\n').slice(0, 2000) || null,
      lastError: foreign ? 'taxCode' : of ? null : 'unknown',
    });
    await save({ ...ctx, once: null }, [
      {
        definition: taxMessage,
        action: 'create',
        insert: doc,
        also: session => keepXml(projectId, doc._id, xml, session),
      },
    ]).catch(error => {
      // The same answer arrived twice concurrently.
      if (!(error instanceof Refusal && error.code === 'ALREADY_EXISTS')) throw error;
    });
  }
  if (!of || foreign) return;
  // The subject is updated before the message, so that after a crash in between the answer is fetched again.
  if (of.type === '100') await onRegistration(ctx, answer);
  else if (of.type === '300' && of.invoiceId) await onNotice(ctx, of.invoiceId, answer);
  else if (of.invoiceId) await onInvoice(ctx, of.invoiceId, answer, of._id);
  const bad = answer.type === '-1' || (answer.type === '999' && !answer.good);
  if (bad)
    await settle(ctx, of, 'FAILED', { lastError: answer.reasons[0]?.slice(0, 500) ?? answer.type, nextAt: null });
  else if (FINAL.includes(answer.type) && !(answer.type === '302' && (await waitsForCode(ctx, of))))
    await settle(ctx, of, 'ANSWERED', { lastError: null, nextAt: null });
  else if (of.status !== 'ANSWERED' && of.status !== 'FAILED')
    await settle(ctx, of, 'SENT', { lastError: null, nextAt: null });
}
