import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { drawnPages } from '../kit/paper.contract.ts';
import { chosenIdsSchema, monthSchema } from '../kit/schema.ts';
import { feeNotice } from './fee-notice.ts';

export type Status = 'UNPUBLISHED' | 'PUBLISHED' | 'EDITED' | 'DO_NOT_PUBLISH' | 'CANCELLED';
const STATUSES = Object.keys(feeNotice.statuses ?? {}) as [Status, ...Status[]];

export const noticeMonth = contract({
  method: 'get',
  path: '/fee-notice/month/:month',
  summary: 'How far the notices of a month are: by status, sent and printed, and the bills that no notice tells of',
  module: feeNotice.code,
  params: z.strictObject({ month: monthSchema }),
  answer: z.object({
    byStatus: z.array(z.object({ status: z.enum(STATUSES), count: z.int(), sum: z.int(), remaining: z.int() })),
    printed: z.int(),
    sent: z.int(),
    billsLeft: z.int(),
    drafts: z.int(),
    unitsNotBilled: z.int(),
  }),
});

export const paperLook = {
  /** Defaults to the template's language, for residents to their own. */
  language: z.enum(LANGUAGES).optional(),
  reportTemplateId: z.string().max(24).optional(),
  /** Current template, or the one used at publication (default). */
  look: z.enum(['then', 'now']).optional(),
};
/** Maximum sheets on screen. */
const MOST_SHOWN = 100;

export const noticePages = contract({
  method: 'get',
  path: '/fee-notice/pages',
  summary: 'Notices as they are printed: their pages as pictures',
  module: feeNotice.code,
  query: z.strictObject({ ids: chosenIdsSchema(feeNotice, MOST_SHOWN), ...paperLook }),
  answer: drawnPages,
});
