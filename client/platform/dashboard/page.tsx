import { dashboard } from '@lobby/shared/modules/dashboard.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { Board } from './Board.tsx';

// Lazy, so that the board does not load the reports.
const Reports = lazyPart(async () => (await import('../../modules/report/index.ts')).Reports);
const ReadyReports = lazyPart(async () => (await import('../../modules/report/index.ts')).ReadyReports);
const Schedules = lazyPart(async () => (await import('../../modules/report-schedule/index.ts')).Schedules);

/** Dashboard and reports, as far as the user may read them. */
export function Component() {
  const { t } = useTranslation(['report', 'menu', 'report-schedule']);
  const hasBoard = useCan(dashboard.code, 'read');
  const hasReports = useCan(report.code, 'read');
  const [query] = useSearchParams();
  if (!hasReports) return <Board />;
  // The lists of reports use `tab` themselves, so an old address is redirected.
  if (query.get('tab') === 'reports') return <Navigate to="?part=reports" replace />;
  const parts = [
    ...(hasBoard ? [{ value: 'board', label: t('menu:dashboard'), content: <Board /> }] : []),
    { value: 'reports', label: t('ui.reports'), content: <Reports /> },
    { value: 'ready', label: t('ui.ready'), content: <ReadyReports /> },
    { value: 'schedules', label: t('report-schedule:ui.title'), content: <Schedules /> },
  ];
  return <ScreenParts label={t('ui.tabs')} parts={parts} />;
}
