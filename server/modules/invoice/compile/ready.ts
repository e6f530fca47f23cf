import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import {
  INVOICE_STEPS,
  type InvoiceConfig,
  type InvoiceStep,
  isTaxCode,
} from '@lobby/shared/modules/invoice-config.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { type Ctx, feature } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { records } from '../../../kit/store/records.ts';
import { invoiceConfig, sellerChanged } from '../config/config.ts';
import { loadSecret, loadSigning } from '../config/secrets.ts';
import { taxCodeOf } from '../sign/certificate.ts';

/** State of a readiness step. */
export interface StepState {
  step: InvoiceStep;
  ok: boolean;
  /** Problem or upcoming problem, as a text key. */
  hint:
    | 'missing'
    | 'expired'
    | 'expiring'
    | 'foreign'
    | 'waiting'
    | 'rejected'
    | 'changed'
    | 'year'
    | 'nextYear'
    | null;
}

const SOON_DAYS = 30;
/** Day of the year (MM-DD) from which the next year's series is requested. */
const NEXT_YEAR_FROM = '12-20';

const isSeller = (config: InvoiceConfig): boolean =>
  Boolean(config.sellerName && config.sellerAddress && config.sellerTaxCode && isTaxCode(config.sellerTaxCode));

async function signature(ctx: Ctx, config: InvoiceConfig): Promise<Omit<StepState, 'step'>> {
  // The sandbox certificate cannot sign live invoices.
  if (config.environment === 'LIVE' && config.signer === 'SANDBOX') return { ok: false, hint: 'missing' };
  const signing = await loadSigning(ctx, config);
  if (!signing) return { ok: false, hint: 'missing' };
  const { certificate } = signing;
  if (taxCodeOf(certificate) !== config.sellerTaxCode) return { ok: false, hint: 'foreign' };
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (from > ctx.now || to <= ctx.now) return { ok: false, hint: 'expired' };
  return { ok: true, hint: to.getTime() - ctx.now.getTime() < SOON_DAYS * DAY_MS ? 'expiring' : null };
}

async function provider(ctx: Ctx, { environment, provider: by }: InvoiceConfig): Promise<Omit<StepState, 'step'>> {
  // The sandbox needs no account; providers use their own sender code.
  if (environment === 'SANDBOX') return { ok: true, hint: null };
  const [account, sender] = await Promise.all([loadSecret(ctx, 'credentials.LIVE'), loadSecret(ctx, 'sender.LIVE')]);
  return account && (sender || by === 'PROVIDER') ? { ok: true, hint: null } : { ok: false, hint: 'missing' };
}

function registration(config: InvoiceConfig): Omit<StepState, 'step'> {
  if (config.acceptedAt) return { ok: true, hint: sellerChanged(config) ? 'changed' : null };
  const hint =
    config.registration === 'SUBMITTED' ? 'waiting' : config.registration === 'REJECTED' ? 'rejected' : 'missing';
  return { ok: false, hint };
}

async function series(ctx: Ctx, { environment }: InvoiceConfig): Promise<Omit<StepState, 'step'>> {
  const year = Number(todayOf(ctx).slice(0, 4));
  const live = { projectId: ctx.projectId, deletedAt: null, active: true, environment };
  if (await records(invoiceSeries).exists(ctx, { ...live, year })) {
    const next = { ...live, active: { $in: [true, false, null] }, year: year + 1 };
    const isLate = todayOf(ctx).slice(5) >= NEXT_YEAR_FROM;
    return { ok: true, hint: isLate && !(await records(invoiceSeries).exists(ctx, next)) ? 'nextYear' : null };
  }
  return { ok: false, hint: (await records(invoiceSeries).exists(ctx, live)) ? 'year' : 'missing' };
}

/** State of each step required for issuing invoices. */
export async function readiness(ctx: Ctx): Promise<StepState[]> {
  const config = await invoiceConfig(ctx.projectId);
  const states: Record<InvoiceStep, Omit<StepState, 'step'>> = {
    feature: feature(ctx, 'E_INVOICE') ? { ok: true, hint: null } : { ok: false, hint: 'missing' },
    seller: isSeller(config) ? { ok: true, hint: null } : { ok: false, hint: 'missing' },
    signature: isSeller(config) ? await signature(ctx, config) : { ok: false, hint: 'missing' },
    provider: await provider(ctx, config),
    registration: registration(config),
    series: await series(ctx, config),
  };
  return INVOICE_STEPS.map(step => ({ step, ...states[step] }));
}
