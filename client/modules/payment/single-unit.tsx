import { unit } from '@lobby/shared/modules/unit.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Combobox } from '../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { nameOf, useRefLoad, useRefs } from '../../kit/ui/form/inputs/choices/ref-options.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { Till } from './till/CashierPage.tsx';

// Lazy, so that opening a unit does not load it.
const TillStart = lazyPart(async () => (await import('./till/TillStart.tsx')).TillStart, PartSkeleton);

/** Cashier screen: a unit, its debts and payments. */
export function Component() {
  const { t } = useTranslation('receipt');
  const [params, setParams] = useSearchParams();
  const unitId = params.get('unitId') ?? '';
  const load = useRefLoad(unit.name);
  const [ref] = useRefs(unit.name, unitId ? [unitId] : []);
  const isPhone = usePhone();
  const search = useRef<HTMLDivElement>(null);
  // Focuses the search, except on phones, where the keyboard would cover the list.
  useEffect(() => {
    if (!unitId && !isPhone) search.current?.querySelector('input')?.focus();
  }, [unitId, isPhone]);
  return (
    <ReportPage
      title={t('pay.title')}
      asks={
        <div ref={search}>
          <Field label={t('pay.unit')}>
            <Combobox
              load={load}
              value={unitId ? { value: unitId, label: nameOf(ref) } : null}
              onChange={option => setParams(option ? { unitId: option.value } : {})}
            />
          </Field>
        </div>
      }
    >
      {unitId ? <Till key={unitId} unitId={unitId} /> : <TillStart />}
    </ReportPage>
  );
}
