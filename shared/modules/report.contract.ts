import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { report } from './report.ts';

export const readyReports = contract({
  method: 'get',
  path: '/report/ready',
  summary: 'The reports that come with the product, of what the caller may read',
  module: report.code,
  answer: z.array(z.object({ id: z.string(), name: z.string(), source: z.string(), sourceName: z.string() })),
});

export const labelledSchema = z.object({ label: z.string(), kind: z.string() });

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
