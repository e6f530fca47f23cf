import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { holiday } from '@lobby/shared/modules/work-schedule.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { route } from '../../kit/http/route.ts';
import { assertWritable, build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';

const { name, startsOn, endsOn } = holiday.fields;
const text = (schema: z.ZodType) => schema.pipe(z.string());

/** `POST /holiday/public`: adds public holidays; those overlapping with existing ones are left out. */
export const addHolidays = route({
  method: 'post',
  path: `${holiday.path}/public`,
  summary: 'Add the public holidays of a year',
  module: holiday.code,
  flags: ['write'],
  creates: true,
  body: z.strictObject({
    holidays: z
      .array(
        z.strictObject({
          name: text(fieldSchema(name)),
          startsOn: text(fieldSchema(startsOn)),
          endsOn: text(fieldSchema(endsOn)),
        }),
      )
      .min(1)
      .max(30),
  }),
  answer: z.object({ made: z.array(idSchema), existed: z.array(z.string()) }),
  async run(ctx, { body: { holidays } }) {
    for (const [at, values] of holidays.entries()) {
      assertWritable(ctx, holiday.fields, values);
      const [fault] = Object.entries(holiday.check(values));
      if (fault) failFields({ [`holidays.${at}.${fault[0]}`]: fault[1] });
    }
    const there = await records(holiday).find(ctx, {}, { only: ['type', 'startsOn', 'endsOn'] });
    const isThere = (day: { startsOn: string; endsOn: string }) =>
      there.some(
        stored =>
          (stored.startsOn === day.startsOn && stored.endsOn === day.endsOn) ||
          (stored.type === 'PUBLIC' && stored.startsOn <= day.endsOn && day.startsOn <= stored.endsOn),
      );
    const fresh = holidays.filter(day => !isThere(day));
    const docs: Doc<typeof holiday>[] = [];
    for (const day of fresh) docs.push(await build(ctx, holiday, { ...day, type: 'PUBLIC' }));
    const answer = { made: docs.map(({ _id }) => _id), existed: holidays.filter(isThere).map(day => day.name) };
    await save(
      ctx,
      docs.map(insert => ({ definition: holiday, action: 'create', insert })),
      answer,
    );
    return answer;
  },
});
