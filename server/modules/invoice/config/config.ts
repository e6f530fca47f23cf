import { INVOICE_DEFAULTS, type InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import { type Ctx, feature } from '../../../kit/base/context.ts';
import { fail, Refusal } from '../../../kit/base/errors.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { keepSettings, keptVersion } from '../../../platform/settings/kept-settings.ts';

/** E-invoice settings of a project, and its registration state. */
export const invoiceConfig = async (projectId: string): Promise<InvoiceConfig> => ({
  ...INVOICE_DEFAULTS,
  ...(await loadProject(projectId))?.invoice,
});

/** Throws if the project has not enabled e-invoices. */
export function assertInvoicing(ctx: Ctx): void {
  if (!feature(ctx, 'E_INVOICE')) fail('INVOICE_FEATURE_OFF');
}

/** Whether the seller differs from the data accepted by the tax office. */
export const sellerChanged = ({ acceptedSeller, sellerName, sellerTaxCode, sellerAddress }: InvoiceConfig): boolean =>
  acceptedSeller !== null &&
  (acceptedSeller.name !== sellerName ||
    acceptedSeller.taxCode !== sellerTaxCode ||
    acceptedSeller.address !== sellerAddress);

/** Saves the settings, checked against a version. */
export const keepConfig = (ctx: Ctx, version: number, before: InvoiceConfig, after: InvoiceConfig) =>
  keepSettings(ctx, 'invoice', version, before, after);

const MOST_TRIES = 20;
/** Changes system-managed settings, retrying on concurrent changes. */
export async function standConfig(ctx: Ctx, change: (config: InvoiceConfig) => Partial<InvoiceConfig>): Promise<void> {
  for (let n = 1; ; n++) {
    const version = await keptVersion(ctx.projectId, 'invoice');
    const before = await invoiceConfig(ctx.projectId);
    try {
      await keepConfig(ctx, version, before, { ...before, ...change(before) });
      return;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'DATA_STALE') || n >= MOST_TRIES) throw error;
    }
  }
}
