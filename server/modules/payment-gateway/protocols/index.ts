import type { Adapter } from './adapter.ts';
import type { Spoken } from './hosts.ts';
import { momo } from './momo.ts';
import { onepay } from './onepay.ts';
import { vnpay } from './vnpay.ts';
import { zalopay } from './zalopay.ts';

const ADAPTERS: Readonly<Record<Spoken, Adapter>> = { VNPAY: vnpay, MOMO: momo, ZALOPAY: zalopay, ONEPAY: onepay };

/** Adapter of a provider; null for the building's own bank account, whose payments the bank reports. */
export const adapterOf = (provider: unknown): Adapter | null =>
  Object.hasOwn(ADAPTERS, String(provider)) ? ADAPTERS[String(provider) as Spoken] : null;
export const isSpoken = (provider: string): provider is Spoken => Object.hasOwn(ADAPTERS, provider);
