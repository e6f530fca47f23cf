import type { BillingInput, Charge, ChargeLine, Decimal, Note } from './billing-input.ts';
import {
  add,
  compare,
  decimal,
  dong,
  type Exact,
  exact,
  isBelowZero,
  isZero,
  mul,
  ONE,
  sub,
  toExact,
  Uncountable,
  ZERO,
} from './exact.ts';
import { type Taken, taken } from './periods.ts';
import { allowanceOf, discountOf, PERCENT, percentOff, taxed } from './sums.ts';
import { type Priced, pricedParts } from './tiers.ts';
import { vehicleLines } from './vehicles.ts';
import { listedPrice, type Version } from './version.ts';

export type { BillingInput, Charge, ChargeLine, Discount, Note, Source } from './billing-input.ts';
export { Uncountable } from './exact.ts';

const MOST_QUANTITY = exact(2_000_000_000n);

function quantitiesOf({ quantity = 1, cumulative = true }: BillingInput): Exact[] {
  const all = (Array.isArray(quantity) ? quantity : [quantity]).map(part => toExact(part as Decimal));
  if (all.some(isBelowZero)) throw new Uncountable('QUANTITY_INVALID');
  const sum = all.reduce(add, ZERO);
  if (compare(sum, MOST_QUANTITY) > 0) throw new Uncountable('AMOUNT_TOO_LARGE');
  // Largest first, so that the order of meters does not matter.
  return cumulative ? [sum] : all.sort((a, b) => compare(b, a));
}

const lineOf = (values: Partial<ChargeLine> & Pick<ChargeLine, 'kind' | 'amount'>): ChargeLine => ({
  key: '',
  from: null,
  to: null,
  days: null,
  ofDays: null,
  quantity: null,
  unitName: null,
  unitPrice: null,
  percent: null,
  versionId: '',
  ...values,
});

/** Days of a partial share, such as 12 of 30. */
const fraction = ({ num, den }: { num: number; den: number }) =>
  num === den ? { days: null, ofDays: null } : { days: num, ofDays: den };

interface Context {
  asked: BillingInput;
  span: Taken;
  notes: Set<Note>;
}

/** Prices a quantity: by unit price, price list, or formula. */
function partsOf({ asked: input, notes }: Context, version: Version, quantity: Exact, widths: Exact): Priced[] {
  if (version.pricing !== 'FORMULA') {
    const price = version.pricing === 'UNIT_PRICE' ? version.unitPrice : listedPrice(version, input.unit ?? {});
    if (price === null) throw new Uncountable('FORMULA_INVALID');
    return isZero(quantity) ? [] : [{ kind: 'UNIT', key: '', from: null, to: null, quantity, price, percent: null }];
  }
  const priced = pricedParts(version, quantity, { people: toExact(input.people ?? 1), widths });
  if (priced.withoutPeople) notes.add('NO_PEOPLE');
  return priced.parts;
}

/** Lines of one version: the quantity beyond the allowance, and the fixed fee, each for its days. */
function linesOf(context: Context, period: Taken['versions'][number], quantities: readonly Exact[]): ChargeLine[] {
  const { asked: input, span, notes } = context;
  const { version, share: d } = period;
  const read = input.source === 'METER' || input.source === 'NUMBER';
  // Consumption is not prorated; its allowance and tiers are, by the part of the month.
  const widths = read ? span.exact : ONE;
  const factor = read
    ? { exact: exact(BigInt(d.num), BigInt(d.den)), told: d }
    : { exact: period.exact, told: period.whole };
  const perHead = version.normPer === 'PERSON' ? toExact(input.people ?? 1) : ONE;
  let free = mul(mul(toExact(version.norm), perHead), widths);
  const lines: ChargeLine[] = [];
  for (const quantity of quantities) {
    const rest = sub(quantity, free);
    const billable = isBelowZero(rest) ? ZERO : rest;
    free = isBelowZero(rest) ? sub(free, quantity) : ZERO;
    if (isZero(billable) && !isZero(quantity)) notes.add('NORM_COVERS_ALL');
    for (const part of partsOf(context, version, billable, widths)) {
      const percent = part.percent === null ? ONE : mul(toExact(part.percent), PERCENT);
      const amount = dong(mul(mul(mul(part.quantity, exact(BigInt(part.price))), percent), factor.exact));
      lines.push(
        lineOf({
          kind: part.kind,
          key: part.key,
          from: part.from,
          to: part.to,
          percent: part.percent,
          amount,
          quantity: decimal(part.quantity, 6),
          unitPrice: part.price,
          unitName: input.unitName ?? null,
          ...fraction(factor.told),
          versionId: version.id,
        }),
      );
    }
  }
  return lines;
}

function feeOf({ span }: Context, { version, exact: share, whole }: Taken['versions'][number]): ChargeLine[] {
  if (!version.fixedFee) return [];
  const amount = dong(mul(exact(BigInt(version.fixedFee)), share));
  const of = { quantity: 1, unitPrice: version.fixedFee, versionId: version.id };
  return isZero(span.exact) ? [] : [lineOf({ kind: 'FIXED_FEE', ...of, ...fraction(whole), amount })];
}

/**
 * The charge for a quantity in a period (domain.md, Money 2): lines each rounded once, minus discount, plus surcharge tax on
 * the net amount and VAT. Versions apply to their days; discount, VAT and surcharge are those of the last day. Throws
 * `Uncountable`.
 */
export function charge(input: BillingInput): Charge {
  const span = taken(input);
  const context: Context = { asked: input, span, notes: new Set() };
  const last = span.versions.at(-1)?.version;
  if (!last) throw new Uncountable('NO_TARIFF');
  const quantities = input.source === 'VEHICLE' ? [] : quantitiesOf(input);
  const lines =
    input.source === 'VEHICLE'
      ? vehicleLines(input, span).map(lineOf)
      : span.versions.flatMap(version => linesOf(context, version, quantities));
  lines.push(...span.versions.flatMap(version => feeOf(context, version)));
  const gross = safe(lines.reduce((sum, { amount }) => sum + amount, 0));
  const discount = discountOf(context, last, gross);
  const { net, vat } = taxed(last, gross - discount);
  const surchargeTax = dong(mul(mul(exact(BigInt(net)), toExact(last.surchargeTax)), PERCENT));
  const of = { versionId: last.id };
  if (discount > 0)
    lines.push(lineOf({ kind: 'DISCOUNT', ...of, percent: percentOff(input, last), amount: -discount }));
  if (surchargeTax > 0)
    lines.push(lineOf({ kind: 'SURCHARGE', ...of, percent: last.surchargeTax, amount: surchargeTax }));
  if (vat > 0) lines.push(lineOf({ kind: 'VAT', ...of, percent: last.vat, amount: vat }));
  if (span.versions.length > 1) context.notes.add('PRICE_CHANGED');
  if (compare(span.exact, ONE) < 0) context.notes.add('PART_OF_PERIOD');
  return {
    lines,
    gross,
    discount,
    net,
    surchargeTax,
    vat,
    total: safe(net + surchargeTax + vat),
    allowance: input.source === 'VEHICLE' ? 0 : allowanceOf(input, span, last, quantities),
    versions: span.versions.map(({ version, start, end, days }) => ({ id: version.id, from: start, to: end, days })),
    notes: [...context.notes],
  };
}

function safe(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new Uncountable('AMOUNT_TOO_LARGE');
  return amount;
}
