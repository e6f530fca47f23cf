import { unit } from '@lobby/shared/modules/unit.ts';
import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Combobox } from '../../kit/ui/Combobox.tsx';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { nameOf, useRefLoad, useRefs } from '../../kit/ui/form/ref-options.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Till } from './CashierPage.tsx';

/** The cashier's place: a unit, what it owes, and the money that comes in. */
export function Component() {
  const { t } = useTranslation('receipt');
  const [params, setParams] = useSearchParams();
  const unitId = params.get('unitId') ?? '';
  const load = useRefLoad(unit.name);
  const [ref] = useRefs(unit.name, unitId ? [unitId] : []);
  return (
    <ReportPage
      title={t('pay.title')}
      asks={
        <Field label={t('pay.unit')}>
          <Combobox
            load={load}
            value={unitId ? { value: unitId, label: nameOf(ref) } : null}
            onChange={option => setParams(option ? { unitId: option.value } : {})}
          />
        </Field>
      }
    >
      {unitId ? <Till key={unitId} unitId={unitId} /> : <EmptyState icon={Wallet} title={t('pay.choose')} />}
    </ReportPage>
  );
}
