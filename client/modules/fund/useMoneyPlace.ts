import { fund } from '@lobby/shared/modules/fund.ts';
import { type Method, placeFor, usualMethod } from '@lobby/shared/modules/voucher.ts';
import { useState } from 'react';
import { useQuery } from '../../kit/live/useQuery.ts';

/** A fund as an option of a select. */
export interface FundOption {
  id: string;
  name: string;
  kind?: unknown;
  active?: unknown;
}

export interface MoneyPlace {
  method: Method;
  /** Empty where no fund fits. */
  fundId: string;
  /** The funds that fit the method; all funds. */
  funds: readonly FundOption[];
  all: readonly FundOption[];
  setMethod: (method: Method) => void;
  setFund: (fundId: string) => void;
}

/** Payment method and fund of a form; the fund always fits the method. */
export function useMoneyPlace(begins: Method): MoneyPlace {
  const [method, setMethod] = useState<Method | null>(null);
  const [fundId, setFund] = useState('');
  const all = useQuery<FundOption[]>(`${fund.path}/options`).data ?? [];
  return { ...placeFor(all, method ?? usualMethod(all, begins), fundId), all, setMethod, setFund };
}
