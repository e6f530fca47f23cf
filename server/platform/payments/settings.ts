import { PAYMENT_DEFAULTS, type PaymentSettings } from '@lobby/shared/billing/payment-settings.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { forgetProject, projectOf, projects } from '../projects/projects.ts';
import { storeSetting } from '../settings/settings.ts';

/** What a project has set for its payments. */
export const paymentSettings = async (projectId: string): Promise<PaymentSettings> => ({
  ...PAYMENT_DEFAULTS,
  ...(await projectOf(projectId))?.payments,
});

/** Counts the changes of these; 1 where they never changed. */
export const paymentVersion = async (projectId: string) => (await projectOf(projectId))?.paymentsVersion ?? 1;

/** Changes them; what is done from then on goes by the new ones. */
export async function changePayments(
  ctx: Ctx,
  { version: based, ...given }: { [K in keyof PaymentSettings]?: PaymentSettings[K] | undefined } & { version: number },
) {
  const { projectId } = ctx;
  const [before, held] = [await paymentSettings(projectId), await paymentVersion(projectId)];
  if (held !== based) fail('DATA_STALE', { current: { ...before, version: held } });
  const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: PaymentSettings = { ...before, ...told };
  const names = Object.keys(after).filter(
    name => JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  );
  if (names.length === 0) return { ...before, version: held };
  const only = (of: PaymentSettings) => Object.fromEntries(names.map(name => [name, Reflect.get(of, name)]));
  await storeSetting(
    {
      ...{ projectId, entity: 'payments', entityId: projectId, action: 'update', version: held + 1 },
      ...{ actor: ctx.actor, now: ctx.now, before: only(before), after: only(after) },
    },
    async session => {
      const { matchedCount } = await projects().updateOne(
        { _id: projectId, ...(held === 1 ? { paymentsVersion: { $exists: false } } : { paymentsVersion: held }) },
        { $set: { payments: after, paymentsVersion: held + 1 } },
        { session },
      );
      if (matchedCount === 0) fail('DATA_STALE');
    },
  );
  forgetProject(projectId);
  return { ...after, version: held + 1 };
}
