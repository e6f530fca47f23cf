import { dashboard } from '@lobby/shared/modules/dashboard.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ReadyReports, Reports, Schedules } from '../report/index.ts';
import { Board } from './Board.tsx';

/** The board, and beside it the reports, each for who may read it. */
export function Component() {
  const { t } = useTranslation(['report', 'menu', 'report-schedule']);
  const hasBoard = useCan(dashboard.code, 'read');
  const hasReports = useCan(report.code, 'read');
  const [asked] = useSearchParams();
  if (!hasReports) return <Board />;
  // The lists have tabs of their own: the address of this one is another.
  if (asked.get('tab') === 'reports') return <Navigate to="?part=reports" replace />;
  const parts = [
    ...(hasBoard ? [{ value: 'board', label: t('menu:dashboard'), content: <Board /> }] : []),
    { value: 'reports', label: t('ui.reports'), content: <Reports /> },
    { value: 'ready', label: t('ui.ready'), content: <ReadyReports /> },
    { value: 'schedules', label: t('report-schedule:ui.title'), content: <Schedules /> },
  ];
  return <ScreenParts label={t('ui.tabs')} parts={parts} />;
}
