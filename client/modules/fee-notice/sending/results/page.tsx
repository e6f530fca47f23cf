import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { useTranslation } from 'react-i18next';
import { RefName } from '../../../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../../../kit/ui/pages/ScreenParts.tsx';
import { FiguresPart } from './FiguresPart.tsx';
import { ReachStrip } from './ReachStrip.tsx';
import { SuppressedPart } from './SuppressedPart.tsx';
import { TextTab } from './TextTab.tsx';

const WIDTHS = {
  unitId: 96,
  residentId: 180,
  to: 180,
  channel: 96,
  kind: 148,
  month: 96,
  noticeId: 152,
  owed: 132,
  reason: 240,
  updatedAt: 148,
  status: 132,
};

/** Delivery results of notices, and suppressed addresses. */
export function Component() {
  const { t } = useTranslation(['notice-delivery', 'email-suppression']);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'results', label: t('plural'), content: <ResultsPart /> },
        { value: 'suppressed', label: t('email-suppression:plural'), content: <SuppressedPart /> },
        { value: 'figures', label: t('figures.tab'), content: <FiguresPart /> },
      ]}
    />
  );
}

/** Deliveries by household and channel. */
function ResultsPart() {
  const { t } = useTranslation('notice-delivery');
  return (
    <RecordsPage
      definition={noticeDelivery}
      strip={<ReachStrip />}
      widths={WIDTHS}
      detail={{
        title: row => <RefName to="unit" id={row.unitId} />,
        extraTabs: id => [{ value: 'text', label: t('text.tab'), content: <TextTab id={id} /> }],
      }}
    />
  );
}
