import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { type Policy, policyOf } from '@lobby/shared/modules/utility-terms.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useFieldWords, useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readValue } from '../../../kit/ui/form/values.ts';
import { RichText } from '../../../kit/ui/RichText.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { PolicyBands } from './PolicyBands.tsx';

const phoneClass = styleClass({
  maxW: '340px',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  p: '4',
  display: 'grid',
  gap: '3',
  bg: 'bg',
  '& h4': { textStyle: 'lg', fontWeight: 'semibold' },
  '& > p': { textStyle: 'sm', color: 'fg.muted' },
  '& img': { w: 'full', maxH: '180px', objectFit: 'cover', borderRadius: 'md' },
  '& dl': { display: 'grid', gridTemplateColumns: '1fr auto', m: '0', textStyle: 'sm' },
  '& dd': { m: '0', fontFamily: 'figures' },
});

const NAMES = [
  'name',
  'type',
  'photos',
  'description',
  'rules',
  'serveTime',
  'approval',
  'priceType',
  'price',
  'deposit',
  'surcharges',
  'tiers',
  'fullRefundFrom',
  'fullRefundFromUnit',
] as const;
interface Shown {
  name?: string;
  type?: string;
  photos?: FileInfo[];
  description?: string | null;
  rules?: string | null;
  serveTime?: { from: string; to: string }[];
  approval?: string;
  priceType?: string;
  price?: number | null;
  deposit?: number | null;
  surcharges?: { name: string; price: number }[];
  tiers?: Policy['tiers'];
  fullRefundFrom?: number | null;
  fullRefundFromUnit?: Policy['fullRefundFromUnit'];
}

/** Preview of the edited amenity as residents see it. */
export function AppPreview() {
  const { t } = useTranslation(utility.name);
  const say = useFieldWords(utility.name);
  const how = useWriting();
  const { money } = useFormats();
  const typed = useWatch<TypedValues>({ name: [...NAMES] });
  const read = (name: (typeof NAMES)[number], n: number) =>
    name === 'photos' ? typed[n] : readValue(utility.fields[name], typed[n] ?? '', how).value;
  const shown: Shown = Object.fromEntries(NAMES.map((name, n) => [name, read(name, n)]));
  const { photos, serveTime, surcharges, tiers, fullRefundFrom = null, fullRefundFromUnit = 'HOUR' } = shown;
  const [cover] = Array.isArray(photos) ? photos : [];
  const hours = [...new Set((serveTime ?? []).map(line => `${line.from}–${line.to}`))].join(' · ');
  const booked = shown.type !== 'NO_RESERVATION';
  const policy = policyOf({ tiers: (tiers ?? []).filter(Boolean), fullRefundFrom, fullRefundFromUnit });
  return (
    <section className={phoneClass()} data-wide="" aria-label={t('app.title')}>
      {cover && <img src={cover.thumbUrl ?? cover.url} alt={cover.name} />}
      <h4>{shown.name || t('name')}</h4>
      <p>{hours}</p>
      {shown.description && <RichText markup={shown.description} />}
      {booked && (
        <dl>
          <dt>{say.label('price')}</dt>
          <dd>
            {shown.priceType === 'PRICE' ? money(shown.price ?? 0) : say.option('priceType', shown.priceType ?? 'FREE')}
          </dd>
          {(shown.deposit ?? 0) > 0 && [
            <dt key="deposit">{say.label('deposit')}</dt>,
            <dd key="amount">{money(shown.deposit ?? 0)}</dd>,
          ]}
          {(surcharges ?? [])
            .filter(Boolean)
            .map(surcharge => [
              <dt key={surcharge.name}>{surcharge.name}</dt>,
              <dd key={`${surcharge.name} price`}>{money(surcharge.price ?? 0)}</dd>,
            ])}
        </dl>
      )}
      {booked && shown.approval === 'MANUAL' && <p>{t('app.approval')}</p>}
      {booked && policy.length > 0 && <PolicyBands policy={policy} />}
      {shown.rules && <RichText markup={shown.rules} />}
    </section>
  );
}
