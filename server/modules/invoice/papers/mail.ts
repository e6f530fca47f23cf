import { invoice } from '@lobby/shared/modules/invoice.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { systemCtx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import type { Attached } from '../../../kit/mail/deliver.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import type { MailKind } from '../../../kit/mail/send.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import type { Action, ActionsOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { senderOf } from '../../../platform/accounts/mails.ts';
import { loadAttached } from '../../../platform/projects/paper/paper.ts';
import { projects, settingsOf } from '../../../platform/projects/projects.ts';
import { invoiceFile } from '../message/file.ts';
import { drawInvoice, nameOf } from './paper.ts';

type Invoice = Doc<typeof invoice>;

/** Mails an invoice as PDF and signed file to its buyer, or to the given address. */
const mailInvoice: Action<typeof invoice, 'mail'> = async (ctx, doc, { to }) => {
  await holdKeys([doc]);
  const address = to ?? (doc.buyerEmail ? open(ctx.projectId, doc.buyerEmail) : null);
  if (!address) return fail('NO_EMAIL');
  const project = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
  const home = doc.unitId ? (await loadRefs(ctx.projectId, unit, [doc.unitId])).get(doc.unitId) : null;
  const values = {
    project: project.name,
    number: `${doc.symbol}-${doc.number}`,
    name: doc.buyerCompany ?? doc.buyerName ?? '',
    unit: home?.code ?? '',
    code: doc.secretCode ?? '',
    projectId: ctx.projectId,
    invoiceId: doc._id,
  };
  const mail = {
    kind: 'eInvoice',
    to: address,
    language: 'vi' as const,
    sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }),
    values,
    projectId: ctx.projectId,
  };
  return {
    set: { mailedAt: ctx.now },
    also: async session => void (await queueMail(mail, ctx.now, session)),
  };
};

/** The signed XML file, if it was sent to the office. */
async function signedFile(doc: Invoice): Promise<Attached[]> {
  const xml = await invoiceFile(doc);
  if (!xml) return [];
  return [{ name: `${nameOf(doc)}.xml`, type: 'application/xml', content: Buffer.from(xml).toString('base64') }];
}

/** Invoice mail; its attachments are created when it is sent. */
export const eInvoiceMail: MailKind = async ({ values, base, language }) => {
  const project = await projects().findOne({ _id: values.projectId ?? '' });
  if (!project) return null;
  const doc = await records(invoice).get({ projectId: project._id }, values.invoiceId ?? '');
  if (!doc || doc.status === 'DRAFT') return null;
  const ctx = { ...systemCtx(settingsOf(project), clockNow()), language };
  const paper = await loadAttached(nameOf(doc), pdf => drawInvoice(ctx, pdf, doc));
  return { values, link: `${base}/resident/bills`, files: [paper, ...(await signedFile(doc))] };
};

export const mailActs = { mail: mailInvoice } satisfies ActionsOf<typeof invoice>;
