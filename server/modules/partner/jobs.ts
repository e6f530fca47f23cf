import { addDays } from '@lobby/shared/kit/dates.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt, todayOf } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { expire } from './contracts.ts';

/** Minute of the day from which reminders are sent. */
const EIGHT = 8 * 60;

const running = ({ projectId }: Ctx, query: object) =>
  records(partnerContract).each({ projectId }, { status: 'ACTIVE', ...query });

/** Notifies the staff with write access to partners of an ending contract, once, on its reminder day. */
async function remind(ctx: Ctx): Promise<number> {
  if (clockAt(ctx.now, ctx.project.timeZone).minutes < EIGHT) return 0;
  const isDue = { expiring: false, remindDate: { $lte: todayOf(ctx) } };
  const who = toStaff(await loadReaders(ctx.projectId, partner.code, 'write'));
  return attemptEach(running(ctx, isDue), doc => {
    const title = `${doc.number} · ${doc.subject}`;
    const subject = { module: partner.code, id: doc._id, title, ...(doc.remindDate && { day: doc.remindDate }) };
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
  return attemptEach(docs, doc =>
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
export const partnersJob = defineJob({
  name: 'contracts of partners',
  every: '*/5 * * * *',
  perProject: ctx => attemptEach([expireContracts, mark, remind], step => step(ctx)),
});

const expireContracts = (ctx: Ctx): Promise<number> =>
  attemptEach(running(ctx, { expiryDate: { $lt: todayOf(ctx) } }), doc =>
    perform(ctx, { definition: partnerContract, name: 'expire', id: doc._id, input: {} }, expire),
  );
