import { type MerchantOrderRow, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { Conversation } from '../../kit/ui/thread/Conversation.tsx';
import { OrderTalk } from './OrderTalk.tsx';
import { PartnerTab } from './PartnerTab.tsx';
import { WayTab } from './WayTab.tsx';

const CommissionReport = lazyPart(async () => (await import('./CommissionReport.tsx')).CommissionReport, PartSkeleton);
const OrderStatistics = lazyPart(
  async () => (await import('../amenity-statistics/index.ts')).OrderStatistics,
  PartSkeleton,
);

const FORM = pairedForm(
  ['utilityId', 'unitId', 'residentId', 'contactName', 'contactPhone', 'wantedFrom', 'wantedTo', 'collectedBy'],
  ['items', 'description', 'photos'],
);
const WIDTHS = {
  utilityId: 180,
  unitId: 96,
  partnerId: 160,
  appointmentAt: 160,
  employeeName: 140,
  total: 116,
};

function OrderCard({ row }: { row: Partial<MerchantOrderRow> }) {
  const { when } = useFormats();
  const say = useFieldWords(merchantOrder.name);
  return (
    <>
      <span>
        <RefName to="utility" id={row.utilityId} /> · <RefName to="unit" id={row.unitId} />
      </span>
      <small>
        {[row.status && say.status(row.status), row.employeeName, row.appointmentAt && when(row.appointmentAt, now())]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}

const SHAPES = {
  board: {
    columns: ['new', 'looking', 'underWay', 'toConfirm', 'done'],
    card: (row: RecordOf<typeof merchantOrder>) => <OrderCard row={row} />,
  },
  calendar: { field: 'appointmentAt' as const, line: (row: RecordOf<typeof merchantOrder>) => <OrderCard row={row} /> },
};

/** Orders with partners, and the commission earned. */
export function Component() {
  const { t } = useTranslation(['merchant-order', 'amenity-statistics', 'thread']);
  const mayWrite = useCan(merchantOrder.code, 'write');
  const mayCount = useCan(merchantOrder.code, 'aggregate');
  const extraTabs = (id: string) => [
    { value: 'way', label: t('way.title'), content: <WayTab id={id} /> },
    { value: 'partner', label: t('fields.partnerId'), content: <PartnerTab id={id} /> },
    {
      value: 'talk',
      label: t('thread:tab'),
      content: <Conversation key={id} definition={merchantOrder} id={id} />,
      ...(mayWrite && { foot: <OrderTalk key={id} id={id} /> }),
    },
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
              form={FORM}
              detail={{ extraTabs }}
              shapes={SHAPES}
            />
          ),
        },
        ...(mayCount
          ? [
              { value: 'commission', label: t('report.title'), content: <CommissionReport /> },
              { value: 'statistics', label: t('amenity-statistics:title'), content: <OrderStatistics /> },
            ]
          : []),
      ]}
    />
  );
}
