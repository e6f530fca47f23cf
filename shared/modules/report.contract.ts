import { z } from 'zod';
import { wordOf } from '../kit/answer-schema.ts';
import { type AnswerOf, contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import type { MenuGroupKey } from '../kit/definition.ts';
import { inputSchema } from '../kit/schema.ts';
import { report } from './report.ts';

export const readyReports = contract({
  method: 'get',
  path: '/report/ready',
  summary: 'The reports that come with the product, of what the caller may read',
  module: report.code,
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      source: z.string(),
      sourceName: z.string(),
      /** Group of the menu in which the records stand. */
      group: wordOf<MenuGroupKey>(),
      groupName: z.string(),
    }),
  ),
});

const labelledSchema = z.object({ label: z.string(), kind: z.string() });

export const reportSources = contract({
  method: 'get',
  path: '/report/sources',
  summary: 'The modules that a report may be of, with the fields that the caller may use',
  module: report.code,
  answer: z.array(
    z.object({
      source: z.string(),
      label: z.string(),
      module: z.string(),
      exports: z.boolean(),
      fields: z.array(
        labelledSchema.extend({
          path: z.string(),
          through: z.string().nullable(),
          to: z.string().nullable(),
          filter: z.boolean(),
          options: z.array(z.object({ value: z.string(), label: z.string() })),
        }),
      ),
    }),
  ),
});

const value = z.union([z.string(), z.number(), z.null()]);
const resultSchema = z.object({
  name: z.string(),
  source: z.string(),
  asOf: z.string(),
  period: z.string().nullable(),
  count: z.int(),
  pages: z.int(),
  columns: z.array(labelledSchema.extend({ key: z.string() })),
  rows: z.array(z.object({ id: z.string(), link: z.string().nullable(), values: z.array(value) })),
  groupHeads: z.array(z.string()),
  totalHeads: z.array(labelledSchema),
  totals: z.array(z.number().nullable()),
  groups: z.array(
    z.object({ keys: z.array(z.string()), link: z.string().nullable(), totals: z.array(z.number().nullable()) }),
  ),
  notes: z.array(z.object({ code: z.string(), field: z.string() })),
});

export const previewReport = contract({
  method: 'post',
  path: '/report/preview',
  summary: 'The first rows and the totals of a report that is being made',
  module: report.code,
  body: z.strictObject({ definition: inputSchema(report.fields, 'create') }),
  answer: resultSchema,
});
export type ReportResult = AnswerOf<typeof previewReport>;

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();

export const runReport = contract({
  method: 'post',
  path: '/report/:id/run',
  summary: 'Run a report: its rows, or the file of them, which goes on in the background where it is large',
  module: report.code,
  params: z.strictObject({ id: z.string().max(60) }),
  body: z.strictObject({
    from: day,
    to: day,
    format: z.enum(['view', 'xlsx', 'pdf']),
    page: z.int().min(1).max(1000).default(1),
  }),
  answer: z.union([resultSchema, z.object({ runId: z.string(), progressId: z.string().nullable() })]),
});
