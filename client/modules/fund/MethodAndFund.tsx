import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import type { MoneyPlace, Way } from './useMoneyPlace.ts';

type Choice = Pick<
  MoneyPlace,
  'way' | 'ways' | 'fundId' | 'funds' | 'reference' | 'setWay' | 'setFund' | 'setReference'
>;

interface MethodAndFundProps {
  place: Choice;
  error?: string | undefined;
  code?: string | undefined;
}

/** Selects for the payment method and a fund that fits it, and the number of its slip where it has one. */
export function MethodAndFund({ place, error, code }: MethodAndFundProps) {
  const { t } = useTranslation('receipt');
  const nameOf = ({ name, kind }: Way) => name ?? t(`options.method.${kind}`);
  return (
    <>
      <Field label={t('fields.method')}>
        <Select
          value={place.way.id}
          choices={place.ways.map(way => ({ value: way.id, label: nameOf(way) }))}
          onChange={event => place.setWay(event.target.value)}
        />
      </Field>
      <Field label={t('fields.fundId')} error={error} code={code}>
        <Select
          value={place.fundId}
          choices={place.funds.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => place.setFund(event.target.value)}
        />
      </Field>
      {place.way.referenceRequired && (
        <Field label={t('fields.reference')} required>
          <TextInput
            value={place.reference}
            maxLength={50}
            onChange={event => place.setReference(event.target.value)}
          />
        </Field>
      )}
    </>
  );
}
