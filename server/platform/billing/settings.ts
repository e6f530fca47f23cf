import { BILLING_DEFAULTS, type BillingSettings } from '@lobby/shared/billing/dates.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadProject } from '../projects/projects.ts';
import { keepSettings, keptVersion, toldIn } from '../settings/kept-settings.ts';

/** Billing settings of a project. */
export async function billingSettings(projectId: string): Promise<BillingSettings> {
  const held = (await loadProject(projectId))?.billing ?? {};
  return { ...BILLING_DEFAULTS, ...held, amountWords: { ...BILLING_DEFAULTS.amountWords, ...held.amountWords } };
}

/** Version of the billing settings; 1 if they never changed. */
export const billingVersion = (projectId: string) => keptVersion(projectId, 'billing');

interface Change extends Partial<Omit<BillingSettings, 'amountWords'>> {
  version: number;
  amountWords?: Partial<BillingSettings['amountWords']> | undefined;
}

/** Changes the billing settings; they apply to bills created from then on. */
export async function changeBilling(ctx: Ctx, { version, amountWords, ...change }: Change) {
  const before = await billingSettings(ctx.projectId);
  const words = { ...before.amountWords, ...amountWords };
  return keepSettings(ctx, 'billing', version, before, { ...before, ...toldIn(change), amountWords: words });
}
