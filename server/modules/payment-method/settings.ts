import { APPROVAL_ACTS } from '@lobby/shared/billing/approval-acts.ts';
import { AUTO_DEDUCT, areOffsets } from '@lobby/shared/billing/payment-settings.ts';
import {
  MOST_MONEY,
  methodSettingsSchema,
  paymentMethodSettings,
  ruleShape,
} from '@lobby/shared/modules/payment-method.contract.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { z } from 'zod';
import { feature } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { changePayments, paymentSettings, paymentVersion } from '../../platform/payments/settings.ts';
import { checkRules, notifyEased } from '../approval-request/index.ts';

const changes = z.strictObject({
  version: z.int().min(1).max(1_000_000_000),
  multiUnitCap: z.int().min(1).max(1000).optional(),
  reminderOffsets: z.array(z.int().min(1).max(365)).length(3).refine(areOffsets, 'REMINDER_DAYS_INVALID').optional(),
  surplusToAccount: z.boolean().optional(),
  autoDeduct: z.enum(AUTO_DEDUCT).optional(),
  attachmentFrom: z.int().min(1).max(MOST_MONEY).nullish(),
  smallDifference: z.int().min(0).max(10_000).optional(),
  claimImages: z.boolean().optional(),
  forfeitPhotos: z.boolean().optional(),
  planNeedsFile: z.boolean().optional(),
  disputeMakesTicket: z.boolean().optional(),
  approvalRules: z
    .array(z.strictObject({ act: z.string().max(60), ...ruleShape }))
    .max(100)
    .optional(),
});
/** An act that can require approval by a second person. */
const knownAct = (act: string, n: number) =>
  APPROVAL_ACTS.find(approvalAct => approvalAct === act) ??
  failFields({ [`approvalRules.${n}.act`]: { code: 'APPROVAL_ACT_UNKNOWN' } }, 'APPROVAL_ACT_UNKNOWN');

const path = `${paymentMethod.path}/settings`;
const module = paymentMethod.code;

export const methodSettings: readonly Route[] = [
  route(paymentMethodSettings, {
    flags: ['read'] as const,
    run: async ctx => ({
      ...(await paymentSettings(ctx.projectId)),
      interestBeforePrincipal: feature(ctx, 'INTEREST_BEFORE_PRINCIPAL'),
      version: await paymentVersion(ctx.projectId),
    }),
  }),
  route({
    method: 'put',
    path,
    module,
    flags: ['write'] as const,
    body: changes,
    answer: methodSettingsSchema,
    summary: `Change ${paymentMethodSettings.summary.charAt(0).toLowerCase()}${paymentMethodSettings.summary.slice(1)}`,
    async run(ctx, { body: { approvalRules: ruleLines, ...body } }) {
      const { approvalRules: before } = await paymentSettings(ctx.projectId);
      const rules = ruleLines?.map(({ act, ...rule }, n) => ({ act: knownAct(act, n), ...rule }));
      if (rules) await checkRules(ctx, rules);
      const changed = await changePayments(ctx, { ...body, ...(rules && { approvalRules: rules }) });
      if (rules) await notifyEased(ctx, before, rules);
      return { ...changed, interestBeforePrincipal: feature(ctx, 'INTEREST_BEFORE_PRINCIPAL') };
    },
  }),
];
