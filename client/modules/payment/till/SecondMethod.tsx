import type { Method } from '@lobby/shared/modules/voucher.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { fundOf, MethodAndFund, type useWays, type Way, wayFor } from '../../fund/index.ts';

/** Amount paid by an additional method. */
export interface Part {
  way: Way;
  fundId: string;
  reference: string;
  /** As entered. */
  amount: string;
}

interface SecondMethodProps {
  value: Part | null;
  /** Kind of the main method. */
  first: Method;
  known: ReturnType<typeof useWays>;
  onChange: (value: Part | null) => void;
}

/** Additional payment method with fund and amount. */
export function SecondMethod({ value, first, known: places, onChange }: SecondMethodProps) {
  const { t } = useTranslation('receipt');
  if (!value) {
    const way = wayFor(places, null, 'TRANSFER', first);
    return (
      <Button size="sm" icon={Plus} onClick={() => onChange({ way, fundId: '', reference: '', amount: '' })}>
        {t('pay.more')}
      </Button>
    );
  }
  const change = (part: Partial<Part>) => onChange({ ...value, ...part });
  return (
    <>
      <MethodAndFund
        place={{
          ...fundOf(places.funds, value.way, value.fundId),
          way: value.way,
          ways: places.ways,
          reference: value.reference,
          setWay: id => change({ way: wayFor(places, id, 'TRANSFER'), fundId: '', reference: '' }),
          setFund: fundId => change({ fundId }),
          setReference: reference => change({ reference }),
        }}
      />
      <Field label={t('fields.amount')}>
        <TextInput
          inputMode="numeric"
          value={value.amount}
          onChange={event => change({ amount: event.target.value })}
        />
      </Field>
      <Button size="sm" onClick={() => onChange(null)}>
        {t('pay.less')}
      </Button>
    </>
  );
}
