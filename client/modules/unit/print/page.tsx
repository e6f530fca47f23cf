import { Building2, Printer } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { barClass, deskClass } from '../../../kit/ui/paper/paper.ts';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { InfoSheet } from './InfoSheet.tsx';
import { type Sheet, unitsToPrint } from './path.ts';
import { QrSheets } from './QrSheets.tsx';
import { MOST, type Place, type Printed, usePrinted } from './usePrinted.ts';

/** Preview of unit sheets, printed or saved as PDF by the browser. */
export function Component() {
  const { idUnitGroup = '', sheet: param } = useParams();
  const sheet: Sheet = param === 'qr' ? 'qr' : 'info';
  const which = useMemo(() => unitsToPrint(idUnitGroup), [idUnitGroup]);
  const { t } = useTranslation(['unit', 'resident']);
  const navigate = useNavigate();
  const state = usePrinted(idUnitGroup, sheet, which);
  const units = typeof state === 'object' ? state.units : [];
  const title = t(sheet === 'qr' ? 'print.qrTitle' : 'print.title');
  useEffect(() => {
    // The document title is the file name of a saved PDF.
    const before = document.title;
    document.title = units.length === 1 ? `${title} ${units[0]?.code}` : title;
    return () => {
      document.title = before;
    };
  }, [title, units]);
  return (
    <main id="main" className={deskClass()}>
      <header className={barClass()} data-bar="">
        <h1>{title}</h1>
        <span>{t('print.many', { count: units.length })}</span>
        <Button onClick={() => void navigate(-1)}>{t('print.back')}</Button>
        <Button look="filled" icon={Printer} disabled={units.length === 0} onClick={() => window.print()}>
          {t('print.now')}
        </Button>
      </header>
      {state === 'loading' && <SkeletonRows />}
      {state === 'failed' && <EmptyState icon={Building2} tone="bad" title={t('print.failed')} />}
      {state === 'many' && <EmptyState icon={Building2} title={t('print.limit', { count: MOST[sheet] })} />}
      {typeof state === 'object' && units.length === 0 && <EmptyState icon={Building2} title={t('print.failed')} />}
      {typeof state === 'object' && (
        <Sheets projectId={idUnitGroup} project={state.project} sheet={sheet} units={units} />
      )}
    </main>
  );
}

interface SheetsProps {
  projectId: string;
  project: Place;
  sheet: Sheet;
  units: readonly Printed[];
}

function Sheets({ projectId, project, sheet, units }: SheetsProps) {
  if (sheet === 'qr') return <QrSheets projectId={projectId} project={project.name} units={units} />;
  return units.map(
    unit =>
      unit.whole && (
        <InfoSheet key={unit.id} projectId={projectId} project={project} printed={unit} whole={unit.whole} />
      ),
  );
}
