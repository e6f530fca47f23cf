import type { Adapter } from './adapter.ts';
import type { Spoken } from './hosts.ts';
import { momo } from './momo.ts';
import { onepay } from './onepay.ts';
import { vnpay } from './vnpay.ts';
import { zalopay } from './zalopay.ts';

const ADAPTERS: Readonly<Record<Spoken, Adapter>> = { VNPAY: vnpay, MOMO: momo, ZALOPAY: zalopay, ONEPAY: onepay };

/** Adapter of a provider; null for the building's own bank account, whose payments the bank reports. */
export const adapterOf = (provider: string | null): Adapter | null =>
  provider && isSpoken(provider) ? ADAPTERS[provider] : null;
export const isSpoken = (provider: string): provider is Spoken => Object.hasOwn(ADAPTERS, provider);
