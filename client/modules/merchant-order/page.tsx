import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { CommissionReport } from './CommissionReport.tsx';
import { PartnerTab } from './PartnerTab.tsx';

const FORM = pairedForm(
  ['title', 'unitId', 'residentId', 'wantedAt', 'commissionRate', 'warrantyDays'],
  ['content', 'images'],
);
const WIDTHS = {
  ...{ code: 144, title: 220, unitId: 96, partnerId: 160, appointmentAt: 160, employeeName: 140, price: 116 },
  status: 190,
};
const HIDDEN = [
  ...['residentId', 'wantedAt', 'commissionRate', 'commission', 'warrantyUntil', 'round', 'answerBy'],
  ...['finishedAt', 'createdAt'],
];

/** Orders that partners do for households, followed to the end, and what the building earns of them. */
export function Component() {
  const { t } = useTranslation('merchant-order');
  const extraTabs = (id: string) => [
    { value: 'partner', label: t('fields.partnerId'), content: <PartnerTab id={id} /> },
  ];
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'orders',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={merchantOrder}
              widths={WIDTHS}
              hidden={HIDDEN}
              form={FORM}
              detail={{ extraTabs }}
            />
          ),
        },
        { value: 'commission', label: t('report.title'), content: <CommissionReport /> },
      ]}
    />
  );
}
