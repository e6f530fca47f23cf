import type { advanceSuggestions } from '@lobby/shared/modules/unit-account.contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { styleClass } from '../../../theme/classes.ts';

const monthsClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2' });

interface TillAheadProps {
  unitId: string;
  /** An amount to be paid ahead for a service, beside what is owed. */
  onChoose: (serviceId: string, amount: number) => void;
}

/** Months of a service that a household pays ahead, by its last bill; nothing without one. */
export function TillAhead({ unitId, onChoose }: TillAheadProps) {
  const { t } = useTranslation('receipt');
  const { money } = useFormats();
  const [serviceId, setServiceId] = useState('');
  const { data } = useContract<typeof advanceSuggestions>('/unit-account/advance/suggestions', { query: { unitId } });
  const offered = (data ?? []).filter(({ suggestions }) => suggestions.length > 0);
  if (offered.length === 0) return null;
  const chosen = offered.find(item => item.serviceId === serviceId);
  return (
    <>
      <Field label={t('pay.ahead.label')}>
        <Select
          value={serviceId}
          choices={[
            { value: '', label: t('pay.ahead.none') },
            ...offered.map(item => ({ value: item.serviceId, label: item.name })),
          ]}
          onChange={event => setServiceId(event.target.value)}
        />
      </Field>
      {chosen && (
        <fieldset className={monthsClass()} aria-label={t('pay.ahead.label')}>
          {chosen.suggestions.map(({ months, amount }) => (
            <Button key={months} size="sm" onClick={() => onChoose(chosen.serviceId, amount)}>
              {t('pay.ahead.months', { months, amount: money(amount) })}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
