import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { readWhole } from '../../../kit/ui/form/inputs/numbers.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';

/** Balances of a unit that can pay bills: account, and prepayments by service. */
export interface Has {
  account: number;
  advances: { serviceId: string; balance: number }[];
}
/** Key of the unit account; prepayments have the service id as key. */
const ACCOUNT = 'UNIT_ACCOUNT';

interface Source {
  from: 'UNIT_ACCOUNT' | 'ADVANCE';
  serviceId?: string;
  amount: number;
}

/** Entered amounts as request values. */
export const sourcesOf = (typed: Readonly<Record<string, string>>): Source[] =>
  Object.entries(typed).flatMap(([key, value]) => {
    const amount = readWhole(value) ?? 0;
    if (amount <= 0) return [];
    return [key === ACCOUNT ? { from: 'UNIT_ACCOUNT', amount } : { from: 'ADVANCE', serviceId: key, amount }];
  });

interface TillSourcesProps extends Has {
  value: Readonly<Record<string, string>>;
  onChange: (value: Readonly<Record<string, string>>) => void;
}

/** Amounts to take from the unit's balances. */
export function TillSources({ account, advances, value, onChange }: TillSourcesProps) {
  const { t } = useTranslation('receipt');
  const { money } = useFormats();
  const holders = [
    ...(account > 0 ? [{ key: ACCOUNT, balance: account }] : []),
    ...advances.map(({ serviceId, balance }) => ({ key: serviceId, balance })),
  ];
  return holders.map(({ key, balance }) => (
    <Field
      key={key}
      label={
        key === ACCOUNT ? (
          t('pay.fromAccount')
        ) : (
          <>
            {t('pay.fromAdvance')} <RefName to="service" id={key} />
          </>
        )
      }
      help={t('pay.there', { amount: money(balance) })}
    >
      <TextInput
        inputMode="numeric"
        value={value[key] ?? ''}
        onChange={event => onChange({ ...value, [key]: event.target.value })}
      />
    </Field>
  ));
}
