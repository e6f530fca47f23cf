import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { FiguresPart } from './FiguresPart.tsx';
import { BookButton, RefundButton } from './RefundButton.tsx';
import { StoryTab } from './StoryTab.tsx';

const WIDTHS = {
  createdAt: 150,
  unitId: 100,
  residentId: 170,
  purpose: 130,
  provider: 120,
  channel: 140,
  amount: 132,
  fee: 110,
  problem: 150,
  receiptId: 150,
  refunded: 120,
};

/** Online payment orders, and their figures. */
export function Component() {
  const { t } = useTranslation(onlineTransaction.name);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'list',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={onlineTransaction}
              widths={WIDTHS}
              detail={{
                actionsExtra: row => (
                  <>
                    <BookButton row={row} />
                    <RefundButton row={row} />
                  </>
                ),
                extraTabs: id => [{ value: 'story', label: t('story'), content: <StoryTab id={id} /> }],
              }}
            />
          ),
        },
        { value: 'figures', label: t('figures.part'), content: <FiguresPart /> },
      ]}
    />
  );
}
