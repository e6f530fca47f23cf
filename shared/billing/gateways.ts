/** Providers of online payments with their capabilities, according to common contracts; each has to be confirmed by its own. */
export const PROVIDERS = ['VNPAY', 'MOMO', 'ZALOPAY', 'ONEPAY', 'VIETQR', 'VIRTUAL_ACCOUNT'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const CHANNELS = ['CARD', 'BANK', 'WALLET', 'QR', 'TOKEN', 'MOBILE_BANKING', 'VIRTUAL_ACCOUNT'] as const;
export type Channel = (typeof CHANNELS)[number];
/** Purposes of online payments. */
export const ONLINE_PURPOSES = ['BILLS', 'ACCOUNT', 'ADVANCE', 'DEPOSIT', 'BOOKING'] as const;
export const ENVIRONMENTS = ['SANDBOX', 'LIVE'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
/** Whether residents can see and pay, only see, or have no online payments. */
export const ONLINE_MODES = ['ON', 'VIEW_ONLY', 'OFF'] as const;
export type OnlineMode = (typeof ONLINE_MODES)[number];

interface Terms {
  channels: readonly Channel[];
  /** Credentials of the contract: required and optional ones. */
  credentials: readonly string[];
  further?: readonly string[];
  min: number;
  max: number;
  /** Whether its adapter supports refunds. */
  refunds: boolean;
}
const MOST = 999_999_999;
const WALLETS: readonly Channel[] = ['WALLET', 'BANK', 'CARD', 'QR', 'TOKEN'];

export const TERMS: Readonly<Record<Provider, Terms>> = {
  VNPAY: {
    channels: ['CARD', 'BANK', 'QR'],
    credentials: ['tmnCode', 'hashSecret'],
    min: 5000,
    max: MOST,
    refunds: true,
  },
  MOMO: {
    channels: WALLETS,
    credentials: ['partnerCode', 'accessKey', 'secretKey'],
    further: ['publicKey'],
    min: 1000,
    max: 50_000_000,
    refunds: true,
  },
  ZALOPAY: {
    channels: WALLETS,
    credentials: ['appId', 'key1', 'key2'],
    min: 1000,
    max: 50_000_000,
    refunds: true,
  },
  ONEPAY: {
    channels: ['CARD', 'BANK', 'QR'],
    credentials: ['merchant', 'accessCode', 'hashSecret'],
    further: ['user', 'password'],
    min: 10_000,
    max: MOST,
    refunds: false,
  },
  VIETQR: { channels: ['QR', 'MOBILE_BANKING'], credentials: [], min: 10_000, max: MOST, refunds: false },
  VIRTUAL_ACCOUNT: { channels: ['VIRTUAL_ACCOUNT'], credentials: [], min: 10_000, max: MOST, refunds: false },
};

/** Names of all credentials of a provider. */
export const credentialNames = (provider: Provider): readonly string[] => [
  ...TERMS[provider].credentials,
  ...(TERMS[provider].further ?? []),
];
export const CREDENTIALS = [...new Set(PROVIDERS.flatMap(credentialNames))];

/** Whether payments are reported by the bank only: such a provider has no contract, only a bank account of the building. */
export const isOwn = (provider: Provider): boolean => TERMS[provider].credentials.length === 0;

interface Fee {
  feePercent?: number | null;
  feeFixed?: number | null;
  feeBy?: string | null;
}
/** The fee a payer adds to an amount, rounded half up; 0 if the building bears it. */
export const payerFee = ({ feePercent, feeFixed, feeBy }: Fee, amount: number): number =>
  feeBy === 'PAYER' && amount > 0
    ? Math.floor((amount * Number(feePercent ?? 0)) / 100 + 0.5) + Number(feeFixed ?? 0)
    : 0;
