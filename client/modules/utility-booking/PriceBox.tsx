import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Call, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useFieldWords, useWriting } from '../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { readValue } from '../../kit/ui/form/values.ts';
import { styleClass } from '../../theme/classes.ts';
import { BeyondFields } from './BeyondFields.tsx';
import { type Occurrence, RepeatFields } from './RepeatFields.tsx';
import { chosenIn } from './SlotPicker.tsx';

interface Answer {
  allowed: boolean;
  refusals: { field: string; code: string; message: string }[];
  fee: number;
  deposit: number;
  surcharge: number;
  total: number;
  payBefore: string | null;
  needsApproval: boolean;
  occurrences?: Occurrence[];
}

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
  '& dd': { m: '0', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& :is(dt, dd)[data-total]': { color: 'fg', fontWeight: 'semibold' },
  '& > p': { textStyle: 'sm', color: 'fg.muted' },
  '& > p[role=alert]': { color: 'bad.fg' },
});

const ask = async (path: string, { query = {}, ...call }: Call) =>
  (await request<Answer>('POST', path, { ...call, body: JSON.parse(String(query.body)) })).data;

/** What the booking would cost, and what keeps it from being made, before it is saved. */
export function PriceBox() {
  const { t } = useTranslation(utilityBooking.name);
  const say = useFieldWords(utilityBooking.name);
  const [how, { money, dateTime }] = [useWriting(), useFormats()];
  const [params] = useSearchParams();
  const [utilityId, unitId, typed, lines, rrule] = useWatch<TypedValues>({
    name: ['utilityId', 'unitId', 'quantity', 'slots', 'rrule'],
  });
  const slots = chosenIn(lines, how).map(({ from, to }) => ({ from, to }));
  const { value: quantity } = readValue(utilityBooking.fields.quantity, typed, how);
  const asked = typeof utilityId === 'string' && utilityId !== '' && slots.length > 0 && typeof quantity === 'number';
  const body = {
    utilityId,
    slots,
    quantity,
    ...(unitId && { unitId }),
    ...(rrule && { rrule }),
    bookingId: params.get('id'),
  };
  const { data } = useQuery<Answer>(asked ? `${utilityBooking.path}/check` : null, {
    query: { body: JSON.stringify(body) },
    read: ask,
    follow: utilityBooking.code,
  });
  if (!asked || !data) return null;
  return (
    <>
      <section className={boxClass()} aria-live="polite" data-price>
        <h3>{t('price.title')}</h3>
        <dl>
          {SUMS.filter(name => name === 'fee' || name === 'total' || data[name] > 0).map(name => (
            <div key={name} style={{ display: 'contents' }}>
              <dt data-total={name === 'total' || undefined}>{say.label(name)}</dt>
              <dd data-total={name === 'total' || undefined}>{money(data[name])}</dd>
            </div>
          ))}
        </dl>
        {data.payBefore && (
          <p>
            {say.label('payBeforeAt')}: {dateTime(data.payBefore)}
          </p>
        )}
        {data.needsApproval && <p>{t('price.waits')}</p>}
        {data.refusals.map(({ code, message }) => (
          <p key={code} role="alert">
            {message}
          </p>
        ))}
      </section>
      <BeyondFields codes={data.refusals.map(({ code }) => code)} />
      <RepeatFields occurrences={data.occurrences} />
    </>
  );
}
