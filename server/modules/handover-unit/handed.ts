import { dayOf } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { z } from 'zod';
import { loadFiles } from '../../kit/files/files.ts';
import { fileSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { sheets } from './sheet.ts';

/** `GET /handover/schedule/handed`: handover date and meter readings of a unit, as initial values for fees and readings. */
export const handedRoute: Route = route({
  method: 'get',
  path: `${handoverSchedule.path}/handed`,
  summary: 'When a unit was handed over, and what its meters showed: offered to readings and registrations',
  module: HANDOVER,
  flags: ['read'],
  // Also readable by users who create meters or register services.
  readers: [meter.code, serviceRegistration.code],
  query: z.strictObject({ unitId: idSchema }),
  answer: z.object({
    day: z.string().nullable(),
    meters: z.array(
      z.object({
        name: z.string(),
        unitName: z.string().nullable(),
        value: z.number(),
        images: z.array(fileSchema),
      }),
    ),
  }),
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
    const known = await loadFiles(
      ctx,
      read.flatMap(({ images }) => images.map(({ file }) => file)),
    );
    return {
      day: last.finishedAt instanceof Date ? dayOf(last.finishedAt, ctx.project.timeZone) : null,
      meters: read.map(({ name, unitName, value, images }) => ({
        name,
        unitName,
        value: value ?? 0,
        images: images.flatMap(({ file }) => known.get(file) ?? []),
      })),
    };
  },
});
