import { AGES } from '@lobby/shared/billing/ageing.ts';
import { debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { useTranslation } from 'react-i18next';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { DebtAges } from './debt/DebtAges.tsx';
import { DebtMoves } from './debt/DebtMoves.tsx';
import { DebtTrend } from './debt/DebtTrend.tsx';

/** Flag required for the parts. */
const OF_SUMS = { code: debtReport.code, flag: 'aggregate' } as const;

/** Debts: by age, movements, and trend; live. */
export function Component() {
  const { t } = useTranslation('books');
  return (
    <ScreenParts
      label={t('debt.title')}
      parts={[
        { value: 'ages', label: t('debt.ages'), ...OF_SUMS, content: <DebtAges ages={AGES} /> },
        { value: 'moves', label: t('debt.moves'), ...OF_SUMS, content: <DebtMoves /> },
        { value: 'trend', label: t('debt.trend'), ...OF_SUMS, content: <DebtTrend ages={AGES} /> },
      ]}
    />
  );
}
