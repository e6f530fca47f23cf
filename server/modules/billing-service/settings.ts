import { feeDates } from '@lobby/shared/billing/dates.ts';
import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema, monthSchema } from '@lobby/shared/kit/schema.ts';
import { serviceSettings, serviceSettingsSchema } from '@lobby/shared/modules/billing-service.contract.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { billingSettings, billingVersion, changeBilling } from '../../platform/billing/settings.ts';
import { moveService } from './service.ts';

const day = z.int().min(1).max(31);
const words = z.strictObject({
  odd: z.enum(['linh', 'lẻ']).optional(),
  four: z.enum(['tư', 'bốn']).optional(),
  thousand: z.enum(['nghìn', 'ngàn']).optional(),
  even: z.enum(['off', 'on']).optional(),
});
const version = z.int().min(1).max(1_000_000_000);
const changes = z.strictObject({
  version,
  noticeSendingDay: day.optional(),
  paymentDueDay: day.optional(),
  debtNoticeDueDay: day.optional(),
  interestGraceDays: z.int().min(0).max(60).optional(),
  startMonth: monthSchema.nullish(),
  outlierPercent: z.int().min(1).max(500).optional(),
  amountWords: words.optional(),
});

export const settingsRoutes: readonly Route[] = [
  route(serviceSettings, {
    flags: ['read'],
    run: async ({ projectId }) => ({ ...(await billingSettings(projectId)), version: await billingVersion(projectId) }),
  }),
  route({
    method: 'put',
    path: `${service.path}/settings`,
    summary: `Change ${serviceSettings.summary.charAt(0).toLowerCase()}${serviceSettings.summary.slice(1)}`,
    module: service.code,
    flags: ['write'],
    body: changes,
    answer: serviceSettingsSchema,
    run: (ctx, { body }) => changeBilling(ctx, body),
  }),
  route({
    method: 'get',
    path: `${service.path}/dates`,
    summary: 'The days of the notice of a month: sending, closing, due, debt due, interest',
    module: service.code,
    flags: ['read'],
    query: z.strictObject({ month: monthSchema }),
    answer: z.object({
      sending: z.string(),
      closing: z.string(),
      due: z.string(),
      debtDue: z.string(),
      interest: z.string(),
    }),
    run: async ({ projectId }, { query }) => feeDates(await billingSettings(projectId), query.month),
  }),
  route({
    method: 'put',
    path: `${service.path}/:id/move`,
    summary: 'Put a service before or after another',
    module: service.code,
    flags: ['write'],
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ beforeId: idSchema.nullish(), afterId: idSchema.nullish(), version: version.optional() }),
    answer: responseSchema(service, 'detail'),
    run: async (ctx, { params, body }) =>
      loadDetail(
        ctx,
        service,
        await perform(ctx, { definition: service, name: 'place', id: params.id, input: body }, moveService(body)),
      ),
  }),
];
