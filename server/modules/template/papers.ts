import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { PAPERS, type PaperKind, reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** The form in use for a paper; of two that came to it at once, the later. */
export const paperInUse = (projectId: string, paper: PaperKind): Promise<Stored | null> =>
  modelOf(reportTemplate)
    .findOne({ projectId, deletedAt: null, status: 'IN_USE', paper })
    .sort({ usedAt: -1, _id: -1 })
    .lean<Stored>()
    .exec();

/** How a paper is laid out, for whoever prints it. */
export const layoutRoute: Route = route({
  method: 'get',
  path: `${feeNotice.path}/layout`,
  summary: 'What stands on a paper beside its figures: building, bank, signatures; null where the usual form is used',
  module: feeNotice.code,
  flags: ['read'],
  residents: true,
  query: z.strictObject({ paper: z.enum(PAPERS) }),
  answer: z
    .object({
      building: z.string().nullable(),
      showBank: z.boolean(),
      showQr: z.boolean(),
      treasurer: z.string().nullable(),
      signatures: z.array(z.object({ title: z.string(), signer: z.string().nullable() })),
      foot: z.string().nullable(),
    })
    .nullable(),
  async run(ctx, { query }) {
    const found = await paperInUse(ctx.projectId, query.paper);
    if (!found) return null;
    const { building, showBank, showQr, treasurer, signatures, foot } = found;
    const lines: { title: string; signer?: string | null }[] = Array.isArray(signatures) ? signatures : [];
    return {
      ...{ building: building ?? null, showBank: showBank !== false, showQr: showQr !== false },
      ...{ treasurer: treasurer ?? null, foot: foot ?? null },
      signatures: lines.map(({ title, signer }) => ({ title, signer: signer ?? null })),
    };
  },
});
