import { TRADES } from '@lobby/shared/kit/home.ts';
import { dashboard } from '@lobby/shared/modules/dashboard.ts';
import { ChartColumn, Download, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Select } from '../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { Chart } from './Chart.tsx';
import { Tiles } from './Tiles.tsx';
import { gridClass } from './tile-class.ts';
import { byModule, useBoard } from './useBoard.ts';

const boardClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  pb: '6',
  '& > div': { display: 'grid', gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } },
  '& > div > section': { borderBottomWidth: '1px', borderColor: 'border', pb: '3' },
  '& > div > section:nth-of-type(even)': { borderInlineStartWidth: { base: '0', lg: '1px' } },
});

/** Opens a tile by its number, as long as nothing is typed. */
function useTileKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
        return;
      const tile = document.querySelectorAll<HTMLAnchorElement>('a[data-tile]')[Number(event.key) - 1];
      tile?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** What waits and how the building stands, live: the board of the reader's work, or another that is chosen. */
export function Board() {
  const { t } = useTranslation(['dashboard', 'menu']);
  const { idUnitGroup = '' } = useParams();
  const [asked, setAsked] = useSearchParams();
  const { data, error, again } = useBoard(idUnitGroup);
  const mayExport = useCan(dashboard.code, 'export');
  const { busy, save } = useExport();
  useTileKeys();
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const preset = TRADES.find(one => one === asked.get('board')) ?? data.preset;
  const tiles = data.tiles.filter(one => one.presets.includes(preset));
  const charts = data.charts.filter(one => one.presets.includes(preset));
  const offered = TRADES.filter(one => data.tiles.some(({ presets }) => presets.includes(one)));
  return (
    <ReportPage
      title={t('menu:dashboard')}
      actions={
        <>
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
          {mayExport && (
            <Button
              icon={Download}
              busy={busy}
              onClick={() => save('/dashboard/export', { ...scopeNow(), query: { keys: tiles.map(({ key }) => key) } })}
            >
              {t('export')}
            </Button>
          )}
        </>
      }
      asks={
        <Field label={t('board')}>
          <Select
            value={preset}
            choices={offered.map(value => ({ value, label: t(`presets.${value}`) }))}
            onChange={event => setAsked({ board: event.target.value }, { replace: true })}
          />
        </Field>
      }
    >
      {tiles.length + charts.length === 0 && (
        <Empty icon={ChartColumn} title={t('empty')}>
          {t('emptyText')}
        </Empty>
      )}
      <div className={boardClass()}>
        <ul className={gridClass()}>
          {byModule(tiles).map(([module, own]) => (
            <Tiles key={module} projectId={idUnitGroup} module={module} tiles={own} />
          ))}
        </ul>
        <div>
          {charts.map(chart => (
            <Chart key={chart.key} projectId={idUnitGroup} chart={chart} />
          ))}
        </div>
      </div>
    </ReportPage>
  );
}
