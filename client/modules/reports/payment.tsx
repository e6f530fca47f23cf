import { unit } from '@lobby/shared/modules/unit.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Combobox } from '../../kit/ui/Combobox.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { nameOf, useRefLoad, useRefs } from '../../kit/ui/form/ref-options.ts';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { PartSkeleton } from '../../kit/ui/PartSkeleton.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { usePhone } from '../../kit/ui/phone.ts';
import { Till } from './CashierPage.tsx';

// Whoever comes for a unit does not wait for it.
const TillStart = lazyPart(async () => (await import('./TillStart.tsx')).TillStart, PartSkeleton);

/** The cashier's place: a unit, what it owes, and the money that comes in. */
export function Component() {
  const { t } = useTranslation('receipt');
  const [params, setParams] = useSearchParams();
  const unitId = params.get('unitId') ?? '';
  const load = useRefLoad(unit.name);
  const [ref] = useRefs(unit.name, unitId ? [unitId] : []);
  const isPhone = usePhone();
  const search = useRef<HTMLDivElement>(null);
  // At a desk the cashier types the unit at once; on a phone the keyboard would hide who owes.
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
