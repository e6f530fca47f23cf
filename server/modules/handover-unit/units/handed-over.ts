import { dayOf } from '@lobby/shared/kit/dates.ts';
import { handedUnits } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { loadFiles } from '../../../kit/files/files.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';
import { sheets } from '../sheet/sheet.ts';

/** `GET /handover/schedule/handed`: handover date and meter readings of a unit, as initial values for fees and readings. */
export const handedRoute: Route = route(handedUnits, {
  flags: ['read'],
  // Also readable by users who create meters or register services.
  readers: [meter.code, serviceRegistration.code],
  async run(ctx, { query: { unitId } }) {
    const [last] = await records(handoverSchedule).find(
      ctx,
      {
        unitId,
        acceptance: { $in: ['ACCEPTED', 'ACCEPTED_WITH_DEFECTS'] },
        status: { $in: ['PENDING_REPAIR', 'COMPLETE'] },
      },
      { sort: { round: -1 }, limit: 1, patience: 2000 },
    );
    const sheet = last && (await sheets().findOne({ scheduleId: last._id, projectId: ctx.projectId }));
    if (!last || !sheet) return { day: null, meters: [] };
    const read = sheet.meters.filter(({ value }) => value !== null);
    const files = await loadFiles(
      ctx,
      read.flatMap(({ images }) => images.map(({ file }) => file)),
    );
    return {
      day: last.finishedAt && dayOf(last.finishedAt, ctx.project.timeZone),
      meters: read.map(({ name, unitName, value, images }) => ({
        name,
        unitName,
        value: value ?? 0,
        images: images.flatMap(({ file }) => files.get(file) ?? []),
      })),
    };
  },
});
