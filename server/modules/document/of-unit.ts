import { unitDocuments } from '@lobby/shared/modules/document.contract.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { sharedWith } from '../../kit/records/audience.ts';
import { present } from '../../kit/records/present.ts';
import { records } from '../../kit/store/records.ts';

/** Maximum documents shown for a unit. */
const MOST = 100;

/** `GET /document/of-unit/:id`: documents shared with a unit's residents, for staff; newest first. */
export const ofUnit = route(unitDocuments, {
  flags: ['read'],
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
