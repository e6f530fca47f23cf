import type { BillingInput, Discount, Note } from './billing-input.ts';
import { add, compare, decimal, div, dong, type Exact, exact, mul, ONE, toExact, ZERO } from './exact.ts';
import type { Taken } from './periods.ts';
import type { Version } from './version.ts';

export const PERCENT = exact(1n, 100n);

/** The discount, at most the gross amount. */
export function discountOf(
  { asked: input, span, notes }: { asked: BillingInput; span: Taken; notes: Set<Note> },
  version: Version,
  gross: number,
): number {
  const discount: Discount | null =
    input.discount ??
    (version.discountType === 'NONE'
      ? null
      : {
          type: version.discountType,
          value: Number((version.discountType === 'PERCENT' ? version.discountPercent : version.discountAmount) ?? 0),
        });
  if (!discount) return 0;
  const wanted =
    discount.type === 'PERCENT'
      ? dong(mul(mul(exact(BigInt(gross)), toExact(discount.value)), PERCENT))
      : dong(mul(toExact(discount.value), span.exact));
  if (wanted > gross) notes.add('DISCOUNT_CUT');
  return Math.min(wanted, gross);
}

/** The percentage of a discount; null if it is an amount. */
export const percentOff = ({ discount }: BillingInput, version: Version): number | null => {
  if (discount) return discount.type === 'PERCENT' ? discount.value : null;
  return version.discountType === 'PERCENT' ? version.discountPercent : null;
};

/** Net amount and VAT of a price; if VAT is included, the shown price is the total. */
export function taxed({ vatKind, vat: rate, vatIncluded }: Version, base: number): { net: number; vat: number } {
  const part = vatKind === 'RATE' ? mul(toExact(rate), PERCENT) : ZERO;
  const amount = exact(BigInt(base));
  if (!vatIncluded) return { net: base, vat: dong(mul(amount, part)) };
  const net = dong(div(amount, add(ONE, part)));
  return { net, vat: base - net };
}

/** The free quantity, by the last version. */
export function allowanceOf(input: BillingInput, span: Taken, version: Version, quantities: readonly Exact[]): number {
  const perHead = version.normPer === 'PERSON' ? toExact(input.people ?? 1) : ONE;
  const read = input.source === 'METER' || input.source === 'NUMBER';
  const norm = mul(mul(toExact(version.norm), perHead), read ? span.exact : ONE);
  const whole = quantities.reduce(add, ZERO);
  return decimal(compare(norm, whole) < 0 ? norm : whole);
}
