import { type ChargeLine, charge, curve, type Tariff, tiersOf } from '@lobby/shared/billing/engine.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Field } from '../../kit/ui/Field.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { readForm, type TypedValues } from '../../kit/ui/form/read-form.ts';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { styleClass } from '../../theme/classes.ts';

const boxClass = styleClass({
  display: 'grid',
  gap: '3',
  p: '3',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  '& h3': { textStyle: 'sm', fontWeight: 'semibold' },
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '3' },
  '& p': { color: 'fg.muted', textStyle: 'sm' },
  '& svg': { w: 'full', h: '90px', color: 'accent.fg', overflow: 'visible' },
});

const MONTH = '2026-01';

/** The tariff that the form holds, as far as it is one already. */
function useTyped(): Tariff | null {
  const { getValues } = useFormContext<TypedValues>();
  const how = useWriting();
  useWatch<TypedValues>();
  const { serviceId: _service, name: _name, effectiveFrom: _from, ...fields } = tariff.fields;
  const { values, errors } = readForm(fields, getValues(), how, 'create', tariff.check);
  if (Object.keys(errors).length > 0) return null;
  const own = values as unknown as Omit<Tariff, 'id' | 'effectiveFrom'>;
  if (!Array.isArray(own.tiers) || own.tiers.length === 0) return null;
  return { ...own, tiers: tiersOf(own.tiers), id: 'typed', effectiveFrom: '2000-01-01' };
}

/** What a bill would be by the tariff as it stands in the form, and how it grows with the quantity. */
export function Example() {
  const { t } = useTranslation(['tariff', 'bill']);
  const { number, money } = useFormats();
  const id = useId();
  const [quantity, setQuantity] = useState('120');
  const [persons, setPersons] = useState('4');
  const typed = useTyped();
  const amount = Math.max(0, Number(quantity.replace(',', '.')) || 0);
  const period = monthPeriod(MONTH);
  const found =
    typed &&
    charge({
      quantity: amount,
      persons: Math.max(1, Number(persons) || 1),
      period,
      share: { num: 1, den: 1 },
      tariffs: [typed],
    });
  const most = Math.max(amount * 2, ...(typed?.tiers ?? []).map(({ to }) => (to ?? 0) * 1.25), 10);
  const points = typed ? curve(typed, most) : [];
  const top = Math.max(1, ...points.map(({ total }) => total));
  return (
    <section className={boxClass()} aria-labelledby={id} data-wide="">
      <h3 id={id}>{t('example.title')}</h3>
      <div>
        <Field label={t('example.quantity')}>
          <TextInput inputMode="decimal" value={quantity} onChange={event => setQuantity(event.target.value)} />
        </Field>
        <Field label={t('example.persons')}>
          <TextInput inputMode="numeric" value={persons} onChange={event => setPersons(event.target.value)} />
        </Field>
      </div>
      {!found && <p>{t('example.none')}</p>}
      {found && (
        <>
          <FigureTable<ChargeLine & { at: number }>
            label={t('example.title')}
            rows={found.lines.map((line, at) => ({ ...line, at }))}
            keyOf={({ at }) => at}
            columns={[
              {
                key: 'kind',
                label: t('bill:fields.kind'),
                cell: ({ kind }) => t(`bill:options.kind.${kind}`),
                foot: t('bill:fields.total'),
              },
              { key: 'quantity', label: t('example.quantity'), figure: true, cell: line => number(line.quantity) },
              { key: 'price', label: t('fields.price'), figure: true, cell: line => money(line.price) },
              {
                key: 'amount',
                label: t('bill:fields.total'),
                figure: true,
                cell: line => money(line.amount),
                foot: money(found.total),
              },
            ]}
          />
          <svg viewBox="0 0 400 90" role="img" aria-label={t('example.curve')} preserveAspectRatio="none">
            <polyline
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
              points={points
                .map(({ quantity: at, total }) => `${(at / most) * 400},${88 - (total / top) * 84}`)
                .join(' ')}
            />
          </svg>
        </>
      )}
    </section>
  );
}
