import type { Part, Step, Version } from '../billing/version.ts';
import type { FieldErrors } from '../kit/errors.ts';

type Values = Record<string, unknown>;
const rows = <T>(value: unknown): readonly Partial<T>[] => (Array.isArray(value) ? value : []);

/** Refuses price tiers that do not ascend or whose last one has an upper bound (rules.md 5, Formula). */
function stepsFit(tiers: readonly Partial<Step>[], accumulated: boolean): FieldErrors {
  if (tiers.length === 0) return { tiers: { code: 'REQUIRED' } };
  const errors: FieldErrors = {};
  for (const [n, { to = null }] of tiers.entries()) {
    const before = tiers[n - 1]?.to ?? 0;
    const at = `tiers.${n}.to`;
    if (n === tiers.length - 1 && to !== null) errors[at] = { code: 'FORMULA_LAST_TO' };
    else if (n < tiers.length - 1 && (to === null || to <= before))
      errors[at] = accumulated
        ? { code: 'ACCUMULATED_BELOW_THRESHOLD', params: { threshold: before } }
        : { code: 'FORMULA_TO_ORDER' };
  }
  return errors;
}

/** Requires positive percentages that add up to 100. */
function partsFit(parts: readonly Partial<Part>[]): FieldErrors {
  if (parts.length === 0) return { parts: { code: 'REQUIRED' } };
  const empty = parts.findIndex(({ percent }) => !percent);
  if (empty >= 0) return { [`parts.${empty}.percent`]: { code: 'REQUIRED' } };
  const total = parts.reduce((sum, { percent = 0 }) => sum + Math.round(percent * 100), 0);
  return total === 10_000
    ? {}
    : { [`parts.${parts.length - 1}.percent`]: { code: 'FORMULA_PERCENT_TOTAL', params: { total: total / 100 } } };
}

/** Refuses duplicate keys of a price list, and one without `*` for all others. */
function listFits(list: readonly Partial<Version['priceList'][number]>[]): FieldErrors {
  const keys = list.map(({ key = '' }) => key.trim());
  const twice = keys.findIndex((key, n) => keys.indexOf(key) < n);
  if (twice >= 0) return { [`priceList.${twice}.key`]: { code: 'ALREADY_EXISTS' } };
  return keys.includes('*') ? {} : { priceList: { code: 'PRICE_LIST_REST' } };
}

/** Refuses a formula that cannot be calculated, with an error per cell. */
export function formulaFits({ type = 'NUMBER_USE', tiers, parts }: Values): FieldErrors {
  return linesFit(type, rows<Step>(tiers), rows<Part>(parts));
}

const linesFit = (type: unknown, tiers: readonly Partial<Step>[], parts: readonly Partial<Part>[]): FieldErrors =>
  type === 'PERCENT' ? partsFit(parts) : stepsFit(tiers, type === 'ACCUMULATED');

/**
 * Refuses prices that cannot be calculated, with an error per cell. Prices left empty are copied from the named
 * formula.
 */
export function pricesFit(values: Values): FieldErrors {
  const { pricing = 'FORMULA', formulaType = 'NUMBER_USE', unitPrice, fixedFee } = values;
  const [tiers, parts] = [rows<Step>(values.tiers), rows<Part>(values.parts)];
  const list = rows<Version['priceList'][number]>(values.priceList);
  if (pricing === 'FORMULA' && values.formulaId && tiers.length + parts.length === 0) return {};
  if (pricing === 'UNIT_PRICE' && typeof unitPrice !== 'number') return { unitPrice: { code: 'REQUIRED' } };
  const errors =
    pricing === 'UNIT_PRICE' ? {} : pricing === 'PRICE_LIST' ? listFits(list) : linesFit(formulaType, tiers, parts);
  if (Object.keys(errors).length > 0) return errors;
  const prices = {
    UNIT_PRICE: [{ price: Number(unitPrice) }],
    PRICE_LIST: list,
    FORMULA: formulaType === 'PERCENT' ? parts : tiers,
  };
  const free = prices[pricing as keyof typeof prices].every(({ price = 0 }) => price === 0) && !fixedFee;
  const at = {
    UNIT_PRICE: 'unitPrice',
    PRICE_LIST: 'priceList',
    FORMULA: formulaType === 'PERCENT' ? 'parts' : 'tiers',
  };
  return free ? { [at[pricing as keyof typeof at]]: { code: 'FORMULA_INVALID' } } : {};
}
