import { METHODS } from '@lobby/shared/modules/voucher.ts';
import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import type { MoneyPlace } from './useMoneyPlace.ts';

/** Selects for payment method and a fund that fits it. */
interface MethodAndFundProps {
  place: MoneyPlace;
  error?: string | undefined;
  code?: string | undefined;
}

export function MethodAndFund({ place, error, code }: MethodAndFundProps) {
  const { t } = useTranslation('receipt');
  return (
    <>
      <Field label={t('fields.method')}>
        <Select
          value={place.method}
          choices={METHODS.map(value => ({ value, label: t(`options.method.${value}`) }))}
          onChange={event => place.setMethod(METHODS.find(one => one === event.target.value) ?? place.method)}
        />
      </Field>
      <Field label={t('fields.fundId')} error={error} code={code}>
        <Select
          value={place.fundId}
          choices={place.funds.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => place.setFund(event.target.value)}
        />
      </Field>
    </>
  );
}
