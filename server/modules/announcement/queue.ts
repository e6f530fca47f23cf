import type { Language } from '@lobby/shared/kit/languages.ts';
import { wordsWithLinks } from '@lobby/shared/kit/rich-text.ts';
import { saidIn } from '@lobby/shared/kit/said-in.ts';
import type { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { db, type Session } from '../../kit/database/database.ts';
import { loadUnsent, queueMail, withdrawMails } from '../../kit/mail/queue.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { open } from '../../kit/privacy/personal.ts';
import type { EffectOf } from '../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import type { Doc } from '../../kit/store/records.ts';
import { VersionConflict } from '../../kit/store/save.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { takeBackNotices } from '../../platform/notifications/take-back.ts';
import { type Project, projects } from '../../platform/projects/projects.ts';
import { byPhone } from '../../platform/sending/sms-timing.ts';
import { loadLanguages, loadPeople } from './recipients.ts';

export const deliveries = () => db().collection<Doc<typeof announcementDelivery>>(collectionOf(announcementDelivery));

/** A delivery with its address in the mail queue; null for deliveries in the app. */
export interface Way {
  row: Doc<typeof announcementDelivery>;
  address: string | null;
  /** Language of the recipient. */
  language: Language;
}

/** Plain text: mails and text messages carry no formatting. */
function plainIn(doc: Doc<typeof announcement>, language: Language) {
  const { title, content } = saidIn(doc, language);
  return { title, content: wordsWithLinks(content) };
}

export const mailValues = (
  doc: Doc<typeof announcement>,
  language: Language,
  project: Pick<Project, '_id' | 'name'>,
) => ({
  ...plainIn(doc, language),
  project: project.name,
  projectId: project._id,
  announcementId: doc._id,
});

/** Adds the mail or text message of a delivery to the queue, which reports its outcome later. */
export async function queueDelivery(
  { row, address, language }: Way,
  project: Project,
  doc: Doc<typeof announcement>,
  ctx: Ctx,
  session: Session,
): Promise<Doc<typeof announcementDelivery>> {
  if (!address) return row;
  const kind = row.channel === 'SMS' ? 'announcementSms' : 'announcement';
  const urgent = doc.urgent === true;
  const values = { ...mailValues(doc, language, project), urgent: urgent ? 'true' : '' };
  // Quiet hours apply to text messages only, and not to urgent ones.
  const how =
    row.channel === 'SMS'
      ? byPhone(project, ctx.now, urgent)
      : { sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }), dueAt: ctx.now };
  const mail = {
    kind,
    to: address,
    language,
    ...how,
    values,
    projectId: ctx.projectId,
    residentId: row.residentId,
  };
  return { ...row, mailId: await queueMail(mail, ctx.now, session) };
}

/** Resends failed deliveries to the current addresses of their recipients. */
export async function resendFailed(ctx: Ctx, doc: Doc<typeof announcement>, session: Session): Promise<number> {
  const failed = await deliveries()
    .find(
      { projectId: ctx.projectId, announcementId: doc._id, status: { $in: ['FAILED', 'BOUNCE', 'REJECT'] } },
      { session },
    )
    .toArray();
  const project = await projects().findOne({ _id: ctx.projectId });
  const people = new Map(
    (await loadPeople(ctx, {}, [...new Set(failed.flatMap(({ unitId }) => unitId ?? []))], session)).map(person => [
      person._id,
      person,
    ]),
  );
  await holdKeys([...people.values()]);
  const languageOf = await loadLanguages([...people.values()]);
  let again = 0;
  for (const row of failed) {
    const person = people.get(row.residentId);
    const value =
      row.channel === 'EMAIL' ? person?.email : row.channel === 'SMS' && feature(ctx, 'SMS') ? person?.phone : null;
    const address = value ? open(ctx.projectId, value) : null;
    if (!address || !project) continue;
    const { mailId } = await queueDelivery({ row, address, language: languageOf(person) }, project, doc, ctx, session);
    const set = { mailId, status: 'SEND', problem: null } as const;
    await keepBeside(announcementDelivery, ctx, { _id: row._id }, { set }, session);
    again++;
  }
  return again;
}

/** Withdraws an announcement from the app and from notifications; unsent mails are removed from the queue. */
export async function withdraw(ctx: Ctx, doc: Doc<typeof announcement>): Promise<EffectOf<typeof announcement>> {
  const { projectId, now } = ctx;
  const rows = await deliveries()
    .find({ projectId, announcementId: doc._id, status: 'SEND' })
    .project<{ _id: string; mailId?: string | null }>({ mailId: 1 })
    .toArray();
  const unsent = await loadUnsent(
    rows.flatMap(({ mailId }) => mailId ?? []),
    now,
  );
  const free = new Set(unsent);
  const stopped = rows.flatMap(({ _id, mailId }) => (mailId && free.has(mailId) ? _id : []));
  return {
    inc: { waitingCount: -stopped.length },
    // Conflicts with a concurrent delivery to further units, which retries the withdrawal.
    while: { sentUpTo: doc.sentUpTo ?? null },
    async also(session) {
      if ((await withdrawMails(unsent, now, session)) !== unsent.length) throw new VersionConflict();
      await takeBackNotices(ctx, doc._id, session);
      const set = { status: 'SKIPPED', updatedAt: now } as const;
      await keepBeside(announcementDelivery, ctx, { _id: { $in: stopped } }, { set }, session);
    },
  };
}
