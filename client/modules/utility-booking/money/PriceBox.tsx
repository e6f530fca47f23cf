import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { checkBooking } from '@lobby/shared/modules/utility-booking.contract.ts';
import { BY_REASON, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useFieldWords, useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readValue } from '../../../kit/ui/form/values.ts';
import { styleClass } from '../../../theme/classes.ts';
import { RepeatFields } from '../series/RepeatFields.tsx';
import { HoldClock } from '../slots/HoldClock.tsx';
import { chosenIn } from '../slots/SlotPicker.tsx';
import { BeyondFields } from './BeyondFields.tsx';
import { surchargesIn } from './SurchargeFields.tsx';

const SUMS = ['fee', 'surcharge', 'total', 'deposit'] as const;

const boxClass = styleClass({
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  p: '3',
  display: 'grid',
  gap: '2',
  '& > h3': { textStyle: 'sm', fontWeight: 'semibold' },
  '& > dl': { display: 'grid', gridTemplateColumns: '1fr auto', rowGap: '1', m: '0' },
  '& dt': { color: 'fg.muted' },
  '& dd': { m: '0', textAlign: 'end', fontFamily: 'figures' },
  '& :is(dt, dd)[data-total]': { color: 'fg', fontWeight: 'semibold' },
  '& > p': { textStyle: 'sm', color: 'fg.muted' },
  '& > p[role=alert]': { color: 'bad.fg' },
});

/** Price of the booking and reasons for refusal, before it is saved. */
export function PriceBox() {
  const how = useWriting();
  const [params] = useSearchParams();
  const [utilityId, unitId, typed, lines, rrule, extra] = useWatch<TypedValues>({
    name: ['utilityId', 'unitId', 'quantity', 'slots', 'rrule', 'surcharges'],
  });
  const slots = chosenIn(lines, how).map(({ from, to }) => ({ from, to }));
  const { value: quantity } = readValue(utilityBooking.fields.quantity, typed, how);
  const complete =
    typeof utilityId === 'string' && utilityId !== '' && slots.length > 0 && typeof quantity === 'number';
  const { data } = useContract<typeof checkBooking>(
    '/utility-booking/check',
    complete && {
      method: 'POST',
      body: {
        utilityId,
        slots,
        quantity,
        surcharges: surchargesIn(extra, how),
        ...(typeof unitId === 'string' && unitId && { unitId }),
        ...(typeof rrule === 'string' && rrule && { rrule }),
        bookingId: params.get('id'),
      },
      follow: utilityBooking.code,
    },
  );
  const codes = data?.refusals.map(({ code }) => code) ?? [];
  const free = codes.every(code => BY_REASON.includes(code));
  const held = JSON.stringify({ utilityId, slots, quantity });
  return (
    <>
      <HoldClock wanted={!complete ? null : data ? (free ? held : null) : undefined} />
      {complete && data && <Price of={data} />}
      {complete && <BeyondFields codes={codes} />}
      {complete && <RepeatFields occurrences={data?.occurrences} />}
    </>
  );
}

function Price({ of }: { of: AnswerOf<typeof checkBooking> }) {
  const { t } = useTranslation(utilityBooking.name);
  const say = useFieldWords(utilityBooking.name);
  const { money, dateTime, number, time } = useFormats();
  const made = [
    ...of.lines.map(line => ({ ...line, key: line.from, what: time(line.from) })),
    ...of.surchargeLines.map(surchargeLine => ({
      ...surchargeLine,
      factor: 1,
      key: surchargeLine.name,
      what: surchargeLine.name,
    })),
  ];
  return (
    <section className={boxClass()} aria-live="polite" data-price>
      <h3>{t('price.title')}</h3>
      <dl>
        {SUMS.filter(name => name === 'fee' || name === 'total' || of[name] > 0).map(name => (
          <div key={name} style={{ display: 'contents' }}>
            <dt data-total={name === 'total' || undefined}>{say.label(name)}</dt>
            <dd data-total={name === 'total' || undefined}>{money(of[name])}</dd>
          </div>
        ))}
      </dl>
      {made.length > 0 && (
        <details>
          <summary>{t('money.how')}</summary>
          <ul>
            {made.map(({ key, what, quantity, price, factor, amount }) => (
              <li key={key}>
                {what}: {number(quantity)} × {money(price)}
                {factor === 1 ? '' : ` × ${number(factor)}`} = {money(amount)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {of.payBefore && (
        <p>
          {say.label('payBeforeAt')}: {dateTime(of.payBefore)}
        </p>
      )}
      {of.needsApproval && <p>{t('price.waits')}</p>}
      {of.refusals.map(({ code, message }) => (
        <p key={code} role="alert">
          {message}
        </p>
      ))}
    </section>
  );
}
