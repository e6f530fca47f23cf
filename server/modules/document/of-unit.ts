import { idSchema } from '@lobby/shared/kit/schema.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { sharedWith } from '../../kit/records/audience.ts';
import { present } from '../../kit/records/present.ts';
import { records } from '../../kit/store/records.ts';

/** Maximum documents shown for a unit. */
const MOST = 100;

/** `GET /document/of-unit/:id`: documents shared with a unit's residents, for staff; newest first. */
export const ofUnit = route({
  method: 'get',
  path: `${document.path}/of-unit/:id`,
  summary: 'The documents that the residents of a unit see',
  module: document.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.array(responseSchema(document, 'row')),
  async run(ctx, { params }) {
    const home = await load(ctx, unit, params.id);
    const rows = await records(document).find(ctx, await sharedWith(document, ctx.projectId, home._id), {
      sort: { filedAt: -1, _id: -1 },
      limit: MOST,
      patience: 2000,
    });
    return rows.map(row => present(document, ctx.projectId, row, 'staff'));
  },
});
