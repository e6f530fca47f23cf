import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { projectSchema } from '../kit/project.contract.ts';
import { idSchema } from '../kit/schema.ts';
import { unitGroup } from './unit-group.ts';

export const projectSettingsSchema = projectSchema.extend({
  version: z.int(),
  investor: z.string(),
  management: z.string(),
  forbiddenWords: z.array(z.string()),
  ticketExpiryDays: z.int(),
  ticketReopenDays: z.int(),
  taskExpiryDays: z.int(),
  merchantAcceptMinutes: z.int(),
  waitlistOfferMinutes: z.int(),
  financialYearMonth: z.int(),
  retentionDays: z.int(),
  contractNumber: z.string(),
  reminderHour: z.int().nullable(),
  features: z.record(z.string(), z.boolean()),
  /** Whether the caller may set what belongs to the installation: subscription end, host names, maintenance. */
  keeper: z.boolean(),
  /** User who changed the settings last, and when. */
  by: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
});

export const projectSettings = contract({
  method: 'get',
  path: '/unit-group/:id/settings',
  summary: 'Everything that is set of a project',
  module: unitGroup.code,
  params: z.strictObject({ id: idSchema }),
  answer: projectSettingsSchema,
});
