import { fund } from '@lobby/shared/modules/fund.ts';
import { type Method, placeFor, usualMethod } from '@lobby/shared/modules/voucher.ts';
import { useState } from 'react';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useOptions } from '../../kit/live/useRows.ts';

/** A fund as an option of a select. */
export interface FundOption {
  id: string;
  name: string;
  kind?: unknown;
  active?: unknown;
}

/** A way to receive money: one of the project's methods, or a kind of which it has none. */
export interface Way {
  /** Id of the method, or the kind. */
  id: string;
  kind: Method;
  /** Name of the method; null for a kind, which is named by its option. */
  name: string | null;
  /** Fund of the method. */
  fundId: string | null;
  /** Whether each payment has the reference of its own slip. */
  referenceRequired: boolean;
}

interface Offered {
  id: string;
  name: string;
  kind: Method;
  fundId?: string | null;
  referenceRequired?: boolean;
}

/** Kinds that need no method of the project. */
const KINDS: readonly Way[] = (['CASH', 'TRANSFER'] as const).map(kind => ({
  id: kind,
  kind,
  name: null,
  fundId: null,
  referenceRequired: false,
}));

/** The ways in which staff may receive money, and all funds. Without `slips` only ways that need no reference of each payment. */
export function useWays({ slips = true } = {}): { ways: readonly Way[]; funds: readonly FundOption[] } {
  const funds = useOptions(fund).data ?? [];
  const offered = useQuery<Offered[]>('/payment-method/offered', { query: { for: 'staff' } }).data ?? [];
  const ways = offered.map(
    ({ id, name, kind, fundId = null, referenceRequired = false }): Way => ({
      id,
      kind,
      name,
      fundId,
      referenceRequired,
    }),
  );
  const plain = KINDS.filter(({ kind }) => !ways.some(way => way.kind === kind));
  return { ways: [...ways, ...plain].filter(way => slips || !way.referenceRequired), funds };
}

/** The way with this id, otherwise the first of the kind that is usual for the funds, preferably not `beside`. */
export function wayFor(
  { ways, funds }: ReturnType<typeof useWays>,
  id: string | null,
  begins: Method,
  beside?: Method,
): Way {
  const usual = usualMethod(funds, begins, beside);
  const chosen = ways.find(way => way.id === id) ?? ways.find(({ kind }) => kind === usual) ?? ways[0];
  return chosen ?? (KINDS[0] as Way);
}

/** The fund into which a way pays, and those that fit it; the chosen one if it fits, otherwise that of the method. */
export const fundOf = (funds: readonly FundOption[], way: Way, fundId: string) => {
  const usual = placeFor(funds, way.kind, way.fundId ?? '').fundId;
  return placeFor(funds, way.kind, funds.some(({ id }) => id === fundId) ? fundId : usual);
};

/** A part of a payment as the server takes it. */
export const lineOf = (way: Way, fundId: string, reference: string, amount: number) => ({
  ...(way.name === null ? { kind: way.kind } : { methodId: way.id }),
  fundId,
  ...(way.referenceRequired && reference.trim() && { reference: reference.trim() }),
  amount,
});

export interface MoneyPlace {
  way: Way;
  ways: readonly Way[];
  /** Empty where no fund fits. */
  fundId: string;
  /** The funds that fit the way; all funds. */
  funds: readonly FundOption[];
  all: readonly FundOption[];
  reference: string;
  setWay: (id: string) => void;
  setFund: (fundId: string) => void;
  setReference: (reference: string) => void;
}

/** Way and fund of a form; the fund always fits. */
export function useMoneyPlace(begins: Method, options?: Parameters<typeof useWays>[0]): MoneyPlace {
  const places = useWays(options);
  const [id, setId] = useState<string | null>(null);
  const [chosen, setFund] = useState('');
  const [reference, setReference] = useState('');
  const way = wayFor(places, id, begins);
  const { fundId, funds } = fundOf(places.funds, way, chosen);
  return {
    way,
    ways: places.ways,
    fundId,
    funds,
    all: places.funds,
    reference,
    setWay: next => {
      setId(next);
      setFund('');
      setReference('');
    },
    setFund,
    setReference,
  };
}
