import type { Charge, ChargeLine } from '@lobby/shared/billing/billing-input.ts';
import { charge, Uncountable } from '@lobby/shared/billing/engine.ts';
import { curve } from '@lobby/shared/billing/items.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import type { Version } from '@lobby/shared/billing/version.ts';
import { type TariffVersionRow, tariffVersion, versionFrom } from '@lobby/shared/modules/tariff-version.ts';
import { useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { ChartPane } from '../../kit/ui/figures/ChartPane.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { readDecimal } from '../../kit/ui/form/inputs/numbers.ts';
import { readForm, type TypedValues } from '../../kit/ui/form/read-form.ts';
import { styleClass } from '../../theme/classes.ts';

const boxClass = styleClass({
  display: 'grid',
  gap: '3',
  p: '3',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  '& h3': { textStyle: 'sm', fontWeight: 'semibold' },
  '& > [data-asks]': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '3' },
  '& p': { color: 'fg.muted', textStyle: 'sm' },
});

const MONTH = '2026-01';

/** The version in the form, if it is valid. */
function useTyped(): Version | null {
  const { getValues } = useFormContext<TypedValues>();
  const how = useWriting();
  useWatch<TypedValues>();
  const { tariffId: _tariff, effectiveFrom: _from, ...fields } = tariffVersion.fields;
  const { values, errors } = readForm(fields, getValues(), how, 'create', tariffVersion.check);
  if (Object.keys(errors).length > 0) return null;
  return { ...versionFrom(values), effectiveFrom: '2000-01-01' };
}

/** Calculation for the entered prices; null while they cannot be calculated. */
function tried(version: Version | null, quantity: number, people: number): Charge | null {
  if (!version) return null;
  try {
    const period = { type: 'ONE_MONTH' as const, ...monthPeriod(MONTH) };
    return charge({ versions: [version], source: 'NUMBER', quantity, people, period });
  } catch (error) {
    if (error instanceof Uncountable) return null;
    throw error;
  }
}

/** Example bill for the prices in the form, and how it grows with the quantity. */
export function Example({ before }: { before?: TariffVersionRow | undefined }) {
  const { t } = useTranslation(['tariff-version', 'bill']);
  const { number, decimal, money } = useFormats();
  const id = useId();
  const [quantity, setQuantity] = useState('120');
  const [persons, setPersons] = useState('4');
  const typed = useTyped();
  const amount = Math.max(0, readDecimal(quantity, number(0.5)) ?? 0);
  const result = tried(typed, amount, Math.max(0, Number(persons) || 0));
  const was = before
    ? tried({ ...versionFrom({ ...before }), effectiveFrom: '2000-01-01' }, amount, Math.max(0, Number(persons) || 0))
    : null;
  const most = Math.max(amount * 2, ...(typed?.tiers ?? []).map(({ to }) => (to ?? 0) * 1.25), 10);
  const points = typed && result ? curve(typed, most) : [];
  return (
    <section className={boxClass()} aria-labelledby={id} data-wide="">
      <h3 id={id}>{t('example.title')}</h3>
      <div data-asks="">
        <Field label={t('example.quantity')}>
          <TextInput inputMode="decimal" value={quantity} onChange={event => setQuantity(event.target.value)} />
        </Field>
        <Field label={t('example.persons')}>
          <TextInput inputMode="numeric" value={persons} onChange={event => setPersons(event.target.value)} />
        </Field>
      </div>
      {!result && <p>{t('example.none')}</p>}
      {result && was && (
        <p>{t('example.change', { quantity: number(amount), before: money(was.total), now: money(result.total) })}</p>
      )}
      {result && (
        <>
          <FigureTable<ChargeLine & { at: number }>
            label={t('example.title')}
            rows={result.lines.map((line, at) => ({ ...line, at }))}
            keyOf={({ at }) => at}
            columns={[
              {
                key: 'kind',
                label: t('bill:fields.kind'),
                cell: ({ kind }) =>
                  t(
                    kind === 'SURCHARGE'
                      ? 'bill:fields.surcharge'
                      : kind === 'VAT'
                        ? 'bill:fields.vat'
                        : `bill:options.kind.${kind}`,
                  ),
                foot: t('bill:fields.total'),
              },
              {
                key: 'quantity',
                label: t('example.quantity'),
                figure: true,
                cell: line => (line.quantity === null ? '' : number(line.quantity)),
              },
              {
                key: 'price',
                label: t('fields.price'),
                figure: true,
                cell: line => (line.unitPrice === null ? '' : money(line.unitPrice)),
              },
              {
                key: 'amount',
                label: t('bill:fields.total'),
                figure: true,
                cell: line => money(line.amount),
                foot: money(result.total),
              },
            ]}
          />
          <ChartPane
            label={t('example.curve')}
            shape="lines"
            kind="money"
            pointName={t('example.quantity')}
            sayAt={decimal}
            points={points.map(({ quantity: at, total }) => ({
              key: String(at),
              label: decimal(at),
              at,
              values: { total },
            }))}
            series={[{ key: 'total', label: t('bill:fields.total') }]}
          />
        </>
      )}
    </section>
  );
}
