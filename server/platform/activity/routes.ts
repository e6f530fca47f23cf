import { contentRange } from '@lobby/shared/kit/paging.ts';
import { paging } from '@lobby/shared/kit/query-schema.ts';
import { activity } from '@lobby/shared/modules/activity.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { valuesIn } from '../../kit/records/activity.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { writeSheet } from '../../kit/sheets/sheet.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { entryOf, entrySchema, loadRecords } from './entry.ts';
import { activityQuery, filterSchema, recordsSchema } from './filter.ts';
import { loadPlaces } from './places.ts';
import { loadTotal, readPage } from './read.ts';
import { sheetOf } from './sheet.ts';

const filter = filterSchema.default({});

/** Activity of the project over all modules that the caller may read. */
export const activityRoutes: Route[] = [
  route({
    method: 'get',
    path: `${activity.path}/list`,
    summary: 'What was done in the project, newest first; a star for the total where counting takes too long',
    module: activity.code,
    flags: ['read'],
    query: z.strictObject({ ...paging, after: z.string().max(500).optional(), filter, ...recordsSchema.shape }),
    answer: z.array(entrySchema),
    async run(ctx, { query, res }) {
      const what = activityQuery(ctx, query.filter, query);
      const [page, total] = await Promise.all([
        readPage(what, query),
        loadTotal(what, query.after !== undefined || query.page > 1),
      ]);
      const range = contentRange(page.offset, page.rows.length, total ?? 0);
      res.set('Content-Range', total === null ? range.replace(/\/0$/, '/*') : range);
      if (page.next) res.set('X-Next-Cursor', page.next);
      const [names, places] = await Promise.all([loadRecords(ctx.projectId, page.rows), loadPlaces(ctx, page.rows)]);
      await holdKeys(valuesIn(page.rows));
      return page.rows.map(row => entryOf(row, names, places));
    },
  }),
  route({
    method: 'get',
    path: `${activity.path}/export`,
    summary: 'Export what was done in the project; itself an entry of it',
    module: activity.code,
    flags: ['export'],
    query: z.strictObject({ filter, ...recordsSchema.shape }),
    answer: XLSX,
    async run(ctx, { query, res }) {
      const what = activityQuery(ctx, query.filter, query);
      await tell(ctx);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${activity.name}.xlsx"` });
      await writeSheet(res, activity.name, sheetOf(ctx, what));
    },
  }),
];

async function tell(ctx: Ctx): Promise<void> {
  const row = {
    at: ctx.now,
    projectId: ctx.projectId,
    module: activity.code,
    entity: activity.name,
    entityId: null,
    action: 'export',
    actor: ctx.actor,
    before: null,
    after: null,
    version: 0,
    row: null,
    quiet: true,
  };
  await transaction(async session => void (await writeEvents([row], session)));
}
