import { BILLING_DEFAULTS, type BillingSettings } from '@lobby/shared/billing/dates.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { forgetProject, projectOf, projects } from '../projects/projects.ts';
import { storeSetting } from '../settings/settings.ts';

/** What a project has set for its billing. */
export async function billingSettings(projectId: string): Promise<BillingSettings> {
  const held = (await projectOf(projectId))?.billing ?? {};
  return { ...BILLING_DEFAULTS, ...held, amountWords: { ...BILLING_DEFAULTS.amountWords, ...held.amountWords } };
}

/** Counts the changes of these; 1 where they never changed. */
export const billingVersion = async (projectId: string) => (await projectOf(projectId))?.billingVersion ?? 1;

interface Change extends Partial<Omit<BillingSettings, 'amountWords'>> {
  version: number;
  amountWords?: Partial<BillingSettings['amountWords']> | undefined;
}

/** Changes them; what is made from then on goes by the new ones. */
export async function changeBilling(ctx: Ctx, { version: based, amountWords, ...given }: Change) {
  const { projectId } = ctx;
  const [before, held] = [await billingSettings(projectId), await billingVersion(projectId)];
  if (held !== based) fail('DATA_STALE', { current: { ...before, version: held } });
  const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: BillingSettings = { ...before, ...told, amountWords: { ...before.amountWords, ...amountWords } };
  const names = Object.keys(after).filter(
    name => JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  );
  if (names.length === 0) return { ...before, version: held };
  const only = (of: BillingSettings) => Object.fromEntries(names.map(name => [name, Reflect.get(of, name)]));
  await storeSetting(
    {
      ...{ projectId, entity: 'billing', entityId: projectId, action: 'update', version: held + 1 },
      ...{ actor: ctx.actor, now: ctx.now, before: only(before), after: only(after) },
    },
    async session => {
      const { matchedCount } = await projects().updateOne(
        { _id: projectId, ...(held === 1 ? { billingVersion: { $exists: false } } : { billingVersion: held }) },
        { $set: { billing: after, billingVersion: held + 1 } },
        { session },
      );
      if (matchedCount === 0) fail('DATA_STALE');
    },
  );
  forgetProject(projectId);
  return { ...after, version: held + 1 };
}
