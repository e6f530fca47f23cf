import { reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { DayPart } from './DayPart.tsx';
import { LinesPart } from './LinesPart.tsx';
import { RunsPart } from './RunsPart.tsx';

/** Checks of the books, runs, and totals of a day. */
export function Component() {
  const { t } = useTranslation(reconciliation.name);
  return (
    <ScreenParts
      label={t('title')}
      param="check"
      parts={[
        { value: 'checks', label: t('screen.lines'), content: <LinesPart /> },
        { value: 'runs', label: t('screen.runs'), content: <RunsPart /> },
        { value: 'day', label: t('screen.day'), content: <DayPart /> },
      ]}
    />
  );
}
