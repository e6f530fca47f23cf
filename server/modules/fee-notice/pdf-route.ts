import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { openPdf } from '../../kit/paper/pdf.ts';
import { scopeOf } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects } from '../../platform/projects/projects.ts';
import { papersOf } from './papers.ts';
import { drawNotice } from './pdf.ts';

/** Notices that are read and drawn at a time. */
const PART = 100;
const MOST = 20_000;

const query = z.strictObject({
  ids: z.array(idSchema).min(1).max(200).optional(),
  month: (fieldSchema({ kind: 'month' }) as z.ZodType<string | null>).optional(),
  printed: z.enum(['true', 'false']).optional(),
});

/** The notices that are asked for, in the order of their units. */
async function askedOf(ctx: Ctx, { ids, month, printed }: z.infer<typeof query>): Promise<string[]> {
  const { projectId } = ctx;
  const found = await modelOf(feeNotice)
    .find(
      {
        ...{ projectId, deletedAt: null, ...(await scopeOf(ctx, feeNotice)) },
        ...(ids ? { _id: { $in: ids } } : { status: { $in: SENT } }),
        ...(month && { month }),
        ...(printed && { printed: printed === 'true' ? true : { $ne: true } }),
      },
      { unitId: 1 },
    )
    .limit(MOST)
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const units = await modelOf(unit)
    .find({ projectId, _id: { $in: found.map(({ unitId }) => String(unitId)) } }, { code: 1 })
    .lean<Stored[]>();
  const codes = new Map(units.map(({ _id, code }) => [_id, String(code)]));
  const codeOf = ({ unitId }: Stored) => codes.get(String(unitId)) ?? '';
  return found.toSorted((a, b) => (codeOf(a) < codeOf(b) ? -1 : 1)).map(({ _id }) => _id);
}

/** One notice or a thousand as one PDF, page by page as they are read. */
export const pdfRoute: Route = route({
  method: 'get',
  path: `${feeNotice.path}/pdf`,
  summary: 'Notices as one PDF: those named, or all that are issued of a month or not printed yet',
  module: feeNotice.code,
  flags: ['read'],
  residents: true,
  query,
  answer: 'application/pdf',
  async run(ctx, { query: asked, res }) {
    const ids = await askedOf(ctx, asked);
    if (ids.length === 0) fail('NOT_FOUND');
    const project = await projects().findOne({ _id: ctx.projectId });
    if (!project) return fail('NOT_FOUND');
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="fee-notices.pdf"' });
    const pdf = openPdf(res, project.name);
    try {
      for (let at = 0; at < ids.length; at += PART)
        for (const paper of await papersOf(ctx, ids.slice(at, at + PART))) await drawNotice(pdf, paper, project, ctx);
      await pdf.close();
    } catch (error) {
      // Whoever asked has left.
      if (!res.destroyed) throw error;
    }
  },
});
