import type { Environment } from '@lobby/shared/billing/gateways.ts';

export type Spoken = 'VNPAY' | 'MOMO' | 'ZALOPAY' | 'ONEPAY';
interface Host {
  /** URL of the payment page; `api` is that of the calls. */
  page: string;
  api: string;
}

/** Endpoints from the providers' public documentation. */
const PUBLIC: Readonly<Record<Environment, Readonly<Record<Spoken, Host>>>> = {
  SANDBOX: {
    VNPAY: {
      page: 'https://sandbox.vnpayment.vn/paymentv2/vpcpay.html',
      api: 'https://sandbox.vnpayment.vn/merchant_webapi/api/transaction',
    },
    MOMO: { page: '', api: 'https://test-payment.momo.vn' },
    ZALOPAY: { page: '', api: 'https://sb-openapi.zalopay.vn' },
    ONEPAY: {
      page: 'https://mtf.onepay.vn/paygate/vpcpay.op',
      api: 'https://mtf.onepay.vn/msp/api/v1/vpc/invoices/queries',
    },
  },
  LIVE: {
    VNPAY: {
      page: 'https://pay.vnpay.vn/vpcpay.html',
      api: 'https://merchant.vnpay.vn/merchant_webapi/api/transaction',
    },
    MOMO: { page: '', api: 'https://payment.momo.vn' },
    ZALOPAY: { page: '', api: 'https://openapi.zalopay.vn' },
    ONEPAY: { page: 'https://onepay.vn/paygate/vpcpay.op', api: 'https://onepay.vn/msp/api/v1/vpc/invoices/queries' },
  },
};

let local: { url: string; environments: readonly Environment[] } | null = null;
/** Sets a local sandbox that stands in for the providers; for live contracts in tests only. */
export function configurePaymentSandbox(url: string | null, environments: readonly Environment[] = ['SANDBOX']): void {
  local = url === null ? null : { url: url.replace(/\/$/, ''), environments };
}
const isLocal = (environment: Environment): boolean => local?.environments.includes(environment) ?? false;

export function hostOf(provider: Spoken, environment: Environment): Host {
  if (!local || !isLocal(environment)) return PUBLIC[environment][provider];
  const at = `${local.url}/${provider.toLowerCase()}`;
  return { page: `${at}/page`, api: at };
}

/** Keys that the local sandbox made for a provider: a gateway without a contract tries with them, and tells the sandbox its notice URL. */
export async function localKeys(
  provider: Spoken,
  environment: Environment,
  notice: string,
): Promise<Record<string, string> | null> {
  if (!local || environment !== 'SANDBOX') return null;
  try {
    const query = new URLSearchParams({ provider, notice });
    const answer = await fetch(`${local.url}/keys?${query}`, { signal: AbortSignal.timeout(2000) });
    const keys = (await answer.json()) as Record<string, Record<string, string>>;
    return keys[provider] ?? null;
  } catch {
    return null;
  }
}
