import { fund } from '@lobby/shared/modules/fund.ts';
import { type Method, placeFor, usualMethod } from '@lobby/shared/modules/voucher.ts';
import { useState } from 'react';
import { useQuery } from '../../kit/live/useQuery.ts';

/** A fund as it is chosen. */
export interface FundOption {
  id: string;
  name: string;
  kind?: unknown;
  active?: unknown;
}

export interface MoneyPlace {
  method: Method;
  /** Empty while there is none that fits. */
  fundId: string;
  /** The funds that fit the method, and all of them. */
  funds: readonly FundOption[];
  all: readonly FundOption[];
  setMethod: (method: Method) => void;
  setFund: (fundId: string) => void;
}

/** How money comes and into which fund: they fit each other from the beginning, and after each change. */
export function useMoneyPlace(begins: Method): MoneyPlace {
  const [method, setMethod] = useState<Method | null>(null);
  const [fundId, setFund] = useState('');
  const all = useQuery<FundOption[]>(`${fund.path}/options`).data ?? [];
  return { ...placeFor(all, method ?? usualMethod(all, begins), fundId), all, setMethod, setFund };
}
