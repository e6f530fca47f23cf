import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { availableSlots, checkBooking } from '@lobby/shared/modules/utility-booking.contract.ts';
import { useEffect, useId, useState } from 'react';
import { callContract } from '../../data/contract.ts';
import { money, number, t } from '../../words.ts';

export type Slot = AnswerOf<typeof availableSlots>[number]['slots'][number];
type Terms = AnswerOf<typeof checkBooking>;

const HOURS: Readonly<Record<string, number>> = { MINUTE: 1 / 60, HOUR: 1, DAY: 24, WEEK: 168, MONTH: 720 };

/** Refund tiers by time before the start, earliest first; whole days in days. */
const refundsOf = ({ refundPolicy }: Terms): Terms['refundPolicy'] =>
  refundPolicy
    .toSorted((a, b) => b.from * (HOURS[b.unit] ?? 1) - a.from * (HOURS[a.unit] ?? 1))
    .map(tier =>
      tier.unit === 'HOUR' && tier.from % 24 === 0 ? { ...tier, unit: 'DAY', from: tier.from / 24 } : tier,
    );

const SUMS = ['fee', 'surcharge', 'deposit'] as const;
type Surcharges = readonly { index: number; quantity: number }[];

/** Loads the price of the chosen slots, and what prevents the booking. */
export function useTerms(
  utilityId: string,
  slots: readonly Slot[],
  quantity: number,
  surcharges: Surcharges,
  rrule: string,
): Terms | null {
  const [terms, setTerms] = useState<Terms | null>(null);
  const request = JSON.stringify({
    utilityId,
    quantity,
    surcharges,
    ...(rrule && { rrule }),
    slots: slots.map(({ from, to }) => ({ from, to })),
  });
  const none = slots.length === 0;
  useEffect(() => {
    let latest = true;
    setTerms(null);
    if (!none)
      callContract<typeof checkBooking>('POST', '/utility-booking/check', { body: JSON.parse(request) }).then(
        found => latest && setTerms(found),
        () => null,
      );
    return () => {
      latest = false;
    };
  }, [request, none]);
  return terms;
}

/** Price, refunds on cancellation, and reasons against the booking. */
export function Price({ terms }: { terms: Terms }) {
  const tiersId = useId();
  return (
    <section className="card pad">
      <table className="counted">
        <tbody>
          {SUMS.filter(name => terms[name] > 0).map(name => (
            <tr key={name}>
              <td>{t(`amenities.sums.${name}`)}</td>
              <td>{money(terms[name])}</td>
            </tr>
          ))}
          <tr className="sum total">
            <td>{t('amenities.sums.total')}</td>
            <td>{money(terms.total + terms.deposit)}</td>
          </tr>
        </tbody>
      </table>
      {terms.needsApproval && <p className="muted">{t('amenities.approval')}</p>}
      {terms.fee > 0 && terms.refundPolicy.length > 0 && <h3 id={tiersId}>{t('amenities.tiers')}</h3>}
      {terms.fee > 0 && terms.refundPolicy.length > 0 && (
        <ul className="tiers" aria-labelledby={tiersId}>
          {refundsOf(terms).map(({ from, unit, percent }) => (
            <li key={`${from}${unit}`}>
              {t('amenities.refund', {
                when: t(`amenities.before.${unit}`, { count: from }),
                percent: `${number(percent)}\u00a0%`,
              })}
            </li>
          ))}
        </ul>
      )}
      {terms.refusals.map(({ code, message }) => (
        <p key={code} className="error" role="alert">
          {message}
        </p>
      ))}
    </section>
  );
}
