import { addMonths, dayOf, monthOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { keepBeside } from '../../../../kit/store/beside.ts';
import { defineJob } from '../../../../platform/projects/define-job.ts';
import { deliveries } from './deliveries.ts';

/** Months for which it is kept where a notice went and what it said; that it did is kept. */
const KEPT_MONTHS = 24;
const BATCH = 2000;

/** Clears address and content of old deliveries; counts, states and times stay. */
export const forgetDeliveriesJob = defineJob({
  name: 'addresses of old sendings',
  every: '43 3 * * *',
  async perProject({ projectId, project: { timeZone }, now }) {
    const before = startOfDay(`${addMonths(monthOf(dayOf(now, timeZone)), -KEPT_MONTHS)}-01`, timeZone);
    const cleared = { to: null, subject: null, content: null };
    const rows = await deliveries()
      .find({ projectId, createdAt: { $lt: before }, $or: [{ to: { $ne: null } }, { content: { $ne: null } }] })
      .project<{ _id: string }>({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const ids = rows.map(({ _id }) => _id);
    return keepBeside(noticeDelivery, { projectId }, { _id: { $in: ids } }, { set: cleared });
  },
});
