import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { drawnPages } from '../kit/paper.contract.ts';
import { chosenIdsSchema, idSchema, monthSchema } from '../kit/schema.ts';
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
    /** Latest month that its notices charge; null without notices. */
    feeMonth: z.string().nullable(),
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

/** A bill on a notice: `total` of one of the month, `left` of an older one. */
const noticeLine = z.object({
  billId: z.string().nullable(),
  serviceId: z.string(),
  month: z.string(),
  total: z.int().optional(),
  left: z.int().optional(),
});

export const noticeNext = contract({
  method: 'get',
  path: '/fee-notice/:id/next',
  summary: 'What a notice will say once it is published again, by the bills as they are now',
  module: feeNotice.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    revision: z.int(),
    newTotal: z.int(),
    debtTotal: z.int(),
    interestTotal: z.int(),
    totalPayment: z.int(),
    /** Late interest that publishing will charge first; it is part of the sums. */
    interest: z.int(),
    lines: z.array(noticeLine),
    debtLines: z.array(noticeLine),
  }),
});

export const noticeLeft = contract({
  method: 'get',
  path: '/fee-notice/:id/left',
  summary: 'What is left of each bill on a notice',
  module: feeNotice.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ billId: z.string(), left: z.int() })),
});

export const noticePages = contract({
  method: 'get',
  path: '/fee-notice/pages',
  summary: 'Notices as they are printed: their pages as pictures',
  module: feeNotice.code,
  query: z.strictObject({ ids: chosenIdsSchema(feeNotice, MOST_SHOWN), ...paperLook }),
  answer: drawnPages,
});
