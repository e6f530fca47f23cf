import { METHODS, type Method, placeFor, usualMethod } from '@lobby/shared/modules/voucher.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import type { FundOption } from '../fund/index.ts';

/** Amount paid by an additional method. */
export interface Part {
  method: Method;
  fundId: string;
  /** As entered. */
  amount: string;
}

interface SecondMethodProps {
  value: Part | null;
  /** The main method. */
  first: Method;
  funds: readonly FundOption[];
  onChange: (value: Part | null) => void;
}

/** Additional payment method with fund and amount. */
export function SecondMethod({ value, first, funds, onChange }: SecondMethodProps) {
  const { t } = useTranslation('receipt');
  const usual = usualMethod(funds, 'TRANSFER', first);
  if (!value)
    return (
      <Button size="sm" icon={Plus} onClick={() => onChange({ method: usual, fundId: '', amount: '' })}>
        {t('pay.more')}
      </Button>
    );
  const place = placeFor(funds, value.method, value.fundId);
  return (
    <>
      <Field label={t('fields.method')}>
        <Select
          value={value.method}
          choices={METHODS.map(one => ({ value: one, label: t(`options.method.${one}`) }))}
          onChange={event => onChange({ ...value, method: event.target.value as Part['method'] })}
        />
      </Field>
      <Field label={t('fields.fundId')}>
        <Select
          value={place.fundId}
          choices={place.funds.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => onChange({ ...value, fundId: event.target.value })}
        />
      </Field>
      <Field label={t('fields.amount')}>
        <TextInput
          inputMode="numeric"
          value={value.amount}
          onChange={event => onChange({ ...value, amount: event.target.value })}
        />
      </Field>
      <Button size="sm" onClick={() => onChange(null)}>
        {t('pay.less')}
      </Button>
    </>
  );
}
