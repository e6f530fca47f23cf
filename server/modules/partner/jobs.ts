import { addDays } from '@lobby/shared/kit/dates.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';
import { expire } from './contracts.ts';

/** Minute of the day from which reminders are sent. */
const EIGHT = 8 * 60;

/** Processes the records one by one; one that changed concurrently waits for the next run. */
async function each<T>(docs: AsyncIterable<T>, work: (doc: T) => Promise<unknown>): Promise<number> {
  let done = 0;
  for await (const doc of docs)
    try {
      await work(doc);
      done++;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof VersionConflict)) throw error;
    }
  return done;
}

const running = ({ projectId }: Ctx, query: object) =>
  records(partnerContract).each({ projectId }, { status: 'ACTIVE', ...query });

/** Notifies the staff with write access to partners of an ending contract, once, on its reminder day. */
async function remind(ctx: Ctx): Promise<number> {
  const isDue = { expiring: false, remindDate: { $lte: todayOf(ctx) } };
  const who = toStaff(await loadReaders(ctx.projectId, partner.code, 'write'));
  return each(running(ctx, isDue), doc => {
    const title = `${doc.number} · ${doc.subject}`;
    const subject = { module: partner.code, id: doc._id, title, day: String(doc.remindDate) };
    return save(ctx, [
      {
        definition: partnerContract,
        action: 'remind',
        update: { doc, set: { expiring: true }, keepVersion: true, while: { status: 'ACTIVE', ...isDue } },
        also: session => notify(ctx, who, 'PARTNER_CONTRACT_ENDING', subject, session),
      },
    ]);
  });
}

/** Marks the partners with a contract that ends within 30 days. */
const mark = (ctx: Ctx): Promise<number> => {
  const { projectId } = ctx;
  const soon = { contractEnding: false, contractEndsOn: { $ne: null, $lte: addDays(todayOf(ctx), 30) } };
  const docs = records(partner).each({ projectId }, soon);
  return each(docs, doc =>
    save(ctx, [
      {
        definition: partner,
        action: 'update',
        update: { doc, set: { contractEnding: true }, keepVersion: true, while: soon },
      },
    ]),
  );
};

/** Expires contracts, marks partners and, from eight o'clock on, sends reminders. Idempotent, and safe on several servers. */
export async function runPartnersJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += await each(running(ctx, { expiryDate: { $lt: todayOf(ctx) } }), doc =>
      perform(ctx, { definition: partnerContract, name: 'expire', id: doc._id, input: {} }, expire),
    );
    turned += await mark(ctx);
    if (clockAt(now, ctx.project.timeZone).minutes >= EIGHT) turned += await remind(ctx);
  }
  return turned;
}
