import { ONLINE_PURPOSES, type Provider, TERMS } from '@lobby/shared/billing/gateways.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import { fundsOf } from './services.ts';
import type { Site } from './sites.ts';

interface GatewaySeed {
  name: string;
  provider: Provider;
  feePercent?: number;
  active?: boolean;
}
/**
 * Gateways of the large building: VietQR to its own account, VNPAY and MoMo at the sandboxes beside the demo, whose keys
 * stand in for a contract, and ZaloPay, which is not signed up yet.
 */
const GATEWAYS: readonly GatewaySeed[] = [
  { name: 'VietQR toà nhà', provider: 'VIETQR', active: true },
  { name: 'VNPAY', provider: 'VNPAY', feePercent: 1.1, active: true },
  { name: 'Ví MoMo', provider: 'MOMO', feePercent: 1.5, active: true },
  { name: 'ZaloPay', provider: 'ZALOPAY', feePercent: 1.3 },
];
const KEY = 'abcdefghijklmnopqrstuvwxyz';

/** A deterministic key of 24 lower-case letters. */
const keyOf = (n: number) => Array.from({ length: 24 }, (_, at) => KEY[(at * 7 + n * 5 + 3) % KEY.length]).join('');

export function gatewaysOf(site: Site): Made<typeof paymentGateway>[] {
  if (site.key !== 'hoasen') return [];
  const id = idsOf('payment-gateway', site.key);
  const account = fundsOf(site).accounts[0]?._id ?? null;
  return GATEWAYS.map(({ name, provider, feePercent = 0, active = false }, n) => {
    const { channels, min, max, refunds } = TERMS[provider];
    const isVietqr = provider === 'VIETQR';
    return recordOf(paymentGateway, site.id, id(n), site.founded, {
      order: (n + 1) * 10,
      name,
      provider,
      channels: channels.map(channel => ({ channel })),
      feePercent,
      minAmount: min,
      maxAmount: max,
      refunds,
      environment: isVietqr ? 'LIVE' : 'SANDBOX',
      feeFixed: 0,
      bankAccountId: isVietqr ? account : null,
      purposes: ONLINE_PURPOSES.filter(onlinePurpose => onlinePurpose !== 'ACCOUNT' && onlinePurpose !== 'ADVANCE').map(
        purpose => ({ purpose }),
      ),
      ipnKey: keyOf(n),
      testPassedAt: active && !isVietqr ? site.founded : null,
      status: active ? 'ACTIVE' : 'DRAFT',
    });
  });
}

/** Bank connection that reports transfers to the large building's account; paused until somebody sets its secret. */
export function bankConnectionsOf(site: Site): Made<typeof bankConnection>[] {
  const account = fundsOf(site).accounts[0]?._id;
  if (site.key !== 'hoasen' || !account) return [];
  const id = idsOf('bank-connection', site.key);
  const fixed = { name: 'Ngân hàng báo giao dịch', provider: 'GENERIC', auth: 'HMAC', direction: 'BOTH' } as const;
  const generated = { key: keyOf(20), bankAccountIds: [account] };
  return [recordOf(bankConnection, site.id, id(0), site.founded, { ...fixed, ...generated, status: 'PAUSED' })];
}
