import { bill } from '@lobby/shared/modules/bill.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../kit/session/permissions.ts';
import { FieldPairs } from '../../../kit/ui/form/FieldPairs.tsx';
import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { ServiceBillsTab } from '../../bill/index.ts';
import { HandedOn } from '../../handover-unit/index.ts';

const MarksStrip = lazyPart(async () => (await import('./MarksStrip.tsx')).MarksStrip);

const PAIRS = [
  'unitId',
  'serviceId',
  'startDate',
  'endDate',
  'quantity',
  'tariffId',
  'peopleFrom',
  'people',
  'discountType',
  'discountPercent',
  'discountAmount',
  'discountUntil',
] as const;
const WIDE = ['reason', 'note', 'attachments'] as const;
/** The form offers the day of the handover as first day. */
const FORM = {
  size: 'wide' as const,
  fields: [...PAIRS, ...WIDE] as const,
  children: (
    <>
      <HandedOn />
      <FieldPairs names={PAIRS} wide={WIDE} />
    </>
  ),
};
const WIDTHS = { code: 144, unitId: 100, serviceId: 220, quantity: 100, people: 90, tariffId: 200 };

export function Component() {
  const { t } = useTranslation('bill');
  const mayBills = useCan(bill.code, 'read');
  return (
    <RecordsPage
      definition={serviceRegistration}
      strip={<MarksStrip />}
      widths={WIDTHS}
      form={FORM}
      detail={{
        extraTabs: id =>
          mayBills
            ? [
                {
                  value: 'bills',
                  label: t('plural'),
                  content: <ServiceBillsTab definition={serviceRegistration} id={id} />,
                },
              ]
            : [],
      }}
    />
  );
}
