import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { announcement, type SendType, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import type { resident } from '@lobby/shared/modules/resident.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { clockNow } from '../../kit/database/clock.ts';
import type { Session } from '../../kit/database/database.ts';
import { advanceRun } from '../../kit/jobs/advance-run.ts';
import { attemptEach, attemptSteps } from '../../kit/jobs/attempt-each.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import { soon } from '../../kit/ops/soon.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { open } from '../../kit/privacy/personal.ts';
import { build } from '../../kit/records/records.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { insertBeside } from '../../kit/store/beside.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import type { Project } from '../../platform/projects/projects.ts';
import { copyMailOutcomes, loadCounts } from './delivery-reports.ts';
import { queueDelivery, type Way } from './queue.ts';
import { hasApp, isForSome, loadLanguages, loadPeople, nextUnits } from './recipients.ts';

/** Units delivered to in one transaction. */
const CHUNK = 25;

/**
 * Sends due announcements unit by unit: each step advances a marker in its transaction, so that crashes or concurrent servers deliver nothing twice.
 */
export const announcementsJob = defineJob({
  name: 'announcements',
  every: '* * * * *',
  perProject: (ctx, project) =>
    attemptSteps([() => begin(ctx), () => sendAll(ctx, project), () => copyMailOutcomes(ctx)]),
});

/** A scheduled announcement later than this is not sent; its author decides. */
const LATE_MS = 2 * HOUR_MS;

/** Starts sending scheduled announcements that are due. */
async function begin(ctx: Ctx): Promise<void> {
  const due = await records(announcement).find(ctx, { status: 'SCHEDULED', scheduledAt: { $lte: ctx.now } });
  await attemptEach(due, async doc => {
    const late = ctx.now.getTime() - (doc.scheduledAt?.getTime() ?? 0) > LATE_MS;
    await (late
      ? missed(ctx, doc)
      : perform(ctx, { definition: announcement, name: 'send', id: doc._id, input: {} }, () => ({})));
  });
}

const notifyAuthor = (ctx: Ctx, doc: Doc<typeof announcement>, kind: NotificationType, session: Session) =>
  notify(
    ctx,
    toStaff(doc.authorId ? [doc.authorId] : []),
    kind,
    { module: announcement.code, id: doc._id, title: doc.title },
    session,
  );

/** Marks a scheduled announcement whose time passed without a running server, and notifies its author once. */
async function missed(ctx: Ctx, doc: Doc<typeof announcement>): Promise<void> {
  if (doc.missedAt && doc.scheduledAt && doc.missedAt >= doc.scheduledAt) return;
  await save(ctx, [
    {
      definition: announcement,
      action: 'missed',
      update: { doc, set: { missedAt: ctx.now }, while: { status: 'SCHEDULED' } },
      also: session => notifyAuthor(ctx, doc, 'ANNOUNCEMENT_MISSED', session),
    },
  ]);
}

const sendAll = async (ctx: Ctx, project: Project): Promise<number> =>
  attemptEach(await records(announcement).find(ctx, { status: 'SENDING' }), ({ _id: id }) =>
    advanceRun({
      load: () => records(announcement).withRemoved().first(ctx, { _id: id, status: 'SENDING' }),
      loadNext: doc => nextUnits(ctx, doc, CHUNK),
      process: (doc, units) =>
        sendTo(
          ctx,
          project,
          doc,
          units.map(({ _id }) => _id),
        ),
      async finish(doc) {
        const finish = async () => ({
          set: { sentAt: ctx.now, ...(await loadCounts(ctx, id)) },
          also: (session: Session) => notifyAuthor(ctx, doc, 'ANNOUNCEMENT_DONE', session),
        });
        await perform(ctx, { definition: announcement, name: 'finish', id, input: {} }, finish);
        sendSoon();
      },
    }),
  );

/** Delivers to the people of some units and advances the marker in one transaction. */
async function sendTo(
  ctx: Ctx,
  project: Project,
  doc: Doc<typeof announcement>,
  unitIds: readonly string[],
): Promise<void> {
  const people = await loadPeople(ctx, doc, unitIds);
  await holdKeys(people);
  const languageOf = await loadLanguages(people);
  const rows = (await Promise.all(people.map(person => waysTo(ctx, doc, person, languageOf(person))))).flat();
  const failed = rows.filter(({ row }) => row.status === 'FAILED').length;
  const set = { sentUpTo: unitIds.at(-1) };
  const waiting = rows.filter(({ row }) => row.status === 'SEND').length;
  const inc = {
    recipientCount: people.length,
    sentCount: rows.length - failed - waiting,
    waitingCount: waiting,
    failedCount: failed,
  };
  await save(ctx, [
    {
      definition: announcement,
      action: 'progress',
      update: { doc, set, inc, keepVersion: true, while: { status: 'SENDING', sentUpTo: doc.sentUpTo ?? null } },
      async also(session) {
        if (rows.length > 0)
          await insertBeside(
            announcementDelivery,
            await Promise.all(rows.map(way => queueDelivery(way, project, doc, ctx, session))),
            session,
          );
        if (sendTypesOf(doc).includes('APP'))
          for (const unitId of new Set(people.map(person => person.unitId)))
            await notify(
              ctx,
              isForSome(doc)
                ? {
                    unitId,
                    residentIds: people.filter(person => person.unitId === unitId).map(({ _id }) => _id),
                  }
                : toUnit(unitId),
              'ANNOUNCEMENT',
              {
                module: announcement.code,
                id: doc._id,
                title: doc.title,
                ...(doc.urgent === true && { urgent: true as const }),
              },
              session,
            );
      },
    },
  ]);
}

/** Delivery channels of a person, with what is missing for unusable ones. */
async function waysTo(
  ctx: Ctx,
  doc: Doc<typeof announcement>,
  person: Doc<typeof resident>,
  language: Language,
): Promise<Way[]> {
  const of = async (
    channel: SendType,
    status: Doc<typeof announcementDelivery>['status'],
    address: string | null,
    problem: string | null = null,
  ): Promise<Way> => ({
    row: await build(ctx, announcementDelivery, {
      announcementId: doc._id,
      residentId: person._id,
      unitId: person.unitId,
      channel,
      problem,
      status,
    }),
    address,
    language,
  });
  const plain = (value: string | null) => (value ? open(ctx.projectId, value) : null);
  const ways: Promise<Way>[] = [];
  const types = sendTypesOf(doc);
  if (types.includes('APP'))
    ways.push(
      hasApp(person)
        ? of('APP', 'DELIVERIED', null)
        : of('APP', 'FAILED', null, person.userId ? 'APP_OFF' : 'NO_ACCOUNT'),
    );
  const sms = feature(ctx, 'SMS');
  for (const [channel, value, missing] of [
    ['EMAIL', plain(person.email), 'NO_EMAIL'],
    ['SMS', sms ? plain(person.phone) : null, sms ? 'NO_PHONE' : 'NOT_SET_UP'],
  ] as const)
    if (types.includes(channel)) ways.push(value ? of(channel, 'SEND', value) : of(channel, 'FAILED', null, missing));
  return Promise.all(ways);
}

const going = soon(
  'announcements',
  () => 100,
  () => announcementsJob.run(clockNow()),
);
export const sendAnnouncementsSoon = going.ask;
export const endAnnouncements = going.end;
