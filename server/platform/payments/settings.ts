import { PAYMENT_DEFAULTS, type PaymentSettings } from '@lobby/shared/billing/payment-settings.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadProject } from '../projects/projects.ts';
import { keepSettings, keptVersion, toldIn } from '../settings/kept-settings.ts';

/** Payment settings of a project. */
export const paymentSettings = async (projectId: string): Promise<PaymentSettings> => ({
  ...PAYMENT_DEFAULTS,
  ...(await loadProject(projectId))?.payments,
});

/** Version of the payment settings; 1 if they never changed. */
export const paymentVersion = (projectId: string) => keptVersion(projectId, 'payments');

/** Changes the payment settings; they apply from then on. */
export async function changePayments(
  ctx: Ctx,
  { version, ...change }: { [K in keyof PaymentSettings]?: PaymentSettings[K] | undefined } & { version: number },
) {
  const before = await paymentSettings(ctx.projectId);
  return keepSettings(ctx, 'payments', version, before, { ...before, ...toldIn(change) });
}
