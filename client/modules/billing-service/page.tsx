import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { ORDER_WIDTH, orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { MonthsOf } from '../ledger/index.ts';
import { InWords } from './InWords.tsx';
import { PricesTab } from './PricesTab.tsx';
import { RegisteredTab } from './RegisteredTab.tsx';

// Loaded apart, so that the list of services does not wait for the settings.
const SettingsPart = lazyPart(async () => (await import('./SettingsPart.tsx')).SettingsPart, PartSkeleton);

const PAIRS = [
  'code',
  'name',
  'nameEn',
  'group',
  'source',
  'unitName',
  'type',
  'tariffId',
  'periodType',
  'firstDay',
  'lastDay',
  'accounting',
  'accountingDay',
  'paymentTerm',
  'interestPerYear',
  'cumulative',
  'usageOf',
  'usagePercent',
  'repeatable',
  'order',
] as const;
const WIDE = ['vehicleTypes', 'note'] as const;
const FORM = {
  size: 'wide' as const,
  fields: [...PAIRS, ...WIDE] as const,
  children: (
    <>
      <FieldPairs names={PAIRS} wide={WIDE} />
      <InWords />
    </>
  ),
};
const WIDTHS = {
  code: 110,
  name: 220,
  source: 130,
  unitName: 108,
  tariffId: 220,
  paymentTerm: 124,
  order: ORDER_WIDTH,
};

/** Services and billing settings. */
export function Component() {
  const { t } = useTranslation(['service', 'books']);
  const mayCount = useCan(bill.code, 'aggregate');
  const mayPrices = useCan(tariff.code, 'read');
  const tabsOf = (id: string) => [
    ...(mayPrices ? [{ value: 'prices', label: t('fields.tariffId'), content: <PricesTab id={id} /> }] : []),
    { value: 'registered', label: t('fields.registrations'), content: <RegisteredTab id={id} /> },
    ...(mayCount ? [monthsTab(id)] : []),
  ];
  const monthsTab = (id: string) => ({
    value: 'months',
    label: t('books:receivables.byMonth'),
    content: (
      <DetailBody>
        <MonthsOf path={`${service.path}/${id}/months`} units />
      </DetailBody>
    ),
  });
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'services',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={service}
              widths={WIDTHS}
              form={FORM}
              detail={{ extraTabs: tabsOf }}
              cells={orderCells(service, 'order')}
            />
          ),
        },
        { value: 'settings', label: t('settings.part'), content: <SettingsPart /> },
      ]}
    />
  );
}
